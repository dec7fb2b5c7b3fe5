package io.gaussferry.bench.report;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Numbers for a reader. What is not known is a dash. */
final class Numbers {
    static final String UNKNOWN = "–";

    private Numbers() {}

    /** Thousands separated, without decimals. */
    static String whole(@Nullable Number value) {
        return decimal(value, 0);
    }

    /** With so many decimals. */
    static String decimal(@Nullable Number value, int decimals) {
        if (value == null || !Double.isFinite(value.doubleValue())) {
            return UNKNOWN;
        }
        return String.format(Locale.ROOT, "%,." + decimals + "f", value.doubleValue());
    }

    /** How many times as much. */
    static String times(@Nullable Double ratio) {
        return ratio == null ? UNKNOWN : decimal(ratio, ratio < 10 ? 1 : 0) + "×";
    }

    /** A share, in hundredths. */
    static String percent(@Nullable Double share) {
        return share == null ? UNKNOWN : whole(share * 100) + " %";
    }

    /** Milliseconds, with a decimal where that says something. */
    static String millis(@Nullable Double millis) {
        return millis == null ? UNKNOWN : decimal(millis, millis < 10 ? 1 : 0);
    }
}
