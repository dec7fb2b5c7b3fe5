package io.gaussferry.app.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Generates {@code docs/reference/configuration.md} from the comments in {@code config/gaussferry.yml}, which are the only source of the page. */
final class ConfigurationPage {

    private static final int INDENTATION = 2;
    /** In a comment, a word with a colon that is followed by more than one word is prose, not a key. */
    private static final Pattern KEY = Pattern.compile("( *)(?:(# )(?=[a-z-]+:(?: \\S+)?$))?([a-z][a-z-]*):(?: (.*))?");

    private static final Pattern COMMENT = Pattern.compile(" *# ?(.*)");

    /**
     * A key of the file.
     *
     * @param value the value in the file: a default or an example
     * @param isSet whether the line is active and not commented out
     * @param meaning its comment on one line
     */
    record Entry(String value, boolean isSet, String meaning) {}

    private final Map<String, Entry> entries = new LinkedHashMap<>();
    private final TreeMap<Integer, String> parents = new TreeMap<>();
    private final List<String> comment = new ArrayList<>();
    private boolean inExample;

    private ConfigurationPage() {}

    /** Reads the file's keys by full name, in the order of the file. */
    static Map<String, Entry> read(List<String> lines) {
        ConfigurationPage page = new ConfigurationPage();
        lines.forEach(page::line);
        return page.entries;
    }

    private void line(String line) {
        Matcher key = KEY.matcher(line);
        if (key.matches() && isNew(key)) {
            parents.tailMap(key.group(1).length(), true).clear();
            String name = String.join(".", parents.values()) + (parents.isEmpty() ? "" : ".") + key.group(3);
            String value = key.group(4) == null ? "" : key.group(4);
            entries.put(name, new Entry(value, key.group(2) == null, String.join(" ", comment)));
            parents.put(key.group(1).length(), key.group(3));
            comment.clear();
            return;
        }
        if (key.matches() && inExample) {
            return;
        }
        Matcher words = COMMENT.matcher(line);
        // the lines of an example are indented further
        inExample &= words.matches() && words.group(1).startsWith(" ");
        if (words.matches() && !inExample) {
            comment.add(words.group(1));
        } else if (line.isBlank()) {
            comment.clear();
        }
    }

    /** A comment that repeats the key above it starts an example. */
    private boolean isNew(Matcher key) {
        if (key.group(2) == null) {
            inExample = false;
            return true;
        }
        if (inExample) {
            return false;
        }
        String last = parents.isEmpty() ? "" : parents.lastEntry().getValue();
        inExample = last.equals(key.group(3));
        return !inExample && key.group(1).length() >= INDENTATION;
    }

    /**
     * Returns the page as Markdown.
     *
     * @param defaults the defaults by full name of the keys that have one
     */
    static String write(Map<String, Entry> entries, Map<String, String> defaults) {
        StringBuilder page = new StringBuilder("""
                # Configuration

                The configuration is one YAML file, `--config FILE`. `${NAME}` in a value is replaced by an environment variable. An
                unknown key is an error, and so is a value out of range. Durations are written as `10s`, sizes as `16MB`.
                [`config/gaussferry.yml`](../../config/gaussferry.yml) has the same keys as a template.

                The environment variable `GAUSSFERRY_LOG_FORMAT=json` makes the log JSON, one object per line.

                <!-- generated from config/gaussferry.yml by ConfigurationDocumentationTest -->
                """);
        Map<String, List<String>> sections = new LinkedHashMap<>();
        for (String name : entries.keySet()) {
            if (!isSection(name, entries)) {
                sections.computeIfAbsent(parent(name), unused -> new ArrayList<>())
                        .add(name);
            }
        }
        sections.forEach((section, names) -> {
            page.append("\n## `").append(section).append("`\n\n");
            Entry about = entries.get(section);
            if (about != null && section.contains(".") && !about.meaning().isEmpty()) {
                page.append(escaped(about.meaning())).append("\n\n");
            }
            page.append("| key | default | meaning |\n|---|---|---|\n");
            for (String name : names) {
                page.append(row(name.substring(section.length() + 1), entries.get(name), defaults.get(name)));
            }
        });
        return page.toString();
    }

    private static String row(String key, @Nullable Entry entry, @Nullable String defaultValue) {
        Entry known = Objects.requireNonNull(entry);
        String example = defaultValue != null || known.value().isEmpty() ? "" : " Example: `" + known.value() + "`.";
        return "| `" + key + "` | " + (defaultValue == null ? "" : "`" + defaultValue + "`") + " | "
                + (escaped(known.meaning()) + example).strip() + " |\n";
    }

    private static String escaped(String text) {
        return text.replace("|", "\\|").replace("*", "\\*");
    }

    private static String parent(String name) {
        return name.substring(0, name.lastIndexOf('.'));
    }

    static boolean isSection(String name, Map<String, Entry> entries) {
        return entries.keySet().stream().anyMatch(other -> other.startsWith(name + "."));
    }
}
