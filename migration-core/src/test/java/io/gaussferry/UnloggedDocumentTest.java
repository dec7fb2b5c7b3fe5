package io.gaussferry;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The evidence that {@code docs/reference/unlogged.md} names exists. */
class UnloggedDocumentTest {

    private static final Path ROOT = Path.of("..");
    private static final Path CASES = ROOT.resolve("src/test/src/test/resources/cases");
    private static final Pattern EVIDENCE = Pattern.compile("`([A-Z]\\w+(?:IT|Test)|cases/[\\w-]+\\.sql)`");

    @Test
    void every_row_names_a_test_that_exists() throws IOException {
        Set<String> existing = cases();
        for (Path tests : List.of(ROOT.resolve("src/test/src/test/java"), Path.of("src/test/java"))) {
            try (Stream<Path> files = Files.walk(tests)) {
                files.map(file -> file.getFileName().toString())
                        .filter(name -> name.endsWith(".java"))
                        .forEach(name -> existing.add(name.replace(".java", "")));
            }
        }
        for (String row : rows()) {
            List<String> evidence =
                    EVIDENCE.matcher(row).results().map(found -> found.group(1)).toList();
            assertThat(evidence.isEmpty()).as(row).isEqualTo(row.endsWith("| none: not reproduced |"));
            assertThat(existing).as(row).containsAll(evidence);
        }
    }

    /** The rows of all tables, without their headings. */
    private static List<String> rows() throws IOException {
        List<String> rows = Files.readAllLines(ROOT.resolve("docs/reference/unlogged.md")).stream()
                .filter(line -> line.startsWith("| ") && !line.startsWith("| MySQL |"))
                .toList();
        assertThat(rows).hasSizeGreaterThan(30);
        return rows;
    }

    private static Set<String> cases() throws IOException {
        try (Stream<Path> files = Files.list(CASES)) {
            return files.map(file -> "cases/" + file.getFileName()).collect(Collectors.toCollection(TreeSet::new));
        }
    }
}
