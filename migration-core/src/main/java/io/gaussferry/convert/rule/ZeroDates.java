package io.gaussferry.convert.rule;

import io.gaussferry.convert.rule.ConversionRules.ZeroDate;
import io.gaussferry.convert.rule.RuleUsage.Rule;
import io.gaussferry.convert.text.ValueSink;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/** What happens in one column to dates that MySQL stores and no calendar holds. */
public final class ZeroDates {

    private static final int[] DAYS = {0, 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

    /** The year 0 would be one. */
    private static final int LEAP_YEAR = 2000;

    private final String column;
    private final ConversionRules rules;
    private final ColumnUsage usage;
    private final byte @Nullable [] replacement;
    private final boolean kept;

    /**
     * @param held whether the target has {@code 0000-00-00}, and the year 0
     * @param suffix what follows the date in a value of this column at midnight
     */
    public ZeroDates(String column, ConversionRules rules, boolean held, ColumnUsage usage, String suffix) {
        this.usage = usage;
        this.kept = held && rules.zeroDate() == ZeroDate.KEEP;
        this.column = column;
        this.rules = rules;
        LocalDate date = rules.zeroDateReplacement();
        this.replacement = date == null ? null : ValueSink.ascii(date + suffix);
    }

    /** Whether the proleptic Gregorian calendar, from the year 1 on, has the date; the target knows no year 0. */
    private static boolean exists(int year, int month, int day) {
        if (year < 1 || month < 1 || month > 12 || day < 1 || day > DAYS[month]) {
            return false;
        }
        return month != 2 || day < 29 || (year % 4 == 0 && (year % 100 != 0 || year % 400 == 0));
    }

    /** Returns whether a date is written as it is: the calendar has it, or the target has, as dolphin has those of the year 0. */
    public boolean keeps(int year, int month, int day) {
        if (exists(year, month, day)) {
            return true;
        }
        boolean zero = month == 0 && day == 0;
        return kept && year == 0 && (zero || exists(LEAP_YEAR, month, day));
    }

    /** Writes what the rule puts in the place of such a date, as one whole value, or refuses it. */
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
                    "is a date that the target does not know",
                    "change the value at the source, or choose the rule \"null\" or a replacement date for zero dates");
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
