package io.gaussferry.mysql.json;

import io.gaussferry.convert.rule.ZeroDates;
import io.gaussferry.convert.text.ShortestDecimal;
import io.gaussferry.convert.text.ValueSink;
import io.gaussferry.mysql.wire.BinaryDecimal;
import io.gaussferry.mysql.wire.MalformedRowImageException;
import io.gaussferry.mysql.wire.TemporalParser;
import io.gaussferry.mysql.wire.Wire;
import io.gaussferry.mysql.wire.WireType;

/**
 * Converts MySQL's binary JSON ({@code sql-common/json_binary.h}) to the string that the server prints for it
 * ({@code Json_wrapper::to_string}), so that the initial copy and replication write equal strings.
 *
 * <p>Every offset in it is checked. Because offsets of damaged bytes may refer to the same position repeatedly, the values and
 * bytes of a document are also counted: an intact document never has more than its own bytes.
 */
public final class BinaryJson {

    public static final int SMALL_OBJECT = 0x00;
    static final int LARGE_OBJECT = 0x01;
    public static final int SMALL_ARRAY = 0x02;
    static final int LARGE_ARRAY = 0x03;
    public static final int LITERAL = 0x04;
    public static final int INT16 = 0x05;
    static final int UINT16 = 0x06;
    static final int INT32 = 0x07;
    static final int UINT32 = 0x08;
    static final int INT64 = 0x09;
    static final int UINT64 = 0x0A;
    static final int DOUBLE = 0x0B;
    public static final int STRING = 0x0C;
    static final int OPAQUE = 0x0F;

    /**
     * Digits of the server's largest {@code my_decimal}, nine words of nine digits. A column's decimal has at most 65, but in JSON the server may count a
     * leading zero, as 66 digits.
     */
    private static final int DECIMAL_DIGITS = 81;

    /** {@code JSON_DOCUMENT_MAX_DEPTH} of the server. */
    private static final int MAXIMUM_DEPTH = 100;

    private static final byte[][] LITERALS = {ValueSink.ascii("null"), ValueSink.ascii("true"), ValueSink.ascii("false")
    };

    private final byte[] bytes;
    private final String column;
    private final ValueSink sink;

    /** Remaining number of bytes that the document's values may occupy. */
    private long budget;

    /** The length read last by {@link #afterLength}: its second result, returned without allocating an object. */
    private int lastLength;

    private BinaryJson(byte[] bytes, int length, String column, ValueSink sink) {
        this.bytes = bytes;
        this.column = column;
        this.sink = sink;
        this.budget = length;
    }

    /** Writes the document between two offsets as a string; MySQL reads an empty document as {@code null}. */
    public static void write(byte[] bytes, int from, int to, String column, ValueSink sink) {
        if (from == to) {
            sink.ascii(LITERALS[0]);
            return;
        }
        BinaryJson document = new BinaryJson(bytes, to - from, column, sink);
        document.value(bytes[from] & 0xFF, from + 1, to, 1);
    }

    private void value(int type, int offset, int limit, int depth) {
        switch (type) {
            case SMALL_OBJECT, LARGE_OBJECT, SMALL_ARRAY, LARGE_ARRAY -> container(type, offset, limit, depth);
            case LITERAL -> literal(spend(offset, 1, limit));
            case INT16 -> sink.decimal((short) Wire.littleEndian(bytes, spend(offset, 2, limit), 2));
            case UINT16 -> sink.decimal(Wire.littleEndian(bytes, spend(offset, 2, limit), 2));
            case INT32 -> sink.decimal(Wire.int32(bytes, spend(offset, 4, limit)));
            case UINT32 -> sink.decimal(Wire.int32(bytes, spend(offset, 4, limit)) & 0xFFFF_FFFFL);
            case INT64 -> sink.decimal(Wire.int64(bytes, spend(offset, 8, limit)));
            case UINT64 -> sink.unsignedDecimal(Wire.int64(bytes, spend(offset, 8, limit)));
            case DOUBLE -> number(Double.longBitsToDouble(Wire.int64(bytes, spend(offset, 8, limit))));
            case STRING -> {
                int start = afterLength(offset, limit);
                string(start, spend(start, lastLength, limit) + lastLength);
            }
            case OPAQUE -> opaque(offset, limit);
            default -> throw malformed("the unknown type " + type);
        }
    }

