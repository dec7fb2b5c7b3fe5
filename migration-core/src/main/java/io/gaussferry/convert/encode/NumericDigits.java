package io.gaussferry.convert.encode;

import io.gaussferry.mysql.wire.Wire;

/**
 * The digits of a {@code numeric} in its binary form ({@code numeric_send} in PostgreSQL's {@code numeric.c}): the
 * number of groups of four digits, the weight of the first, the sign, the number of displayed decimals, then the
 * groups, two bytes each. Reused for every value. Not thread-safe.
 */
final class NumericDigits {

    private static final int HEADER_BYTES = 8;
    private static final int GROUP_DIGITS = 4;
    private static final int NEGATIVE = 0x4000;
    private static final int[] POWERS_OF_TEN = {1, 10, 100, 1_000};

    private final String column;
    private byte[] bytes = {};
    private int from;
    private int groups;
    private int weight;
    private boolean negative;

    NumericDigits(String column) {
        this.column = column;
    }

    /** Reads the next value. */
    void read(byte[] source, int start, int to) {
        boolean complete = to - start >= HEADER_BYTES;
        int count = complete ? (int) Wire.bigEndian(source, start, 2) : -1;
        if (!complete || to - start != HEADER_BYTES + 2 * count) {
            throw ReverseConversionErrors.malformed(column, source, start, to, "numeric");
        }
        int sign = (int) Wire.bigEndian(source, start + 4, 2);
        if (sign != 0 && sign != NEGATIVE) {
            throw ReverseConversionErrors.of(column, "NaN or Infinity", "is not a number in MySQL");
        }
        bytes = source;
        from = start + HEADER_BYTES;
        groups = count;
        weight = (short) Wire.bigEndian(source, start + 2, 2);
        negative = sign == NEGATIVE;
    }

    boolean isNegative() {
        return negative;
    }

    /** Returns the digit at a power of 10. */
    int digit(int power) {
        int group = weight - Math.floorDiv(power, GROUP_DIGITS);
        if (group < 0 || group >= groups) {
            return 0;
        }
        int value = (int) Wire.bigEndian(bytes, from + 2 * group, 2);
        return value / POWERS_OF_TEN[Math.floorMod(power, GROUP_DIGITS)] % 10;
    }

    /** Returns whether all digits at a power and above are zero. */
    boolean isZeroFrom(int power) {
        for (int higher = weight * GROUP_DIGITS + GROUP_DIGITS - 1; higher >= power; higher--) {
            if (digit(higher) != 0) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether all digits below a power are zero. */
    boolean isZeroBelow(int power) {
        for (int lower = (weight - groups + 1) * GROUP_DIGITS; lower < power; lower++) {
            if (digit(lower) != 0) {
                return false;
            }
        }
        return true;
    }

    /** Returns the number in decimal notation, for messages and for parsing. */
    @Override
    public String toString() {
        StringBuilder number = new StringBuilder(negative ? "-" : "");
        for (int power = Math.max(0, weight * GROUP_DIGITS + GROUP_DIGITS - 1); power >= 0; power--) {
            number.append((char) ('0' + digit(power)));
        }
        int lowest = (weight - groups + 1) * GROUP_DIGITS;
        if (lowest < 0) {
            number.append('.');
        }
        for (int power = -1; power >= lowest; power--) {
            number.append((char) ('0' + digit(power)));
        }
        return number.toString();
    }
}
