package io.gaussferry.schema;

import java.math.BigInteger;

/**
 * The values of an integer type.
 *
 * @param low the lowest value
 * @param high the highest value
 */
public record IntegerRange(BigInteger low, BigInteger high) {

    /** Returns the range of a column; that of BIGINT for a type other than an integer. */
    public static IntegerRange of(ColumnDefinition column) {
        int bits = switch (column.type()) {
            case TINYINT -> 8;
            case SMALLINT -> 16;
            case MEDIUMINT -> 24;
            case INT -> 32;
            case BIGINT, DECIMAL, FLOAT, DOUBLE, BIT -> 64;
            case CHAR, VARCHAR, TEXT, BINARY, VARBINARY, BLOB, DATE, TIME, DATETIME, TIMESTAMP, YEAR -> 64;
            case ENUM, SET, JSON, GEOMETRY, VECTOR -> 64;
        };
        return column.unsigned()
                ? new IntegerRange(BigInteger.ZERO, BigInteger.TWO.pow(bits).subtract(BigInteger.ONE))
                : new IntegerRange(
                        BigInteger.TWO.pow(bits - 1).negate(),
                        BigInteger.TWO.pow(bits - 1).subtract(BigInteger.ONE));
    }

    /** Returns the number of decimal digits of the highest value. */
    public int digits() {
        return high.toString().length();
    }
}
