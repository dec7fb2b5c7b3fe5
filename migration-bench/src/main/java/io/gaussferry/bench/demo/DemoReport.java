package io.gaussferry.bench.demo;

import io.gaussferry.bench.compare.ComparisonResult;
import io.gaussferry.bench.compare.Difference;
import io.gaussferry.bench.daemon.ReplaySummary;
import io.gaussferry.bench.load.LoadResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of a demo.
 *
 * @param load transactions written to MySQL while the daemon ran
 * @param catchUpSeconds from the end of the load until the target had caught up
 * @param exitCode the daemon's exit code
 * @param summary the daemon's last line, or null if it printed none
 * @param comparison of all tables at the end
 */
record DemoReport(
        LoadResult load,
        double catchUpSeconds,
        int exitCode,
        @Nullable ReplaySummary summary,
        ComparisonResult comparison) {

    /** Returns whether both sides are equal and the daemon succeeded. */
    boolean success() {
        return exitCode == 0 && summary != null && comparison.equal();
    }

    /** Returns the lines of the final summary. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add("written to MySQL      " + number(load.transactions()) + " transactions, " + number(load.rows())
                + " rows, in " + decimal(load.seconds()) + " s (" + number(load.rolledBack())
                + " rolled back after a deadlock or a duplicate key)");
        if (summary == null) {
            lines.add("replayed              unknown: the daemon printed no summary");
        } else {
            lines.add("replayed              " + number(summary.transactions()) + " transactions, "
                    + number(summary.rows()) + " rows");
            lines.add("speed                 " + number(Math.round(summary.mean())) + " transactions/s on average, "
                    + number(Math.round(summary.peak())) + " at peak");
            lines.add("lag                   " + number(Math.round(summary.lagP50Millis())) + " ms (median), "
                    + number(Math.round(summary.lagP99Millis())) + " ms (99 %), "
                    + number(Math.round(summary.lagMaxMillis())) + " ms (max)");
        }
        lines.add("caught up             " + decimal(catchUpSeconds) + " s after the last write");
        lines.add("daemon's exit code    " + exitCode);
        lines.add("compared              " + number(comparison.totalRows()) + " rows in "
                + comparison.rows().size() + " tables, every value");
        lines.add("equal: " + (comparison.equal() ? "yes" : "no"));
        if (!comparison.equal()) {
            lines.add(number(comparison.differences()) + " differences"
                    + (comparison.firstDifferences().isEmpty() ? "" : "; the first are:"));
            for (Difference difference : comparison.firstDifferences()) {
                lines.add("  " + difference);
            }
        }
        return lines;
    }

    private static String number(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    private static String decimal(double value) {
        return String.format(Locale.ROOT, "%,.1f", value);
    }
}
