package io.gaussferry.cutover.fence;

import java.util.Map;
import java.util.TreeMap;

/** Names and values as one text, a line each: what a fence remembers. Neither may have the end of a line in it. */
final class MemoryText {

    private MemoryText() {}

    static String of(Map<String, String> values) {
        StringBuilder text = new StringBuilder();
        new TreeMap<>(values).forEach((name, value) -> {
            if (name.indexOf('=') >= 0 || (name + value).indexOf('\n') >= 0) {
                throw new IllegalArgumentException("cannot be remembered: " + name);
            }
            text.append(name).append('=').append(value).append('\n');
        });
        // compatibility A takes an empty text for NULL
        return text.isEmpty() ? "\n" : text.toString();
    }

    static Map<String, String> parse(String text) {
        Map<String, String> values = new TreeMap<>();
        text.lines().filter(line -> !line.isEmpty()).forEach(line -> {
            int equals = line.indexOf('=');
            values.put(line.substring(0, equals), line.substring(equals + 1));
        });
        return values;
    }
}
