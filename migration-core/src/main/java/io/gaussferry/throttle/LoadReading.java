package io.gaussferry.throttle;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The last value of a figure.
 *
 * @param figure the figure
 * @param value its value; null if it could not be read
 * @param limit the highest value for which work is not held back
 * @param problem the reason why it could not be read; empty if it could
 */
public record LoadReading(LoadFigure figure, @Nullable Double value, double limit, String problem) {

    /** Returns whether work is held back: above the limit, and without a value. */
    public boolean holds() {
        return value == null || value > limit;
    }

    /** Returns the reason for which work is held back. */
    public String reason() {
        return value == null
                ? figure.label() + " cannot be read: " + problem
                : String.format(Locale.ROOT, "%.0f %s (limit %.0f)", value, figure.words(), limit);
    }
}
