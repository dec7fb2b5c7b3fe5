package io.gaussferry.schema;

import java.math.BigInteger;

/**
 * The values of an integer type.
 *
 * @param low the least
 * @param high the greatest
 */
public record IntegerRange(BigInteger low, BigInteger high) {

    /** Returns the range of a column; for a type that is no integer, that of BIGINT. */
    public static IntegerRange of(ColumnDefinition column) {
        int bits = switch (column.type()) {
            case TINYINT -> 8;
            case SMALLINT -> 16;
            case MEDIUMINT -> 24;
            case INT -> 32;
            default -> 64;
        };
        return column.unsigned()
                ? new IntegerRange(BigInteger.ZERO, BigInteger.TWO.pow(bits).subtract(BigInteger.ONE))
                : new IntegerRange(
                        BigInteger.TWO.pow(bits - 1).negate(),
                        BigInteger.TWO.pow(bits - 1).subtract(BigInteger.ONE));
    }

    /** Returns the number of decimal digits of the greatest value. */
    public int digits() {
        return high.toString().length();
    }
}
