package io.gaussferry.convert.encode;

import io.gaussferry.mysql.wire.Wire;

/** Reads integers of all of the target's types as a sign and a magnitude of 64 bits. Not thread-safe. */
public final class IntegerReader {

    private static final int LONGEST = 20;

    private final String column;
    private final TargetType type;
    private final NumericDigits digits;
    private long magnitude;
    private boolean negative;

    IntegerReader(String column, TargetType type) {
        this.column = column;
        this.type = type;
        this.digits = new NumericDigits(column);
    }

    /** Returns whether values of a type can be read. */
    public static boolean supports(TargetType type) {
        return switch (type) {
            case INT1, INT2, INT4, INT8, UINT1, UINT2, UINT4, UINT8, NUMERIC, YEAR, BOOL -> true;
            default -> false;
        };
    }

    /** Reads the next value. */
    void read(byte[] bytes, int from, int to) {
        switch (type) {
            case NUMERIC -> numeric(bytes, from, to);
            case UINT1, UINT2, UINT4, UINT8, BOOL -> {
                magnitude = Wire.bigEndian(bytes, from, sized(bytes, from, to));
                negative = false;
            }
            default -> {
                int size = sized(bytes, from, to);
                int unused = Long.SIZE - Byte.SIZE * size;
                long value = Wire.bigEndian(bytes, from, size) << unused >> unused;
                negative = value < 0;
                magnitude = negative ? -value : value;
            }
        }
    }

    private int sized(byte[] bytes, int from, int to) {
        int size = switch (type) {
            case INT1, UINT1, BOOL -> 1;
            case INT2, UINT2 -> 2;
            case INT4, UINT4, YEAR -> 4;
            default -> 8;
        };
        if (to - from != size) {
            throw ReverseConversionErrors.malformed(column, bytes, from, to, type.name());
        }
        return size;
    }

    private void numeric(byte[] bytes, int from, int to) {
        digits.read(bytes, from, to);
        if (!digits.isZeroBelow(0)) {
            throw ReverseConversionErrors.of(column, digits.toString(), "is not an integer");
        }
        boolean fits = digits.isZeroFrom(LONGEST);
        long value = 0;
        for (int power = LONGEST - 1; power >= 0; power--) {
            int digit = digits.digit(power);
            long limit = Long.divideUnsigned(-1L - digit, 10);
            fits &= Long.compareUnsigned(value, limit) <= 0;
            value = value * 10 + digit;
        }
        if (!fits) {
            throw ReverseConversionErrors.of(column, digits.toString(), "exceeds 64 bits");
        }
        negative = digits.isNegative();
        magnitude = value;
    }

    boolean isNegative() {
        return negative && magnitude != 0;
    }

    /** Returns the absolute value, as an unsigned number of 64 bits. */
    long magnitude() {
        return magnitude;
    }

    @Override
    public String toString() {
        return (isNegative() ? "-" : "") + Long.toUnsignedString(magnitude);
    }
}
