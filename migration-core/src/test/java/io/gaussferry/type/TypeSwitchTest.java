package io.gaussferry.type;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
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

/** Only the registration in {@link ColumnType} is a switch over column types, and it names each of them. */
@AnalyzeClasses(packages = "io.gaussferry", importOptions = ImportOption.DoNotIncludeTests.class)
class TypeSwitchTest {

    private static final Set<String> TYPES =
            Arrays.stream(MySqlType.values()).map(MySqlType::name).collect(Collectors.toSet());

    private static final Pattern SWITCH = Pattern.compile("switch \\([^{]*\\) \\{");

    private static final Pattern LABELS = Pattern.compile("\\bcase ([A-Z][A-Z_0-9]*(?:,\\s*[A-Z][A-Z_0-9]*)*) ->");

    /** A compiled switch over an enum calls {@code ordinal}. */
    @ArchTest
    static void onlyTheRegistrationIsASwitchOverTypes(JavaClasses classes) {
        Set<String> found = classes.stream()
                .flatMap(item -> item.getMethodCallsFromSelf().stream())
                .filter(call -> call.getTargetOwner().isEquivalentTo(MySqlType.class)
                        && Set.of("ordinal", "compareTo").contains(call.getName()))
                .map(call -> call.getOriginOwner().getName().replaceFirst("\\$.*", ""))
                .collect(Collectors.toSet());
        assertThat(found).containsExactly(ColumnType.class.getName());
    }

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
