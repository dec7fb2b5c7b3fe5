package io.gaussferry.ddl.statement;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Evaluates the functions of constant dates that are common in partition bounds. */
final class PartitionFunctions {

    private static final Pattern CALL = Pattern.compile(
            "(to_days|year|unix_timestamp)\\(['\"](\\d{4}-\\d{2}-\\d{2})(?:[ t](\\d{2}:\\d{2}:\\d{2}))?['\"]\\)");

    /** {@code TO_DAYS('1970-01-01')}. */
    private static final long DAYS_BEFORE_EPOCH = 719_528;

    /** 2038-01-19 03:14:07 UTC: the last second of 31 bits, beyond which MySQL 5.7 computes 0. */
    private static final long LAST_SECOND = Integer.MAX_VALUE;

    private PartitionFunctions() {}

    /** Returns the value of a call; null if the function is another, or the value depends on unknown settings. */
    static @Nullable String evaluate(String call, StatementContext context) {
        // A parse tree's string has no blanks between tokens.
        Matcher matcher = CALL.matcher(call.toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            return null;
        }
        try {
            LocalDate date = LocalDate.parse(matcher.group(2));
            return switch (matcher.group(1)) {
                case "to_days" -> Long.toString(date.toEpochDay() + DAYS_BEFORE_EPOCH);
                case "year" -> Integer.toString(date.getYear());
                default -> seconds(date, matcher.group(3), context);
            };
        } catch (DateTimeException e) {
            return null; // a form that only MySQL parses
        }
    }

    /**
     * Returns the seconds since the epoch. Outside of this range the result of a server depends on its version and may
     * be 0.
     */
    private static @Nullable String seconds(LocalDate date, @Nullable String time, StatementContext context) {
        ZoneOffset offset = context.timeZone();
        if (offset == null) {
            return null;
        }
        LocalDateTime local = time == null ? date.atStartOfDay() : LocalDateTime.parse(date + "T" + time);
        long seconds = local.toEpochSecond(offset);
        return seconds > 0 && seconds <= LAST_SECOND ? Long.toString(seconds) : null;
    }
}
