package io.gaussferry.snapshot.range;

import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.TargetTable;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * Creates SQL literals of key values for both servers. A value is passed as a string: numbers and dates as MySQL prints them, binary
 * strings as hexadecimal digits, BIT as binary digits, character strings unchanged.
 */
public final class KeyLiterals {

    private KeyLiterals() {}

    /**
     * Returns a literal that MySQL reads independently of the session's {@code sql_mode} and character set. TIMESTAMP requires a session
     * in UTC.
     */
    public static String source(ColumnDefinition column, String text) {
        return switch (column.type()) {
            case TINYINT, SMALLINT, MEDIUMINT, INT, BIGINT, DECIMAL, YEAR -> number(text);
            case BINARY, VARBINARY, BLOB, GEOMETRY, VECTOR -> "x'" + hexDigits(text) + "'";
            case BIT -> "b'" + number(text) + "'";
            // with an introducer a date would be compared as a string
            case DATE, DATETIME, TIMESTAMP, TIME -> "'" + temporal(text) + "'";
            case FLOAT, DOUBLE, CHAR, VARCHAR, TEXT, ENUM, SET, JSON ->
                "_utf8mb4 x'" + HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8)) + "'";
        };
    }

    /** Returns a literal for the target of the column's own type, so that its index can be used. */
    public static String target(ColumnDefinition column, TargetTable.Column target, String text) {
        String literal = Identifiers.literal(
                switch (column.type()) {
                    case BINARY, VARBINARY, BLOB, GEOMETRY, VECTOR -> "\\x" + hexDigits(text);
                    // the string '0' means the year 2000
                    case YEAR -> "0".repeat(Math.max(0, 4 - text.length())) + text;
                    case TINYINT, SMALLINT, MEDIUMINT, INT, BIGINT, DECIMAL, FLOAT, DOUBLE, BIT -> text;
                    case CHAR, VARCHAR, TEXT, DATE, TIME, DATETIME, TIMESTAMP, ENUM, SET, JSON -> text;
                });
        // a type whose name the target does not accept in a cast is left to the target's type inference
        return target.hasArrayType() ? "CAST(" + literal + " AS " + target.elementType() + ")" : literal;
    }

    /** Returns the MySQL expression that selects a value of an ordered column as a string. */
    static String selected(ColumnDefinition column) {
        String name = Identifiers.quoteSource(column.name());
        return column.type().isBytes() ? "HEX(" + name + ")" : "CAST(" + name + " AS CHAR)";
    }

    private static String number(String text) {
        if (text.isEmpty() || !text.chars().allMatch(c -> (c >= '0' && c <= '9') || c == '-' || c == '.')) {
            throw new IllegalArgumentException("not a number: " + text);
        }
        return text;
    }

    private static String temporal(String text) {
        if (!text.chars().allMatch(c -> (c >= '0' && c <= '9') || "-:. ".indexOf(c) >= 0)) {
            throw new IllegalArgumentException("not a date or time: " + text);
        }
        return text;
    }

    private static String hexDigits(String text) {
        return HexFormat.of().formatHex(HexFormat.of().parseHex(text));
    }
}
