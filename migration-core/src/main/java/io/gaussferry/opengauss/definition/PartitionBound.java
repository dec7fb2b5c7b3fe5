package io.gaussferry.opengauss.definition;

import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.PartitionKey;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Optional;
import java.util.regex.Pattern;

/** Converts bounds and listed values of MySQL's partitions to values of the partitioning column. */
public final class PartitionBound {

    /** {@code TO_DAYS('1970-01-01')}. */
    private static final long DAYS_BEFORE_EPOCH = 719_528;

    private static final BigInteger BEYOND_UNSIGNED = BigInteger.ONE.shiftLeft(64);

    private static final Pattern MOMENT =
            Pattern.compile("'\\d{4}-\\d{2}-\\d{2}( \\d{2}:\\d{2}:\\d{2}(\\.\\d{1,6})?)?'");
    private static final String MIDNIGHT = " 00:00:00";

    private PartitionBound() {}

    /**
     * Returns the smallest value of the column for which the function reaches the bound, without quotes: a number, a
     * date, or an instant in UTC. Empty if it is uncertain.
     */
    public static Optional<String> value(PartitionKey key, String bound) {
        if (key.column().type().isInteger()) {
            return bound.matches("-?\\d{1,20}")
                    ? Optional.of(key.column().unsigned() ? unsigned(bound) : bound)
                    : Optional.empty();
        }
        return switch (key.function()) {
            case "unix_timestamp" -> number(bound).map(Instant::ofEpochSecond).map(Instant::toString);
            case "to_days" ->
                number(bound)
                        .filter(days -> days > 366)
                        .map(days ->
                                LocalDate.ofEpochDay(days - DAYS_BEFORE_EPOCH).toString());
            case "year" ->
                number(bound)
                        .filter(year -> year > 0 && year < 10_000)
                        .map(year -> LocalDate.of(year.intValue(), 1, 1).toString());
            default ->
                MOMENT.matcher(bound).matches()
                        ? Optional.of(bound.substring(1, bound.length() - 1))
                        : Optional.empty();
        };
    }

    /**
     * Returns the same value in the one form in which the target's catalog has it, independent of the session's time
     * zone. Empty if the column cannot hold the value.
     */
    static Optional<String> stored(PartitionKey key, String bound) {
        Optional<String> value = value(key, bound);
        MySqlType type = key.column().type();
        if (type == MySqlType.DATE) {
            return value.flatMap(PartitionBound::date);
        }
        if (type == MySqlType.DATETIME) {
            return value.flatMap(moment -> time(moment, key.column().scale()));
        }
        return type.isInteger()
                ? value
                : value.map(instant -> instant.replace('T', ' ').replace("Z", "+00"));
    }

    /** MySQL's catalog prints a value from 2^63 on as a negative number. */
    private static String unsigned(String bound) {
        return bound.startsWith("-")
                ? new BigInteger(bound).add(BEYOND_UNSIGNED).toString()
                : bound;
    }

    private static Optional<String> date(String value) {
        String day = value.endsWith(MIDNIGHT) ? value.substring(0, value.length() - MIDNIGHT.length()) : value;
        return day.indexOf(' ') < 0 ? Optional.of(day) : Optional.empty();
    }

    private static Optional<String> time(String value, int scale) {
        int point = value.indexOf('.');
        if (point >= 0 && value.length() - point - 1 > scale) {
            return Optional.empty();
        }
        return Optional.of(value.indexOf(' ') < 0 ? value + MIDNIGHT : value);
    }

    private static Optional<Long> number(String text) {
        return text.matches("-?\\d{1,18}") ? Optional.of(Long.parseLong(text)) : Optional.empty();
    }

    /** Returns whether the values of a column have an order and an equality that both servers share. */
    static boolean isShared(ColumnDefinition column) {
        return column.type().isInteger() || column.type() == MySqlType.DATE || column.type() == MySqlType.DATETIME;
    }
}
