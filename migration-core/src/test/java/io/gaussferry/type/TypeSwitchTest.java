package io.gaussferry.type;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.schema.MySqlType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A switch over column types names each type, so that a new type does not compile before each switch handles it. */
class TypeSwitchTest {

    private static final Set<String> TYPES =
            Arrays.stream(MySqlType.values()).map(MySqlType::name).collect(Collectors.toSet());

    private static final Pattern SWITCH = Pattern.compile("switch \\([^{]*\\) \\{");

    private static final Pattern LABELS = Pattern.compile("\\bcase ([A-Z][A-Z_0-9]*(?:,\\s*[A-Z][A-Z_0-9]*)*) ->");

    @Test
    void noSwitchOverTypesHasDefault() throws IOException {
        List<String> found = new ArrayList<>();
        try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".java")).toList()) {
                String text = Files.readString(file);
                Matcher start = SWITCH.matcher(text);
                while (start.find()) {
                    String body = body(text, start.end());
                    if (isOverTypes(body) && body.contains("default ->")) {
                        found.add(file.getFileName() + ": " + start.group());
                    }
                }
            }
        }
        assertThat(found).isEmpty();
    }

    private static boolean isOverTypes(String body) {
        Set<String> labels = LABELS.matcher(body)
                .results()
                .flatMap(match -> Arrays.stream(match.group(1).split(",\\s*")))
                .collect(Collectors.toSet());
        return !labels.isEmpty() && TYPES.containsAll(labels);
    }

    /** Returns the source code up to the closing brace. */
    private static String body(String text, int from) {
        int depth = 1;
        int end = from;
        while (depth > 0) {
            char next = text.charAt(end++);
            depth += next == '{' ? 1 : next == '}' ? -1 : 0;
        }
        return text.substring(from, end);
    }
}
