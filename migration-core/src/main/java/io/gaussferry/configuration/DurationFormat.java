package io.gaussferry.configuration;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations in the notation of a configuration: {@code 10s}, or ISO 8601. */
public final class DurationFormat {

    private static final Pattern FORM = Pattern.compile("([+-]?\\d{1,18})([a-z]{0,2})");

    private DurationFormat() {}

    /**
     * Parses a duration such as {@code 10s}; a plain number is in milliseconds.
     *
     * @throws IllegalArgumentException if the string is not a duration
     */
    public static Duration parse(String duration) {
        String stripped = duration.strip().toLowerCase(Locale.ROOT);
        try {
            if (stripped.matches("[+-]?p.*")) {
                return Duration.parse(stripped);
            }
            Matcher form = FORM.matcher(stripped);
            if (!form.matches()) {
                throw new IllegalArgumentException("not a duration");
            }
            return Duration.of(Long.parseLong(form.group(1)), unit(form.group(2)));
        } catch (DateTimeException | ArithmeticException e) {
            throw new IllegalArgumentException("not a duration", e);
        }
    }

    private static ChronoUnit unit(String name) {
        return switch (name) {
            case "ns" -> ChronoUnit.NANOS;
            case "us" -> ChronoUnit.MICROS;
            case "", "ms" -> ChronoUnit.MILLIS;
            case "s" -> ChronoUnit.SECONDS;
            case "m" -> ChronoUnit.MINUTES;
            case "h" -> ChronoUnit.HOURS;
            case "d" -> ChronoUnit.DAYS;
            default -> throw new IllegalArgumentException("not a duration");
        };
    }
}
