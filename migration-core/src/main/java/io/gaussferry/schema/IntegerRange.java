package io.gaussferry.schema;

import java.math.BigInteger;

/**
 * The values of an integer type.
 *
 * @param low the lowest value
 * @param high the highest value
 */
public record IntegerRange(BigInteger low, BigInteger high) {

    /** Returns the range of an integer type. */
    public static IntegerRange of(int bits, boolean unsigned) {
        return unsigned
                ? new IntegerRange(BigInteger.ZERO, BigInteger.TWO.pow(bits).subtract(BigInteger.ONE))
                : new IntegerRange(
                        BigInteger.TWO.pow(bits - 1).negate(),
                        BigInteger.TWO.pow(bits - 1).subtract(BigInteger.ONE));
    }

    /** Returns whether it contains all values of another range. */
    public boolean contains(IntegerRange other) {
        return low.compareTo(other.low) <= 0 && high.compareTo(other.high) >= 0;
    }

    /** Returns the number of decimal digits of the highest value. */
    public int digits() {
        return high.toString().length();
    }
}
