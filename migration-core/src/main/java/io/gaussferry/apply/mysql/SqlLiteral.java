package io.gaussferry.apply.mysql;

import io.gaussferry.convert.rule.ColumnUsage;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.convert.rule.UnconvertibleValueException;
import io.gaussferry.convert.text.PlainText;
import io.gaussferry.convert.text.ValueCodec;
import io.gaussferry.mysql.wire.Wire;
import io.gaussferry.mysql.wire.WireType;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.TargetProfile;
import io.gaussferry.type.ColumnType;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Objects;

/**
 * Writes one column's values from row images as MySQL literals that reproduce the same bytes. The session must use
 * UTF-8, backslash escapes and the time zone {@code +00:00}. Not thread-safe.
 *
 * <p>ENUM, SET and BIT are written as numbers. Bytes, and strings in character sets other than UTF-8, are written in
 * hexadecimal digits, the latter with an introducer. Numbers with a fraction are always DOUBLE or DECIMAL literals,
 * matching the column.
 */
final class SqlLiteral {

    private static final HexFormat HEX = HexFormat.of();

    /** Zone suffix of a TIMESTAMP written for a target with time zones. */
    private static final String UTC = "+00";

    private final ColumnDefinition column;
    private final WireType wire;
    private final ValueCodec codec;
    private final boolean utf8;
    private final PlainText plain = new PlainText();

    SqlLiteral(ColumnDefinition column, WireType wire) {
        this.column = column;
        this.wire = wire;
        this.codec =
                ColumnType.of(column).codec(wire, TargetProfile.MYSQL, ConversionRules.defaults(), ColumnUsage.NONE);
        this.utf8 = isUtf8(column);
    }

    private static boolean isUtf8(ColumnDefinition column) {
        String characterSet = String.valueOf(column.characterSet());
        return characterSet.equals("utf8mb4")
                || characterSet.equals("utf8mb3")
                || characterSet.equals("utf8")
                || characterSet.equals("ascii");
    }

    /**
     * Writes a value.
     *
     * @param image bytes of a rows event
     * @param from start of the value
     * @param to end of the value; equal to {@code from} for NULL
     */
    void write(byte[] image, int from, int to, StringBuilder sql) {
        if (from == to) {
            sql.append("NULL");
            return;
        }
        switch (column.type()) {
            case TINYINT, SMALLINT, MEDIUMINT, INT, BIGINT, DECIMAL -> sql.append(plain(image, from, to));
            case FLOAT -> writeFloating(Float.intBitsToFloat(Wire.int32(image, from)), sql);
            case DOUBLE -> writeFloating(Double.longBitsToDouble(Wire.int64(image, from)), sql);
            case YEAR -> sql.append(Integer.parseInt(plain(image, from, to)));
            case BIT -> sql.append(Long.toUnsignedString(Wire.bigEndian(image, from, to - from)));
            case ENUM -> writeEnum(Wire.littleEndian(image, from, to - from), sql);
            case SET -> sql.append(Long.toUnsignedString(Wire.littleEndian(image, from, to - from)));
            case DATE, TIME, DATETIME ->
                sql.append('\'').append(plain(image, from, to)).append('\'');
            case TIMESTAMP -> writeTimestamp(plain(image, from, to), sql);
            case JSON -> quote(plain(image, from, to), sql);
            case CHAR, VARCHAR, TEXT -> writeText(image, from + prefix(), to, sql);
            case BINARY -> writeBytes(image, from + prefix(), to, (int) column.length(), sql);
            case VARBINARY, BLOB, GEOMETRY, VECTOR -> writeBytes(image, from + prefix(), to, 0, sql);
        }
    }

    private String plain(byte[] image, int from, int to) {
        plain.reset();
        codec.write(image, from, to, plain);
        return new String(plain.buffer(), 0, plain.length(), StandardCharsets.UTF_8);
    }

    /**
     * Writes all digits of a FLOAT's exact value: MySQL rejects the shortest digits of the largest FLOAT as out of
     * range. Without an exponent the literal would be a DECIMAL, which has 65 digits.
     */
    private static void writeFloating(double number, StringBuilder sql) {
        String digits = Double.toString(number);
        sql.append(digits);
        if (digits.indexOf('E') < 0) {
            sql.append("E0");
        }
    }

    private void writeEnum(long number, StringBuilder sql) {
        if (number == 0) {
            throw new UnconvertibleValueException(
                    column.name(),
                    "'' (number 0)",
                    "is the value that MySQL stores in an ENUM for an invalid member, and rejects in strict mode",
                    "change the value at the side that writes it");
        }
        sql.append(number);
    }

    private static void writeTimestamp(String value, StringBuilder sql) {
        int end = value.endsWith(UTC) ? value.length() - UTC.length() : value.length();
        sql.append('\'').append(value, 0, end).append('\'');
    }

    private void writeText(byte[] image, int from, int to, StringBuilder sql) {
        if (utf8) {
            quote(new String(image, from, to - from, StandardCharsets.UTF_8), sql);
            return;
        }
        sql.append('_').append(Objects.requireNonNull(column.characterSet())).append(' ');
        writeBytes(image, from, to, 0, sql);
    }

    /** @param length minimum length in bytes; restores the trailing zeros that images omit */
    private static void writeBytes(byte[] image, int from, int to, int length, StringBuilder sql) {
        sql.append("x'");
        HEX.formatHex(sql, image, from, to);
        sql.append("00".repeat(Math.max(0, length - (to - from)))).append('\'');
    }

    private static void quote(String value, StringBuilder sql) {
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

    /** Returns the number of bytes of the length that precedes a value. */
    private int prefix() {
        boolean byLength = wire.code() == WireType.VARCHAR || wire.code() == WireType.STRING;
        if (!byLength) {
            return wire.metadata();
        }
        return wire.metadata() > 255 ? 2 : 1;
    }
}
