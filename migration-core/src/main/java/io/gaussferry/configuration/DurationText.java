package io.gaussferry.configuration;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as they are written in a configuration: {@code 10s}, or as ISO 8601 has them. */
public final class DurationText {

    private static final Pattern FORM = Pattern.compile("([+-]?\\d{1,18})([a-z]{0,2})");

    private DurationText() {}

    /**
     * Reads a text such as {@code 10s}; a number alone is one of milliseconds.
     *
     * @throws IllegalArgumentException if it is none
     */
    public static Duration parse(String text) {
        String stripped = text.strip().toLowerCase(Locale.ROOT);
        try {
            if (stripped.matches("[+-]?p.*")) {
                return Duration.parse(stripped);
            }
            Matcher form = FORM.matcher(stripped);
            if (!form.matches()) {
                throw new IllegalArgumentException("no duration");
            }
            return Duration.of(Long.parseLong(form.group(1)), unit(form.group(2)));
        } catch (DateTimeException | ArithmeticException e) {
            throw new IllegalArgumentException("no duration", e);
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
            default -> throw new IllegalArgumentException("no duration");
        };
    }
}
