package io.gaussferry.convert.rule;

import io.gaussferry.convert.rule.ConversionRules.ZeroDate;
import io.gaussferry.convert.rule.RuleUsage.Rule;
import io.gaussferry.convert.text.ValueSink;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/** Applies the rule for dates that MySQL stores but that do not exist in the calendar to one column. */
public final class ZeroDates {

    private static final int[] DAYS = {0, 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

    /** A leap year; the proleptic year 0 would also be one. */
    private static final int LEAP_YEAR = 2000;

    private final String column;
    private final ConversionRules rules;
    private final ColumnUsage usage;
    private final byte @Nullable [] replacement;
    private final boolean kept;

    /**
     * @param supported whether the target supports {@code 0000-00-00} and the year 0
     * @param suffix suffix of the date for midnight in this column
     */
    public ZeroDates(String column, ConversionRules rules, boolean supported, ColumnUsage usage, String suffix) {
        this.usage = usage;
        this.kept = supported && rules.zeroDate() == ZeroDate.KEEP;
        this.column = column;
        this.rules = rules;
        LocalDate date = rules.zeroDateReplacement();
        this.replacement = date == null ? null : ValueSink.ascii(date + suffix);
    }

    /**
     * Returns whether the date exists in the proleptic Gregorian calendar from the year 1 on; targets have no year 0.
     */
    private static boolean exists(int year, int month, int day) {
        if (year < 1 || month < 1 || month > 12 || day < 1 || day > DAYS[month]) {
            return false;
        }
        return month != 2 || day < 29 || (year % 4 == 0 && (year % 100 != 0 || year % 400 == 0));
    }

    /**
     * Returns whether a date is written unchanged: it exists in the calendar, or the target supports it, as dolphin
     * does for the year 0.
     */
    public boolean keeps(int year, int month, int day) {
        if (exists(year, month, day)) {
            return true;
        }
        boolean zero = month == 0 && day == 0;
        return kept && year == 0 && (zero || exists(LEAP_YEAR, month, day));
    }

    /** Writes the replacement of such a date as one whole value, or throws if the rule refuses it. */
    public void write(int year, int month, int day, ValueSink sink) {
        if (rules.zeroDate() == ZeroDate.NULL) {
            usage.used(Rule.ZERO_DATE, sink);
            sink.nullValue();
            return;
        }
        if (replacement == null) {
            throw new UnconvertibleValueException(
                    column,
                    String.format("%04d-%02d-%02d", year, month, day),
                    "is a date that the target does not support",
                    "change the value at the source, or set gaussferry.rules.zero-date to \"null\" or a date");
        }
        usage.used(Rule.ZERO_DATE, sink);
        sink.beginValue();
        sink.ascii(replacement);
        sink.endValue();
    }

    public static void writeDate(int year, int month, int day, ValueSink sink) {
        sink.zeroPadded(year, 4);
        sink.ascii('-');
        sink.zeroPadded(month, 2);
        sink.ascii('-');
        sink.zeroPadded(day, 2);
    }

    public static void writeTimeOfDay(int hour, int minute, int second, ValueSink sink) {
        sink.zeroPadded(hour, 2);
        sink.ascii(':');
        sink.zeroPadded(minute, 2);
        sink.ascii(':');
        sink.zeroPadded(second, 2);
    }
}
