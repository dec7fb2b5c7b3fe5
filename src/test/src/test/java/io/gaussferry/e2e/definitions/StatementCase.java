package io.gaussferry.e2e.definitions;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A statement of the corpus. In its file it starts with {@code ====} and its name; each part starts with {@code --} and the part's name: {@code
 * before} (statements that create the tables), {@code rows} (statements that fill them), {@code session} (settings of the session), {@code
 * statement}, {@code after} (the resulting definitions), and a translation for each kind of target.
 *
 * @param family the file's name
 * @param name its name in the file
 * @param parts the parts by name
 */
record StatementCase(String family, String name, Map<String, String> parts) {

    static final String DATABASE = "shop";

    private static final List<String> ORDER =
            List.of("before", "rows", "session", "statement", "after", "dolphin", "pg", "postgresql");

    static Path directory() {
        return Path.of("src", "test", "resources", "definitions");
    }

    static List<Path> files() {
        try (Stream<Path> files = Files.list(directory())) {
            return files.filter(file -> file.toString().endsWith(".sql"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<StatementCase> read(Path file) {
        String family = file.getFileName().toString().replace(".sql", "");
        List<StatementCase> cases = new ArrayList<>();
        for (String text : read(file, "(?m)^==== ")) {
            if (text.isBlank()) {
                continue;
            }
            Map<String, String> parts = new LinkedHashMap<>();
            String[] sections = text.split("(?m)^-- ", -1);
            for (int i = 1; i < sections.length; i++) {
                int end = sections[i].indexOf('\n');
                parts.put(
                        sections[i].substring(0, end).strip(),
                        sections[i].substring(end + 1).strip());
            }
            cases.add(new StatementCase(family, sections[0].strip(), parts));
        }
        return cases;
    }

    private static List<String> read(Path file, String separator) {
        try {
            return Arrays.asList(Files.readString(file).split(separator, -1));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String text() {
        StringBuilder text = new StringBuilder("==== ").append(name).append('\n');
        for (String part : ORDER) {
            if (parts.containsKey(part) && !(part.equals("rows") && part(part).isEmpty())) {
                text.append("-- ").append(part).append('\n');
                text.append(part(part).isEmpty() ? "" : part(part) + "\n");
            }
        }
        return text.toString();
    }

    String part(String part) {
        return parts.getOrDefault(part, "");
    }

    StatementCase with(Map<String, String> others) {
        Map<String, String> all = new LinkedHashMap<>(parts);
        all.putAll(others);
        return new StatementCase(family, name, all);
    }

    /** Returns the statements of a part; each ends with a semicolon at the end of a line. */
    List<String> statements(String part) {
        return Arrays.stream(part(part).split(";\\s*(\n|$)"))
                .map(String::strip)
                .filter(statement -> !statement.isEmpty())
                .toList();
    }

    @Override
    public String toString() {
        return family + ": " + name;
    }
}
