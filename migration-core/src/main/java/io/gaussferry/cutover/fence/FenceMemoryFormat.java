package io.gaussferry.cutover.fence;

import java.util.Map;
import java.util.TreeMap;

/**
 * Serializes names and values into one string, one line per pair. Neither may contain a line break. An equals sign and a backslash in a
 * name are escaped by a backslash; a name of an earlier version has no equals sign.
 */
final class FenceMemoryFormat {

    private FenceMemoryFormat() {}

    static String of(Map<String, String> values) {
        StringBuilder lines = new StringBuilder();
        new TreeMap<>(values).forEach((name, value) -> {
            if ((name + value).chars().anyMatch(character -> character == '\n' || character == '\r')) {
                throw new IllegalArgumentException("cannot be serialized: " + name);
            }
            lines.append(name.replace("\\", "\\\\").replace("=", "\\="))
                    .append('=')
                    .append(value)
                    .append('\n');
        });
        // compatibility A treats an empty string as NULL
        return lines.isEmpty() ? "\n" : lines.toString();
    }

    static Map<String, String> parse(String serialized) {
        Map<String, String> values = new TreeMap<>();
        serialized.lines().filter(line -> !line.isEmpty()).forEach(line -> {
            StringBuilder name = new StringBuilder();
            int at = 0;
            while (line.charAt(at) != '=') {
                boolean isEscaped = line.charAt(at) == '\\' && "=\\".indexOf(line.charAt(at + 1)) >= 0;
                at += isEscaped ? 1 : 0;
                name.append(line.charAt(at));
                at++;
            }
            values.put(name.toString(), line.substring(at + 1));
        });
        return values;
    }
}
