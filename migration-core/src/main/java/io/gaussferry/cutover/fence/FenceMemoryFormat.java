package io.gaussferry.cutover.fence;

import java.util.Map;
import java.util.TreeMap;

/** Serializes names and values into one string, one line per pair. Neither may contain a line break. */
final class FenceMemoryFormat {

    private FenceMemoryFormat() {}

    static String of(Map<String, String> values) {
        StringBuilder lines = new StringBuilder();
        new TreeMap<>(values).forEach((name, value) -> {
            if (name.indexOf('=') >= 0 || (name + value).indexOf('\n') >= 0) {
                throw new IllegalArgumentException("cannot be serialized: " + name);
            }
            lines.append(name).append('=').append(value).append('\n');
        });
        // compatibility A treats an empty string as NULL
        return lines.isEmpty() ? "\n" : lines.toString();
    }

    static Map<String, String> parse(String serialized) {
        Map<String, String> values = new TreeMap<>();
        serialized.lines().filter(line -> !line.isEmpty()).forEach(line -> {
            int equals = line.indexOf('=');
            values.put(line.substring(0, equals), line.substring(equals + 1));
        });
        return values;
    }
}
