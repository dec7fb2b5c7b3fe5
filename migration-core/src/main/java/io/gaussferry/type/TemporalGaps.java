package io.gaussferry.type;

import java.util.ArrayList;
import java.util.List;

/**
 * Dates and times that the target's column takes and MySQL's column does not. Literals have no CAST: the server then parses them once, when
 * the condition is stored, and not again for every row with the session's settings.
 */
final class TemporalGaps {

    private static final String RANGE = "range";
    private static final String FRACTION = "fraction";
    private static final String BELOW_YEAR_10000 = " < '10000-01-01'";

    /** With up to six digits of a fraction. The pattern of the hours ends at 838. */
    private static final String TIME_PATTERN =
            "'^-?([0-7]?[0-9]{2}|8[0-2][0-9]|83[0-8]):[0-5][0-9]:[0-5][0-9]([.][0-9]{1,6})?$'";

    private TemporalGaps() {}

    static List<ValueGap> date(ColumnPair column) {
        List<ValueGap> gaps = new ArrayList<>();
        String quoted = column.quoted();
        String base = column.type().base();
        if (base.equals("date") || base.equals("timestamp without time zone")) {
            gaps.add(years(column));
        }
        if (base.equals("timestamp without time zone")) {
            gaps.add(ValueGap.guarded(
                    column.name(),
                    "time",
                    "dates with a time of day",
                    quoted + " = date_trunc('day', " + quoted + ")"));
        }
        return gaps;
    }

    static List<ValueGap> dateTime(ColumnPair column) {
        if (!column.type().base().equals("timestamp without time zone")) {
            return List.of();
        }
        List<ValueGap> gaps = new ArrayList<>();
        gaps.add(years(column));
        gaps.addAll(fraction(column, "timestamp(%d) without time zone"));
        return gaps;
    }

    /** Another comparison would cost every statement as much as this one, and no application writes years before Christ. */
    private static ValueGap years(ColumnPair column) {
        return ValueGap.partlyGuarded(
                column.name(),
                RANGE,
                "years after 9999 and before " + (TargetTypes.supportsZeroDates(column.target()) ? "0" : "1")
                        + ", and infinity",
                column.quoted() + BELOW_YEAR_10000);
    }

    static List<ValueGap> timestamp(ColumnPair column) {
        if (!column.type().base().equals("timestamp with time zone")) {
            return List.of();
        }
        String quoted = column.quoted();
        String range = quoted + " >= '1970-01-01 00:00:01+00' AND " + quoted + " < '2038-01-19 03:14:08+00'";
        boolean hasZero = TargetTypes.supportsZeroDates(column.target());
        List<ValueGap> gaps = new ArrayList<>();
        gaps.add(ValueGap.guarded(
                column.name(),
                RANGE,
                "instants outside 1970-01-01 00:00:01 UTC to 2038-01-19 03:14:07 UTC",
                hasZero ? "(" + range + " OR " + quoted + " = '0000-00-00 00:00:00+00')" : range));
        gaps.addAll(fraction(column, "timestamp(%d) with time zone"));
        return gaps;
    }

    static List<ValueGap> time(ColumnPair column) {
        String quoted = column.quoted();
        List<ValueGap> gaps = new ArrayList<>();
        String values = "times outside -838:59:59 to 838:59:59";
        switch (column.type().base()) {
            case "interval" -> {
                gaps.add(ValueGap.guarded(
                        column.name(),
                        RANGE,
                        values + ", and months",
                        quoted + " >= '-838:59:59' AND " + quoted + " <= '838:59:59' AND date_part('month', " + quoted
                                + ") = 0 AND date_part('year', " + quoted + ") = 0"));
                gaps.addAll(fraction(column, "interval(%d)"));
            }
            case "time without time zone", "time" -> gaps.addAll(fraction(column, "time(%d)"));
            default -> {
                if (column.isString()) {
                    gaps.add(ValueGap.partlyGuarded(
                            column.name(), RANGE, "strings that are not a TIME", quoted + " ~ " + TIME_PATTERN));
                }
            }
        }
        return gaps;
    }

    /** A table from before the migration may have more digits of a second than MySQL's. */
    private static List<ValueGap> fraction(ColumnPair column, String type) {
        int scale = column.source().scale();
        boolean hasMore =
                column.type().arguments().isEmpty() ? scale < 6 : column.type().argument(0) > scale;
        return hasMore
                ? List.of(ValueGap.guarded(
                        column.name(),
                        FRACTION,
                        "more than " + scale + " digits of a second's fraction",
                        column.quoted() + " = CAST(" + column.quoted() + " AS " + String.format(type, scale) + ")"))
                : List.of();
    }
}
