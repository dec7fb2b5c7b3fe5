package io.gaussferry.convert.image;

import io.gaussferry.mysql.wire.Wire;

/**
 * A {@code numeric} in its binary form ({@code numeric_send} in PostgreSQL's {@code numeric.c}): the number of groups of four digits,
 * the weight of the first, the sign, how many decimals are shown, then the groups, two bytes each. One that is filled anew for each
 * value; used by one thread.
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

    /** Takes the next value. */
    void read(byte[] source, int start, int to) {
        boolean whole = to - start >= HEADER_BYTES;
        int count = whole ? (int) Wire.bigEndian(source, start, 2) : -1;
        if (!whole || to - start != HEADER_BYTES + 2 * count) {
            throw Refusal.malformed(column, source, start, to, "numeric");
        }
        int sign = (int) Wire.bigEndian(source, start + 4, 2);
        if (sign != 0 && sign != NEGATIVE) {
            throw Refusal.of(column, "NaN or Infinity", "is no number for MySQL");
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

    /** Returns the digit of 10 to a power. */
    int digit(int power) {
        int group = weight - Math.floorDiv(power, GROUP_DIGITS);
        if (group < 0 || group >= groups) {
            return 0;
        }
        int value = (int) Wire.bigEndian(bytes, from + 2 * group, 2);
        return value / POWERS_OF_TEN[Math.floorMod(power, GROUP_DIGITS)] % 10;
    }

    /** Returns whether all digits from a power on upwards are zero. */
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

    /** Returns the number as text, for messages and for parsing. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(negative ? "-" : "");
        for (int power = Math.max(0, weight * GROUP_DIGITS + GROUP_DIGITS - 1); power >= 0; power--) {
            text.append((char) ('0' + digit(power)));
        }
        int lowest = (weight - groups + 1) * GROUP_DIGITS;
        if (lowest < 0) {
            text.append('.');
        }
        for (int power = -1; power >= lowest; power--) {
            text.append((char) ('0' + digit(power)));
        }
        return text.toString();
    }
}
