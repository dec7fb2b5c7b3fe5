package io.gaussferry.type;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** Literals of MySQL that do not depend on the session's {@code sql_mode} and character set, from values as it prints them. */
final class SqlLiterals {

    private SqlLiterals() {}

    static String number(String text) {
        if (text.isEmpty() || !text.chars().allMatch(c -> (c >= '0' && c <= '9') || c == '-' || c == '.')) {
            throw new IllegalArgumentException("not a number: " + text);
        }
        return text;
    }

    /** With an introducer a date would be compared as a string. */
    static String temporal(String text) {
        if (!text.chars().allMatch(c -> (c >= '0' && c <= '9') || "-:. ".indexOf(c) >= 0)) {
            throw new IllegalArgumentException("not a date or time: " + text);
        }
        return "'" + text + "'";
    }

    static String string(String text) {
        return "_utf8mb4 x'" + HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8)) + "'";
    }

    static String bytes(String hexDigits) {
        return "x'" + hexDigits(hexDigits) + "'";
    }

    static String hexDigits(String text) {
        return HexFormat.of().formatHex(HexFormat.of().parseHex(text));
    }

    /** @param length minimum length in bytes; restores the trailing zeros that images omit */
    static void appendBytes(byte[] image, int from, int to, int length, StringBuilder sql) {
        sql.append("x'");
        HexFormat.of().formatHex(sql, image, from, to);
        sql.append("00".repeat(Math.max(0, length - (to - from)))).append('\'');
    }

    static void quote(String value, StringBuilder sql) {
        sql.append('\'');
        int start = 0;
        for (int i = 0; i < value.length(); i++) {
            char character = value.charAt(i);
            if (character == '\'' || character == '\\') {
                sql.append(value, start, i).append(character);
                start = i; // doubled
            }
        }
        sql.append(value, start, value.length()).append('\'');
    }
}
