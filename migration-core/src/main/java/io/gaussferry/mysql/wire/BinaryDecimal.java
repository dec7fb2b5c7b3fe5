package io.gaussferry.mysql.wire;

import io.gaussferry.convert.text.ValueSink;

/**
 * MySQL's binary decimals, as written by {@code decimal2bin} in {@code strings/decimal.cc}. The integer digits and then the
 * decimals are in groups of nine, counted from the decimal point. Each group is a big-endian integer of the minimum number of
 * bytes. The highest bit of the first byte is set for numbers from 0 on; all bits of negative numbers are inverted.
 */
public final class BinaryDecimal {

    private static final int GROUP_DIGITS = 9;
    private static final int GROUP_BYTES = 4;

    /** Size in bytes of a group of 0 to 9 digits. */
    private static final int[] BYTES_OF_DIGITS = {0, 1, 1, 2, 2, 3, 3, 4, 4, 4};

    /** The lowest number that a group of 0 to 9 digits cannot hold. */
    private static final int[] POWERS_OF_TEN = {
        1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000
    };

    private BinaryDecimal() {}

    /** Returns the size of a decimal in bytes; {@code scale} is at most {@code precision}, which is at least 1. */
    public static int size(int precision, int scale) {
        return bytes(precision - scale) + bytes(scale);
    }

    private static int bytes(int digits) {
        return digits / GROUP_DIGITS * GROUP_BYTES + BYTES_OF_DIGITS[digits % GROUP_DIGITS];
    }

    /**
     * Writes a decimal with all decimals and without leading zeros except before the decimal point. The caller has checked the
     * size.
     */
    public static void write(byte[] bytes, int offset, int precision, int scale, String column, ValueSink sink) {
        int mask = bytes[offset] < 0 ? 0 : 0xFF;
        if (mask != 0 && !isNegativeZero(bytes, offset, size(precision, scale))) {
            sink.ascii('-');
        }
        int position = offset;
        int integerDigits = precision - scale;
        boolean significant = false;
        int left = integerDigits;
        while (left > 0) {
            int digits = left % GROUP_DIGITS == 0 ? GROUP_DIGITS : left % GROUP_DIGITS;
            int group = group(bytes, position, digits, mask, position == offset, column);
            if (significant) {
                sink.zeroPadded(group, digits);
            } else if (group != 0) {
                sink.unsignedDecimal(group);
                significant = true;
            }
            position += BYTES_OF_DIGITS[digits];
            left -= digits;
        }
        if (!significant) {
            sink.ascii('0');
        }
        if (scale > 0) {
            sink.ascii('.');
        }
        for (int rest = scale; rest > 0; rest -= GROUP_DIGITS) {
            int digits = Math.min(rest, GROUP_DIGITS);
            sink.zeroPadded(group(bytes, position, digits, mask, position == offset, column), digits);
            position += BYTES_OF_DIGITS[digits];
        }
    }

    private static int group(byte[] bytes, int position, int digits, int mask, boolean first, String column) {
        long value = 0;
        for (int i = 0; i < BYTES_OF_DIGITS[digits]; i++) {
            int unit = (bytes[position + i] & 0xFF) ^ mask;
            value = value << 8 | (first && i == 0 ? unit ^ 0x80 : unit);
        }
        if (value >= POWERS_OF_TEN[digits]) {
            throw new MalformedRowImageException(
                    column, value + " is not a valid group of " + digits + " decimal digits");
        }
        return (int) value;
    }

    /** MySQL does not store a negative zero; if one occurs, it is treated as zero. */
    private static boolean isNegativeZero(byte[] bytes, int offset, int size) {
        for (int i = 1; i < size; i++) {
            if (bytes[offset + i] != (byte) 0xFF) {
                return false;
            }
        }
        return bytes[offset] == 0x7F;
    }
}
