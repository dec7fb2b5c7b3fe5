package io.gaussferry.ddl.evolve;

import io.gaussferry.ddl.statement.DefaultSpec;
import io.gaussferry.ddl.statement.DefaultSpec.MomentType;
import io.gaussferry.ddl.statement.StatementContext;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.MySqlType;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Converts date and time literals to MySQL's notation. Supports the forms of literals whose meaning depends on nothing
 * else.
 */
final class TemporalLiterals {

    private static final String SIGN = "[-/.:]";

    /** A date with a year of two or four digits. */
    private static final Pattern DATE = Pattern.compile("(\\d{4}|\\d{2})" + SIGN + "(\\d{1,2})" + SIGN
            + "(\\d{1,2})(?:(?: +|T)(\\d{1,2}):(\\d{1,2})(?::(\\d{1,2})(?:\\.(\\d+))?)?)?");

    private static final Pattern DIGITS =
            Pattern.compile("(\\d{4}|\\d{2})(\\d{2})(\\d{2})(?:(\\d{2})(\\d{2})(\\d{2})(?:\\.(\\d+))?)?");
    private static final Pattern DATE_LENGTHS = Pattern.compile("\\d{6}|\\d{8}|\\d{14}(?:\\.\\d+)?");
    private static final Pattern TIME = Pattern.compile("(-?)(\\d{1,3}):(\\d{1,2})(?::(\\d{1,2})(?:\\.(\\d+))?)?");
    private static final Pattern TIME_DIGITS = Pattern.compile("(-?)(\\d{1,7})(?:\\.(\\d+))?");
    private static final DateTimeFormatter WITH_SECONDS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);
    private static final Pattern WHOLE_DATE = Pattern.compile("\\d{4}-\\d{2}-\\d{2}");
    private static final int FIRST_YEAR_OF_1900 = 70;
    private static final int LAST_YEAR = 9999;
    private static final int LAST_TIME = 838 * 3600 + 59 * 60 + 59;

    private final boolean truncated;

    /** @param context the session, which rounds or truncates fractions of seconds */
    TemporalLiterals(StatementContext context) {
        this.truncated = context.has(StatementContext.TIME_TRUNCATE_FRACTIONAL);
    }

    /**
     * Returns a literal of digits, or a string, as a DATE, DATETIME or TIMESTAMP.
     *
     * @throws UncertainValueException if it has another form
     */
    String date(ColumnDefinition column, String text) {
        String stripped = text.strip();
        if (stripped.equals("0") || stripped.equals("0000-00-00")) {
            return column.type() == MySqlType.DATE
                    ? "0000-00-00"
                    : "0000-00-00 00:00:00" + fraction(column, "").digits();
        }
        Matcher parts = DATE.matcher(stripped);
        if (!parts.matches()) {
            parts = DIGITS.matcher(stripped);
            if (!DATE_LENGTHS.matcher(stripped).matches() || !parts.matches()) {
                throw new UncertainValueException();
            }
        }
        SecondFraction fraction = fraction(column, parts.group(7));
        String day = year(parts) + "-" + two(parts.group(2)) + "-" + two(parts.group(3));
        String time = two(parts.group(4)) + ":" + two(parts.group(5)) + ":" + two(parts.group(6));
        String rounded = fraction.carries() ? nextSecond(day, time) : day + " " + time;
        return column.type() == MySqlType.DATE ? rounded.substring(0, day.length()) : rounded + fraction.digits();
    }

    private static String nextSecond(String day, String time) {
        try {
            LocalDateTime next = LocalDateTime.parse(day + "T" + time).plusSeconds(1);
            if (next.getYear() <= LAST_YEAR) {
                return next.format(WITH_SECONDS);
            }
        } catch (DateTimeException e) {
            throw new UncertainValueException(); // a day that Java does not support
        }
        throw new UncertainValueException();
    }

    /** Returns the year. Month and day of zero do not make a date of 2000. */
    private static String year(Matcher parts) {
        String year = parts.group(1);
        if (year.length() == 4) {
            return year;
        }
        boolean zeroMonthAndDay = (parts.group(2) + parts.group(3)).matches("0+");
        if (zeroMonthAndDay) {
            throw new UncertainValueException();
        }
        return (Integer.parseInt(year) < FIRST_YEAR_OF_1900 ? "20" : "19") + year;
    }

    private static String two(@Nullable String digits) {
        return digits == null ? "00" : "0".repeat(Math.max(0, 2 - digits.length())) + digits;
    }

    private SecondFraction fraction(ColumnDefinition column, @Nullable String digits) {
        int scale = column.type() == MySqlType.DATE ? 0 : column.scale();
        return SecondFraction.of(digits == null ? "" : digits, scale, truncated);
    }

    /**
     * Returns a literal of digits, or a string, as a TIME: 12345 is 01:23:45.
     *
     * @throws UncertainValueException if it has another form
     */
    String time(ColumnDefinition column, String text) {
        Matcher parts = TIME.matcher(text.strip());
        if (parts.matches()) {
            int seconds = parts.group(4) == null ? 0 : number(parts.group(4));
            return time(
                    parts.group(1),
                    number(parts.group(2)),
                    number(parts.group(3)),
                    seconds,
                    fraction(column, parts.group(5)));
        }
        Matcher digits = TIME_DIGITS.matcher(text.strip());
        if (!digits.matches()) {
            throw new UncertainValueException();
        }
        int number = number(digits.group(2));
        return time(
                digits.group(1), number / 10_000, number / 100 % 100, number % 100, fraction(column, digits.group(3)));
    }

    private static String time(String sign, int hours, int minutes, int seconds, SecondFraction fraction) {
        int all = hours * 3600 + minutes * 60 + seconds + (fraction.carries() ? 1 : 0);
        if (minutes >= 60 || seconds >= 60 || all > LAST_TIME) {
            throw new UncertainValueException();
        }
        boolean zero = all == 0 && fraction.digits().matches("[.0]*");
        return (zero ? "" : sign) + two(String.valueOf(all / 3600)) + ":" + two(String.valueOf(all / 60 % 60)) + ":"
                + two(String.valueOf(all % 60)) + fraction.digits();
    }

    private static int number(String digits) {
        return Integer.parseInt(digits);
    }

    /**
     * Returns a typed literal as a value of a column.
     *
     * @throws UncertainValueException if it has another type, or another form than MySQL prints
     */
    String of(ColumnDefinition column, DefaultSpec.Moment moment) {
        boolean isDay = moment.type() == MomentType.DATE
                && WHOLE_DATE.matcher(moment.text()).matches();
        if (column.type().isDate() && (isDay || moment.type() == MomentType.TIMESTAMP)) {
            return date(column, moment.text());
        }
        if (column.type() == MySqlType.TIME && moment.type() == MomentType.TIME) {
            return time(column, moment.text());
        }
        boolean isString = column.type() == MySqlType.CHAR || column.type() == MySqlType.VARCHAR;
        if (isString && isDay && column.length() >= moment.text().length()) {
            return moment.text();
        }
        throw new UncertainValueException();
    }
}
