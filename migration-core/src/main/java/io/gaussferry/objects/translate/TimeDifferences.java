package io.gaussferry.objects.translate;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.IntervalTimeStampContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.RuntimeFunctionCallContext;
import java.util.function.Function;
import org.antlr.v4.runtime.tree.ParseTree;
import org.jspecify.annotations.Nullable;

/**
 * TIMESTAMPDIFF in units up to a week. Measured on openGauss 6.0.2, and read in {@code daydiff_timestamp} of dolphin 4.2: a difference of
 * less than a day across New Year is wrong by a year, and one with fractional digits by a day or by digits.
 */
public final class TimeDifferences {

    private static final long MINUTE = 60;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;

    /** The seconds of 0000-00-00 on the target, whose differences are NULL. */
    private static final long ZERO_DATE = -210_863_606_400L;

    private TimeDifferences() {}

    /** Returns whether a call is TIMESTAMPDIFF in such a unit. */
    public static boolean isOne(RuntimeFunctionCallContext call) {
        return call.TIMESTAMPDIFF_SYMBOL() != null && unit(call.intervalTimeStamp()) != null;
    }

    /**
     * Writes such a call by the seconds of both times since 1970.
     *
     * @param print writes the arguments
     */
    static String write(RuntimeFunctionCallContext call, Function<ParseTree, String> print) {
        // the digits of a double suffice for microseconds; DECIMAL rounds their difference to them
        return "CAST(trunc(CAST(" + seconds(print.apply(call.expr(1))) + " - "
                + seconds(print.apply(call.expr(0))) + " AS decimal(24, 6))" + unit(call.intervalTimeStamp())
                + ") AS bigint)";
    }

    private static String seconds(String time) {
        return "NULLIF(date_part('epoch', CAST(" + time + " AS datetime(6))), " + ZERO_DATE + ")";
    }

    private static @Nullable String unit(IntervalTimeStampContext unit) {
        if (unit.MICROSECOND_SYMBOL() != null) {
            return " * 1000000";
        }
        if (unit.SECOND_SYMBOL() != null) {
            return "";
        }
        if (unit.MINUTE_SYMBOL() != null) {
            return " / " + MINUTE;
        }
        if (unit.HOUR_SYMBOL() != null) {
            return " / " + HOUR;
        }
        if (unit.DAY_SYMBOL() != null) {
            return " / " + DAY;
        }
        return unit.WEEK_SYMBOL() == null ? null : " / " + 7 * DAY;
    }
}
