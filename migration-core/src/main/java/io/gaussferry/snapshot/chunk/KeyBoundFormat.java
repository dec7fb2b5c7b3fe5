package io.gaussferry.snapshot.chunk;

import java.util.ArrayList;
import java.util.List;

/**
 * Serializes a bound of a range into one string: each value follows an equals sign, and commas separate values, so that no value and an
 * empty value are distinguished. Commas, backslashes and U+0000, which no target stores, are escaped with a backslash.
 */
final class KeyBoundFormat {

    private KeyBoundFormat() {}

    static String of(List<String> values) {
        StringBuilder text = new StringBuilder();
        for (String value : values) {
            text.append(text.isEmpty() ? "=" : ",=")
                    .append(value.replace("\\", "\\\\").replace(",", "\\,").replace("\0", "\\0"));
        }
        return text.toString();
    }

    static List<String> parse(String text) {
        List<String> values = new ArrayList<>();
        StringBuilder value = new StringBuilder();
        for (int i = 1; i < text.length(); i++) {
            char character = text.charAt(i);
            if (character == '\\') {
                char escaped = text.charAt(++i);
                value.append(escaped == '0' ? '\0' : escaped);
            } else if (character == ',') {
                values.add(value.toString());
                value.setLength(0);
                i++; // the equals sign
            } else {
                value.append(character);
            }
        }
        if (!text.isEmpty()) {
            values.add(value.toString());
        }
        return values;
    }
}