    private void container(int type, int offset, int limit, int depth) {
        if (depth > MAXIMUM_DEPTH) {
            throw malformed("more than " + MAXIMUM_DEPTH + " levels of nesting");
        }
        boolean object = type == SMALL_OBJECT || type == LARGE_OBJECT;
        int width = type == SMALL_OBJECT || type == SMALL_ARRAY ? 2 : 4;
        spend(offset, 2 * width, limit);
        long count = Wire.littleEndian(bytes, offset, width);
        long size = Wire.littleEndian(bytes, offset + width, width);
        int keyEntry = object ? width + 2 : 0;
        int valueEntry = 1 + width;
        long header = 2L * width + count * (keyEntry + valueEntry);
        if (size > limit - offset || header > size) {
            throw malformed("a container of " + count + " values in " + size + " bytes");
        }
        int end = offset + (int) size;
        int keys = offset + 2 * width;
        int values = keys + (int) count * keyEntry;
        sink.ascii(object ? '{' : '[');
        for (int i = 0; i < count; i++) {
            if (i > 0) {
                sink.ascii(',');
                sink.ascii(' ');
            }
            if (object) {
                key(offset, keys + i * keyEntry, width, end);
            }
            element(offset, values + i * valueEntry, width, end, depth);
        }
        sink.ascii(object ? '}' : ']');
    }

    private void key(int container, int entry, int width, int end) {
        int length = (int) Wire.littleEndian(bytes, entry + width, 2);
        // an empty key may start at the end of the container
        int start = within(container, Wire.littleEndian(bytes, entry, width), end + (length == 0 ? 1 : 0));
        spend(start, length, end);
        string(start, start + length);
        sink.ascii(':');
        sink.ascii(' ');
    }

    private void element(int container, int entry, int width, int end, int depth) {
        int type = bytes[entry] & 0xFF;
        budget -= 1L + width;
        if (isInlined(type, width)) {
            // the value is within the entry, whose bytes are already counted
            budget += width;
            value(type, entry + 1, entry + 1 + width, depth + 1);
            return;
        }
        value(type, within(container, Wire.littleEndian(bytes, entry + 1, width), end), end, depth + 1);
    }

    /** Returns whether a value is stored within its container's value entry, and not after the entries. */
    static boolean isInlined(int type, int width) {
        return type == LITERAL || type == INT16 || type == UINT16 || (width == 4 && (type == INT32 || type == UINT32));
    }

    private void literal(int offset) {
        int literal = bytes[offset] & 0xFF;
        if (literal >= LITERALS.length) {
            throw malformed("literal " + literal);
        }
        sink.ascii(LITERALS[literal]);
    }

    private void number(double value) {
        if (!Double.isFinite(value)) {
            throw malformed("a number that is infinite or not a number");
        }
        ShortestDecimal.writeJson(value, sink);
    }

    /** Writes a JSON string: the server escapes only the quote, the backslash and control characters. */
    private void string(int from, int to) {
        sink.escaped('"');
        int start = from;
        for (int i = from; i < to; i++) {
            int unit = bytes[i];
            if (unit >= 0 && (unit < ' ' || unit == '"' || unit == '\\')) {
                utf8(start, i);
                escape(unit);
                start = i + 1;
            }
        }
        utf8(start, to);
        sink.escaped('"');
    }

    private void utf8(int from, int to) {
        if (sink.utf8(bytes, from, to) != to) {
            throw malformed("a string that is not UTF-8");
        }
    }

    private void escape(int unit) {
        sink.escaped('\\');
        switch (unit) {
            case '"' -> sink.escaped('"');
            case '\\' -> sink.escaped('\\');
            case '\b' -> sink.ascii('b');
            case '\f' -> sink.ascii('f');
            case '\n' -> sink.ascii('n');
            case '\r' -> sink.ascii('r');
            case '\t' -> sink.ascii('t');
            default -> {
                sink.ascii('u');
                sink.ascii('0');
                sink.ascii('0');
                sink.ascii(Character.forDigit(unit >> 4, 16));
                sink.ascii(Character.forDigit(unit & 15, 16));
            }
        }
    }

