package io.gaussferry.ddl.translate;

import io.gaussferry.schema.ColumnDefinition;
import java.math.BigInteger;

/** The least and the greatest value of an integer type. */
record IntegerRange(BigInteger low, BigInteger high) {

    static IntegerRange of(ColumnDefinition column) {
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

    int digits() {
        return high.toString().length();
    }
}
