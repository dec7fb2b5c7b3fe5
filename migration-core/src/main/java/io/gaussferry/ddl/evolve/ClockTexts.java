package io.gaussferry.ddl.evolve;

import io.gaussferry.ddl.statement.DefaultSpec;
import io.gaussferry.ddl.statement.DefaultSpec.MomentType;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.MySqlType;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Dates and times as MySQL shows them, of those forms of literals whose meaning depends on nothing else. */
final class ClockTexts {

    private static final String SIGN = "[-/.:]";

    /** Of two digits or four, as the year is. */
    private static final Pattern DATE = Pattern.compile("(\\d{4}|\\d{2})" + SIGN + "(\\d{1,2})" + SIGN
            + "(\\d{1,2})(?:(?: +|T)(\\d{1,2}):(\\d{1,2})(?::(\\d{1,2})(?:\\.(\\d+))?)?)?");

    private static final Pattern DIGITS =
            Pattern.compile("(\\d{4}|\\d{2})(\\d{2})(\\d{2})(?:(\\d{2})(\\d{2})(\\d{2}))?()");
    private static final Pattern DATE_LENGTHS = Pattern.compile("\\d{6}|\\d{8}|\\d{14}");
    private static final Pattern TIME = Pattern.compile("(-?)(\\d{1,3}):(\\d{1,2})(?::(\\d{1,2})(?:\\.(\\d+))?)?");
    private static final Pattern TIME_DIGITS = Pattern.compile("(-?)(\\d{1,7})");
    private static final Pattern WHOLE_DATE = Pattern.compile("\\d{4}-\\d{2}-\\d{2}");
    private static final Pattern ZERO = Pattern.compile("0+");

    private static final int MICROSECOND_DIGITS = 6;
    private static final int FIRST_YEAR_OF_1900 = 70;

    private ClockTexts() {}

    /**
     * Returns a literal of digits or text as a DATE, DATETIME or TIMESTAMP.
     *
     * @throws UncertainValueException if it has another form
     */
    static String date(ColumnDefinition column, String text) {
        String stripped = text.strip();
        if (stripped.equals("0") || stripped.equals("0000-00-00")) {
            return withTime(column, "0000-00-00", "00:00:00", "");
        }
        Matcher parts = DATE.matcher(stripped);
        if (!parts.matches()) {
            parts = DIGITS.matcher(stripped);
            if (!DATE_LENGTHS.matcher(stripped).matches() || !parts.matches()) {
                throw new UncertainValueException();
            }
        }
        String day = year(parts) + "-" + two(parts.group(2)) + "-" + two(parts.group(3));
        String time = two(parts.group(4)) + ":" + two(parts.group(5)) + ":" + two(parts.group(6));
        @Nullable String fraction = parts.group(7);
        return withTime(column, day, time, fraction == null ? "" : fraction);
    }

    /** Zeros alone are no date of 2000. */
    private static String year(Matcher parts) {
        String year = parts.group(1);
        if (year.length() == 4) {
            return year;
        }
        boolean nothing = (parts.group(2) + parts.group(3)).matches("0+");
        if (nothing) {
            throw new UncertainValueException();
        }
        return (Integer.parseInt(year) < FIRST_YEAR_OF_1900 ? "20" : "19") + year;
    }

    /** A fraction of a second may round a DATE up. */
    private static String withTime(ColumnDefinition column, String day, String time, String fraction) {
        if (column.type() != MySqlType.DATE) {
            return day + " " + time + fraction(column, fraction);
        }
        if (!fraction.isEmpty()) {
            throw new UncertainValueException();
        }
        return day;
    }

    private static String two(@Nullable String digits) {
        return digits == null ? "00" : "0".repeat(Math.max(0, 2 - digits.length())) + digits;
    }

    private static String fraction(ColumnDefinition column, String digits) {
        if (digits.length() > column.scale() && !isRoundedDown(digits, column.scale())) {
            throw new UncertainValueException();
        }
        String padded = (digits + "000000").substring(0, column.scale());
        return column.scale() == 0 ? "" : "." + padded;
    }

    /** Whether what follows the digits that are kept is cut off, whatever the session says about rounding; beyond six digits it is rounded twice. */
    private static boolean isRoundedDown(String digits, int kept) {
        return ZERO.matcher(digits.substring(kept)).matches()
                || (digits.length() <= MICROSECOND_DIGITS && digits.charAt(kept) < '5');
    }

    /**
     * Returns a literal of digits or text as a TIME: 12345 is 01:23:45.
     *
     * @throws UncertainValueException if it has another form
     */
    static String time(ColumnDefinition column, String text) {
        Matcher parts = TIME.matcher(text.strip());
        if (parts.matches()) {
            @Nullable String fraction = parts.group(5);
            return parts.group(1) + two(parts.group(2)) + ":" + two(parts.group(3)) + ":" + two(parts.group(4))
                    + fraction(column, fraction == null ? "" : fraction);
        }
        Matcher digits = TIME_DIGITS.matcher(text.strip());
        if (!digits.matches()) {
            throw new UncertainValueException();
        }
        int number = Integer.parseInt(digits.group(2));
        String sign = number == 0 ? "" : digits.group(1);
        return sign + two(String.valueOf(number / 10_000)) + ":" + two(String.valueOf(number / 100 % 100)) + ":"
                + two(String.valueOf(number % 100)) + fraction(column, "");
    }

    /**
     * Returns a literal that names its type as a value of a column.
     *
     * @throws UncertainValueException if it is of another type, or has another form than MySQL prints
     */
    static String of(ColumnDefinition column, DefaultSpec.Moment moment) {
        boolean isDay = moment.type() == MomentType.DATE
                && WHOLE_DATE.matcher(moment.text()).matches();
        return switch (column.type()) {
            case DATE, DATETIME, TIMESTAMP -> {
                if (!isDay && moment.type() != MomentType.TIMESTAMP) {
                    throw new UncertainValueException();
                }
                yield date(column, moment.text());
            }
            case TIME -> {
                if (moment.type() != MomentType.TIME) {
                    throw new UncertainValueException();
                }
                yield time(column, moment.text());
            }
            case CHAR, VARCHAR -> {
                if (!isDay || column.length() < moment.text().length()) {
                    throw new UncertainValueException();
                }
                yield moment.text();
            }
            case TINYINT,
                    SMALLINT,
                    MEDIUMINT,
                    INT,
                    BIGINT,
                    DECIMAL,
                    FLOAT,
                    DOUBLE,
                    BIT,
                    TEXT,
                    BINARY,
                    VARBINARY,
                    BLOB,
                    YEAR,
                    ENUM,
                    SET,
                    JSON,
                    GEOMETRY,
                    VECTOR -> throw new UncertainValueException();
        };
    }
}
