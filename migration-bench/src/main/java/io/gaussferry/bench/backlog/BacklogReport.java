package io.gaussferry.bench.backlog;

import io.gaussferry.bench.compare.ComparisonResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The outcome of a measurement.
 *
 * @param rows that waited in the binlog
 * @param seconds from the daemon's word that it replays until the target had everything
 * @param secondsFromStart from the start of the daemon's process until the same moment
 * @param exitCode the daemon's
 * @param baseline one statement and one commit per row, on the same target
 * @param comparison of all tables after the end
 */
record BacklogReport(
        long rows,
        double seconds,
        double secondsFromStart,
        int exitCode,
        Baseline.Result baseline,
        ComparisonResult comparison) {

    /** Both sides are equal, with every row that was written, and the daemon ended well. */
    boolean success() {
        return exitCode == 0 && comparison.equal() && comparison.totalRows() == rows;
    }

    /** The lines of the summary. Without success they hold no figure. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        if (!success()) {
            lines.add("No figure: the run was not correct.");
            lines.add("daemon's exit code    " + exitCode);
            lines.add(
                    String.format(Locale.ROOT, "compared              %,d rows of %,d", comparison.totalRows(), rows));
            lines.add("equal: " + (comparison.equal() ? "yes" : "no"));
            comparison.firstDifferences().forEach(difference -> lines.add("  " + difference));
            return lines;
        }
        double speed = rows / seconds;
        lines.add(String.format(
                Locale.ROOT, "backlog               %,d rows in %.2f s: %,.0f rows/s", rows, seconds, speed));
        lines.add(String.format(
                Locale.ROOT, "  from process start  %.2f s: %,.0f rows/s", secondsFromStart, rows / secondsFromStart));
        lines.add(String.format(
                Locale.ROOT,
                "one commit per row    %,d rows over %d connections in %.2f s: %,.0f rows/s (%s)",
                baseline.rows(),
                baseline.connections(),
                baseline.seconds(),
                baseline.rowsPerSecond(),
                baseline.durability()));
        lines.add(String.format(Locale.ROOT, "ratio                 %.1f", speed / baseline.rowsPerSecond()));
        lines.add(String.format(
                Locale.ROOT,
                "compared              %,d rows in %d tables, every value",
                comparison.totalRows(),
                comparison.rows().size()));
        lines.add("equal: yes");
        return lines;
    }
}
