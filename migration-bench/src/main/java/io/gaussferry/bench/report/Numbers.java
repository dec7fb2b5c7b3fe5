package io.gaussferry.bench.report;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Formats numbers for display. An unknown number is a dash. */
final class Numbers {
    static final String UNKNOWN = "–";

    private Numbers() {}

    /** Formats with separated thousands, without decimals. */
    static String whole(@Nullable Number value) {
        return decimal(value, 0);
    }

    /** Formats with the given number of decimals. */
    static String decimal(@Nullable Number value, int decimals) {
        if (value == null || !Double.isFinite(value.doubleValue())) {
            return UNKNOWN;
        }
        return String.format(Locale.ROOT, "%,." + decimals + "f", value.doubleValue());
    }

    /** Formats a ratio as a multiple. */
    static String times(@Nullable Double ratio) {
        return ratio == null ? UNKNOWN : decimal(ratio, ratio < 10 ? 1 : 0) + "×";
    }

    /** Formats a share as a percentage. */
    static String percent(@Nullable Double share) {
        return share == null ? UNKNOWN : whole(share * 100) + " %";
    }

    /** Formats milliseconds, with one decimal for small values. */
    static String millis(@Nullable Double millis) {
        return millis == null ? UNKNOWN : decimal(millis, millis < 10 ? 1 : 0);
    }
}
