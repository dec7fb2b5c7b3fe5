package io.gaussferry.convert.text;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** The number that MySQL prints for a value of FLOAT(m,d) or DOUBLE(m,d). */
public final class FixedDecimal {

    /** Marks a type without declared decimals. */
    public static final int ALL = -1;

    private FixedDecimal() {}

    /**
     * Returns the number.
     *
     * @param value a finite value
     * @param decimals d
     */
    public static BigDecimal of(double value, int decimals) {
        return BigDecimal.valueOf(value).setScale(decimals, RoundingMode.HALF_EVEN);
    }
}
