package io.gaussferry.apply.mysql;

import io.gaussferry.convert.Codecs;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.convert.rule.UnconvertibleValueException;
import io.gaussferry.convert.text.PlainText;
import io.gaussferry.convert.text.ValueCodec;
import io.gaussferry.mysql.wire.Wire;
import io.gaussferry.mysql.wire.WireType;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.TargetProfile;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Objects;

/**
 * Writes one column's values, as they stand in row images, as literals of MySQL's SQL that become the very bytes again. The session must
 * have UTF-8, backslashes that escape, and the time zone {@code +00:00}. Not thread-safe.
 *
 * <p>ENUM, SET and BIT are written as numbers, bytes and texts of other character sets than UTF-8 in hexadecimal digits, the latter with an
 * introducer; numbers with a fraction always as DOUBLE or as DECIMAL, as the column is one.
 */
final class SqlLiteral {

    private static final HexFormat HEX = HexFormat.of();

    /** What follows the time of a TIMESTAMP that was written for a target with zones. */
    private static final String UTC = "+00";

    private final ColumnDefinition column;
    private final WireType wire;
    private final ValueCodec codec;
    private final boolean utf8;
    private final PlainText text = new PlainText();

    SqlLiteral(ColumnDefinition column, WireType wire) {
        this.column = column;
        this.wire = wire;
        this.codec = Codecs.codec(wire, column, TargetProfile.MYSQL, ConversionRules.defaults());
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
     * @param from where the value begins
     * @param to where it ends; the same for NULL
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
        text.reset();
        codec.write(image, from, to, text);
        return new String(text.buffer(), 0, text.length(), StandardCharsets.UTF_8);
    }

    /**
     * All digits of a FLOAT's own value: the shortest that mean the largest one are beyond it for MySQL. Without an exponent it would be a
     * DECIMAL, which has 65 digits.
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
                    "is what MySQL stores in an ENUM for something that was no member, and takes from nobody in its strict mode",
                    "change the value on the side where it is written");
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

    /** @param length bytes that the value has at least, with zeros at its end that images leave out */
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

    /** Bytes of the length that precedes a value. */
    private int prefix() {
        boolean byLength = wire.code() == WireType.VARCHAR || wire.code() == WireType.STRING;
        if (!byLength) {
            return wire.metadata();
        }
        return wire.metadata() > 255 ? 2 : 1;
    }
}
