package io.gaussferry.objects.prove;

import java.time.Duration;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoField;
import org.jspecify.annotations.Nullable;

/**
 * The time during an execution on one side. A server sets columns with {@code CURRENT_TIMESTAMP} to it, at moments that differ between the
 * sides, so values within it count as equal; all others are compared.
 *
 * @param from the earliest time
 * @param to the latest time
 */
record PresentTime(LocalDateTime from, LocalDateTime to) {

    private static final String WORD = "the present time";

    /** The target rounds a time to the digits of its column. */
    private static final Duration ROUNDING = Duration.ofSeconds(1);

    private static final DateTimeFormatter PRINTED = new DateTimeFormatterBuilder()
            .appendPattern("uuuu-MM-dd HH:mm:ss")
            .appendFraction(ChronoField.NANO_OF_SECOND, 0, 6, true)
            .toFormatter();

    /**
     * Returns the time of an execution that ends now.
     *
     * @param now as a server prints it
     */
    static PresentTime until(String now, Duration duration) {
        LocalDateTime end = LocalDateTime.parse(now, PRINTED);
        return new PresentTime(end.minus(duration).minus(ROUNDING), end.plus(ROUNDING));
    }

    /** Returns a value of a column, or one word for all values within this time. */
    @Nullable
    String common(@Nullable String value) {
        if (value == null) {
            return null;
        }
        try {
            LocalDateTime time = LocalDateTime.parse(value, PRINTED);
            return time.isBefore(from) || time.isAfter(to) ? value : WORD;
        } catch (DateTimeParseException e) {
            return value;
        }
    }
}
