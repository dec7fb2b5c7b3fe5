package io.gaussferry.app.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.app.config.ConfigurationPage.Entry;
import io.gaussferry.configuration.DataSize;
import io.gaussferry.configuration.DefaultValue;
import io.gaussferry.configuration.PipelineProperties;
import java.io.IOException;
import java.lang.reflect.Parameter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The sample file has every key with its default, and {@code docs/reference/configuration.md} is generated from it. To generate it again, run this test
 * with {@code -Dgaussferry.write-docs=true}.
 */
class ConfigurationDocumentationTest {

    private static final Path SAMPLE = Path.of("..", "config", "gaussferry.yml");
    private static final Path PAGE = Path.of("..", "docs", "reference", "configuration.md");

    @Test
    void listsExactlyTheKnownKeysInSample() throws IOException {
        Map<String, Entry> entries = ConfigurationPage.read(Files.readAllLines(SAMPLE));
        Set<String> written = entries.keySet().stream()
                .filter(name -> !ConfigurationPage.isSection(name, entries))
                .collect(Collectors.toSet());
        assertThat(written).containsExactlyInAnyOrderElementsOf(keys().keySet());
    }

    @Test
    void documentsEveryKeyWithDefault() throws IOException {
        Map<String, Entry> entries = ConfigurationPage.read(Files.readAllLines(SAMPLE));
        keys().forEach((name, defaultValue) -> {
            Entry entry = Objects.requireNonNull(entries.get(name), name);
            // the comment of a key may also explain the key of a file with the same value
            if (!name.endsWith("-file")) {
                assertThat(entry.meaning()).as(name + " has a comment").isNotEmpty();
            }
            if (!defaultValue.isEmpty() && entry.isSet()) {
                assertThat(bare(entry.value())).as(name).isEqualTo(bare(defaultValue));
            }
        });
    }

    @Test
    void generatesPageFromSample() throws IOException {
        Map<String, String> defaults = new LinkedHashMap<>(keys());
        defaults.values().removeIf(String::isEmpty);
        String page = ConfigurationPage.write(ConfigurationPage.read(Files.readAllLines(SAMPLE)), defaults);
        if (Boolean.getBoolean("gaussferry.write-docs")) {
            Files.writeString(PAGE, page);
        }
        assertThat(Files.readString(PAGE)).isEqualTo(page);
    }

    private static String text(String... values) {
        return values.length == 0 ? "[]" : String.join(", ", values);
    }

    /** Removes brackets and quotes: a list of one value equals that value. */
    private static String bare(String value) {
        return value.replaceAll("[\\[\\]\"]", "");
    }

    /** Returns every key with its default; an empty string for a key without one. */
    private static Map<String, String> keys() {
        Map<String, String> keys = new LinkedHashMap<>();
        collect("gaussferry", PipelineProperties.class, keys);
        collect("gaussferry", DaemonProperties.class, keys);
        return keys;
    }

    private static void collect(String prefix, Class<?> type, Map<String, String> keys) {
        for (Parameter parameter : type.getDeclaredConstructors()[0].getParameters()) {
            String name = prefix + "."
                    + parameter.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
            if (parameter.getType().isRecord() && parameter.getType() != DataSize.class) {
                collect(name, parameter.getType(), keys);
                continue;
            }
            DefaultValue defaultValue = parameter.getAnnotation(DefaultValue.class);
            keys.put(name, defaultValue == null ? "" : text(defaultValue.value()));
        }
    }
}