    private void opaque(int offset, int limit) {
        int type = bytes[spend(offset, 1, limit)] & 0xFF;
        int start = afterLength(offset + 1, limit);
        int length = lastLength;
        spend(start, length, limit);
        switch (type) {
            case WireType.NEWDECIMAL -> decimal(start, length);
            case WireType.DATE, WireType.TIME, WireType.DATETIME, WireType.TIMESTAMP -> temporal(type, start, length);
            default -> JsonBase64.write(type, bytes, start, length, sink);
        }
    }

    /** Writes a decimal as a number: precision, scale, and a binary decimal as in a column. */
    private void decimal(int start, int length) {
        int precision = length < 2 ? 0 : bytes[start] & 0xFF;
        int scale = length < 2 ? 0 : bytes[start + 1] & 0xFF;
        boolean possible = precision >= 1 && precision <= DECIMAL_DIGITS && scale <= precision;
        if (!possible || length != 2 + BinaryDecimal.size(precision, scale)) {
            throw malformed("a decimal of " + precision + " digits, " + scale + " decimals and " + length + " bytes");
        }
        BinaryDecimal.write(bytes, start + 2, precision, scale, column, sink);
    }

    /** Writes a packed time ({@code TIME_to_longlong_packed}) as a string; a time always has six decimals. */
    private void temporal(int type, int start, int length) {
        if (length != 8) {
            throw malformed("a date or time of " + length + " bytes");
        }
        long packed = Wire.int64(bytes, start);
        long magnitude = Math.abs(packed);
        int micros = (int) magnitude & 0xFF_FFFF;
        long whole = magnitude >>> 24;
        int hour = (int) (whole >> 12) & (type == WireType.TIME ? 0x3FF : 31);
        int yearMonth = (int) (whole >> 22);
        boolean possible = type == WireType.TIME
                ? hour <= 838 && whole >> 22 == 0
                : packed >= 0 && yearMonth / 13 <= 9999 && hour <= 23;
        int minute = (int) (whole >> 6) & 63;
        int second = (int) whole & 63;
        if (!possible || magnitude < 0 || minute > 59 || second > 59 || micros > 999_999) {
            throw malformed("an invalid date or time");
        }
        sink.escaped('"');
        if (type != WireType.TIME) {
            ZeroDates.writeDate(yearMonth / 13, yearMonth % 13, (int) (whole >> 17) & 31, sink);
        }
        if (type == WireType.DATETIME || type == WireType.TIMESTAMP) {
            sink.ascii(' ');
        }
        if (packed < 0) {
            sink.ascii('-');
        }
        if (type != WireType.DATE) {
            sink.zeroPadded(hour, hour > 99 ? 3 : 2);
            sink.ascii(':');
            sink.zeroPadded(minute, 2);
            sink.ascii(':');
            sink.zeroPadded(second, 2);
            TemporalParser.writeFraction(micros, 6, sink);
        }
        sink.escaped('"');
    }

    /** Reads a length of 1 to 5 bytes, seven bits each, the lowest first; returns the offset after it. */
    private int afterLength(int offset, int limit) {
        long length = 0;
        for (int i = 0; i < 5; i++) {
            int unit = bytes[spend(offset + i, 1, limit)];
            length |= (long) (unit & 0x7F) << (7 * i);
            if (unit >= 0) {
                if (length > limit - offset) {
                    break;
                }
                lastLength = (int) length;
                return offset + i + 1;
            }
        }
        throw malformed("a string longer than the document");
    }

    private int within(int container, long offset, int end) {
        if (offset >= end - container) {
            throw malformed("an offset beyond its container");
        }
        return container + (int) offset;
    }

    /** Checks that the given number of bytes exist, counts them, and returns their offset. */
    private int spend(int offset, int size, int limit) {
        if (size > limit - offset) {
            throw malformed("a value that ends beyond its container");
        }
        budget -= size;
        if (budget < 0) {
            throw malformed("values that share their bytes");
        }
        return offset;
    }

    private MalformedRowImageException malformed(String defect) {
        return new MalformedRowImageException(column, "its JSON has " + defect);
    }
}
