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
 * The sample file has every key, with its default, and {@code docs/configuration.md} is made of it. To make it anew: this test
 * with {@code -Dgaussferry.write-docs=true}.
 */
class ConfigurationDocumentationTest {

    private static final Path SAMPLE = Path.of("..", "config", "gaussferry.yml");
    private static final Path PAGE = Path.of("..", "docs", "configuration.md");

    @Test
    void the_sample_has_every_key_and_no_other() throws IOException {
        Map<String, Entry> entries = ConfigurationPage.read(Files.readAllLines(SAMPLE));
        Set<String> written = entries.keySet().stream()
                .filter(name -> !ConfigurationPage.isSection(name, entries))
                .collect(Collectors.toSet());
        assertThat(written).containsExactlyInAnyOrderElementsOf(keys().keySet());
    }

    @Test
    void every_key_is_explained_and_shown_with_its_default() throws IOException {
        Map<String, Entry> entries = ConfigurationPage.read(Files.readAllLines(SAMPLE));
        keys().forEach((name, usual) -> {
            Entry entry = Objects.requireNonNull(entries.get(name), name);
            // a file that holds a value may be explained with the value
            if (!name.endsWith("-file")) {
                assertThat(entry.meaning()).as(name + " has a comment").isNotEmpty();
            }
            if (!usual.isEmpty() && entry.isSet()) {
                assertThat(bare(entry.value())).as(name).isEqualTo(bare(usual));
            }
        });
    }

    @Test
    void the_page_is_what_the_sample_says() throws IOException {
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

    /** A list of one is the same as that one. */
    private static String bare(String value) {
        return value.replaceAll("[\\[\\]\"]", "");
    }

    /** Every key with its default; the empty string where it has none. */
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
            DefaultValue usual = parameter.getAnnotation(DefaultValue.class);
            keys.put(name, usual == null ? "" : text(usual.value()));
        }
    }
}
