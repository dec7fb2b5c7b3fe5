package io.gaussferry.error;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code docs/reference/errors.md} has every category and code of errors, and no obsolete message. */
class RunbookTest {

    private static final Path RUNBOOK = Path.of("..", "docs", "reference", "errors.md");
    private static final Pattern HEADING = Pattern.compile("## .*: `([A-Z]+)`");
    private static final Pattern CODE = Pattern.compile("\\| `([A-Z_]+)` \\| .+ \\| .+ \\|");
    private static final Pattern MESSAGE = Pattern.compile("\\| `[A-Z_]+` \\| `([^`]+)`: .+ \\| .+ \\|");

    @Test
    void documentsEveryCategory() throws IOException {
        assertThat(matches(HEADING))
                .containsExactlyInAnyOrderElementsOf(
                        Stream.of(ErrorCategory.values()).map(Enum::name).toList());
    }

    @Test
    void documentsEveryCodeInItsCategory() throws IOException {
        Map<String, Set<String>> codes = new TreeMap<>();
        String category = "";
        for (String line : Files.readAllLines(RUNBOOK)) {
            Matcher heading = HEADING.matcher(line);
            Matcher code = CODE.matcher(line);
            if (heading.matches()) {
                category = heading.group(1);
            } else if (code.matches()) {
                codes.computeIfAbsent(category, name -> new TreeSet<>()).add(code.group(1));
            }
        }
        Map<String, Set<String>> expected = new TreeMap<>();
        for (ErrorCode code : ErrorCode.values()) {
            expected.computeIfAbsent(code.category().name(), name -> new TreeSet<>())
                    .add(code.name());
        }
        assertThat(codes).isEqualTo(expected);
    }

    @Test
    void documentsEveryExitCode() throws IOException {
        String runbook = Files.readString(RUNBOOK);
        for (ErrorCategory category : ErrorCategory.values()) {
            assertThat(runbook).contains("\n| " + category.exitCode() + " | ");
        }
    }

    @Test
    void documentsOnlyExistingMessages() throws IOException {
        StringBuilder code = new StringBuilder();
        for (String module : List.of("migration-core", "migration-app")) {
            try (Stream<Path> files = Files.walk(Path.of("..", module, "src", "main", "java"))) {
                for (Path file :
                        files.filter(path -> path.toString().endsWith(".java")).toList()) {
                    code.append(Files.readString(file));
                }
            }
        }
        List<String> messages = matches(MESSAGE);
        assertThat(messages).hasSizeGreaterThan(20);
        assertThat(messages).allMatch(message -> code.indexOf(message) >= 0);
    }

    private static List<String> matches(Pattern pattern) throws IOException {
        List<String> found = new ArrayList<>();
        for (String line : Files.readAllLines(RUNBOOK)) {
            Matcher matcher = pattern.matcher(line);
            if (matcher.matches()) {
                found.add(matcher.group(1));
            }
        }
        return found;
    }
}
