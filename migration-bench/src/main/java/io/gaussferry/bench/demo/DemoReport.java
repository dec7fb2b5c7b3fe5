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
 * @param copiedRows rows that the initial copy copied
 * @param copySeconds from the start of the daemon until it replicated
 * @param load transactions written to MySQL while the daemon followed
 * @param lag how far the target was behind meanwhile
 * @param catchUpSeconds from the end of that load until the target had caught up
 * @param backlog the replay of a backlog, or null if none was built
 * @param exitCode the daemon's exit code
 * @param summary the daemon's last line, or null if it printed none
 * @param comparison of all tables at the end
 */
record DemoReport(
        long copiedRows,
        double copySeconds,
        LoadResult load,
        LagSamples lag,
        double catchUpSeconds,
        @Nullable Backlog backlog,
        int exitCode,
        @Nullable ReplaySummary summary,
        ComparisonResult comparison) {

    /**
     * The replay of a backlog.
     *
     * @param transactions written while replication was paused
     * @param rows changed by them
     * @param seconds from the end of the pause until the target had all of them
     * @param comparisonSeconds duration of the daemon's comparison of both sides afterwards
     */
    record Backlog(long transactions, long rows, double seconds, double comparisonSeconds) {}

    /** Returns whether both sides are equal and the daemon succeeded. */
    boolean success() {
        return exitCode == 0 && summary != null && comparison.equal();
    }

    /** Returns the lines of the final summary. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add("copied                " + number(copiedRows) + " rows; replicating " + decimal(copySeconds)
                + " s after the daemon's start");
        lines.add("followed              " + number(load.transactions()) + " transactions, " + number(load.rows())
                + " rows, written in " + decimal(load.seconds()) + " s; caught up " + decimal(catchUpSeconds)
                + " s after the last");
        lines.add("lag meanwhile         " + lag);
        if (backlog != null) {
            lines.add("backlog               " + number(backlog.transactions()) + " transactions, "
                    + number(backlog.rows()) + " rows, replayed in " + decimal(backlog.seconds()) + " s: "
                    + number(Math.round(backlog.transactions() / backlog.seconds())) + " transactions/s"
                    + (summary == null ? "" : ", " + number(Math.round(summary.peak())) + " in the best second"));
            lines.add("verified              in " + decimal(backlog.comparisonSeconds()) + " s, by the daemon");
        }
        lines.add(
                summary == null
                        ? "replayed              unknown: the daemon printed no summary"
                        : "replayed              " + number(summary.transactions()) + " transactions, "
                                + number(summary.rows()) + " rows; exit code " + exitCode);
        lines.add("compared              " + number(comparison.totalRows()) + " rows in "
                + comparison.rows().size() + " tables, every value, without the daemon");
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
