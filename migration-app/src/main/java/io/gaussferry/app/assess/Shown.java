package io.gaussferry.app.assess;

import io.gaussferry.assess.forecast.Estimate;
import io.gaussferry.assess.forecast.ForecastItem;
import io.gaussferry.assess.forecast.ForecastQuantity.Unit;
import java.util.Locale;

/** Formats quantities for people. */
final class Shown {

    private static final double SECONDS_PER_MINUTE = 60;
    private static final double MINUTES_PER_HOUR = 60;
    private static final String[] SIZES = {"B", "kB", "MB", "GB", "TB", "PB"};
    private static final double STEP = 1000;

    private Shown() {}

    /** Returns for example {@code 1.5 GB}. */
    static String bytes(double bytes) {
        double value = bytes;
        int unit = 0;
        while (value >= STEP && unit < SIZES.length - 1) {
            value /= STEP;
            unit++;
        }
        return unit == 0
                ? String.format(Locale.ROOT, "%.0f B", value)
                : String.format(Locale.ROOT, "%.1f %s", value, SIZES[unit]);
    }

    static String number(double value) {
        return String.format(Locale.ROOT, "%,.0f", value);
    }

    /** Returns for example {@code 0.8 s}, {@code 12 min} or {@code 3.5 h}. */
    static String seconds(double seconds) {
        if (Double.isInfinite(seconds)) {
            return "no limit";
        }
        if (seconds < 2 * SECONDS_PER_MINUTE) {
            return String.format(Locale.ROOT, seconds < 10 ? "%.1f s" : "%.0f s", seconds);
        }
        double minutes = seconds / SECONDS_PER_MINUTE;
        return minutes < 2 * MINUTES_PER_HOUR
                ? String.format(Locale.ROOT, "%.0f min", minutes)
                : String.format(Locale.ROOT, "%.1f h", minutes / MINUTES_PER_HOUR);
    }

    static String minutes(double minutes) {
        return minutes < MINUTES_PER_HOUR
                ? String.format(Locale.ROOT, "%.0f min", minutes)
                : String.format(Locale.ROOT, "%.1f h", minutes / MINUTES_PER_HOUR);
    }

    /** Returns the expected value. */
    static String likely(ForecastItem item) {
        return item.estimate()
                .map(estimate -> quantity(estimate.likely(), item.quantity().unit()))
                .orElse("unknown");
    }

    /** Returns the interval; empty without an estimate. */
    static String interval(ForecastItem item) {
        return item.estimate()
                .map(estimate -> interval(estimate, item.quantity().unit()))
                .orElse("");
    }

    private static String interval(Estimate estimate, Unit unit) {
        return quantity(estimate.low(), unit) + " to " + quantity(estimate.high(), unit);
    }

    private static String quantity(double value, Unit unit) {
        return switch (unit) {
            case SECONDS -> seconds(value);
            case ROWS_PER_SECOND -> Double.isInfinite(value) ? "no limit" : number(value) + " rows/s";
        };
    }
}
