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

/** Makes {@code docs/configuration.md} of the comments in {@code config/gaussferry.yml}: what is said is said in one place. */
final class ConfigurationPage {

    private static final int INDENTATION = 2;
    /** In a comment, a word with a colon and more than one word after it is prose. */
    private static final Pattern KEY = Pattern.compile("( *)(?:(# )(?=[a-z-]+:(?: \\S+)?$))?([a-z][a-z-]*):(?: (.*))?");

    private static final Pattern COMMENT = Pattern.compile(" *# ?(.*)");

    /**
     * A key of the file.
     *
     * @param value what stands after it; a default or an example
     * @param isSet whether it is a line of the configuration, and not a comment
     * @param meaning its comment, as one line
     */
    record Entry(String value, boolean isSet, String meaning) {}

    private final Map<String, Entry> entries = new LinkedHashMap<>();
    private final TreeMap<Integer, String> parents = new TreeMap<>();
    private final List<String> comment = new ArrayList<>();
    private boolean inExample;

    private ConfigurationPage() {}

    /** Reads the file's keys, with their whole names, in their order. */
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
        // what belongs to an example is indented further
        inExample &= words.matches() && words.group(1).startsWith(" ");
        if (words.matches() && !inExample) {
            comment.add(words.group(1));
        } else if (line.isBlank()) {
            comment.clear();
        }
    }

    /** A comment that repeats the key above it begins an example. */
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
     * Returns the page.
     *
     * @param defaults of the keys that have one, by their whole names
     */
    static String write(Map<String, Entry> entries, Map<String, String> defaults) {
        StringBuilder page = new StringBuilder("""
                # Configuration

                One YAML file, `--config FILE`. `${NAME}` in a value stands for an environment variable. A key that is not
                here is refused by name, and so is a value out of its range. Durations are written as `10s`, sizes as `16MB`.
                [`config/gaussferry.yml`](../config/gaussferry.yml) is this page as a file to start from.

                `GAUSSFERRY_LOG_FORMAT=json` in the environment makes the log JSON, one object a line.

                <!-- made of config/gaussferry.yml: ConfigurationDocumentationTest says how -->
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

    private static String row(String key, @Nullable Entry entry, @Nullable String usual) {
        Entry known = Objects.requireNonNull(entry);
        String example = usual != null || known.value().isEmpty() ? "" : " Such as `" + known.value() + "`.";
        return "| `" + key + "` | " + (usual == null ? "" : "`" + usual + "`") + " | "
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
