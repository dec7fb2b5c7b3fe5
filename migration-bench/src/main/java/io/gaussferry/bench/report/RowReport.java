package io.gaussferry.bench.report;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of one row. If the sides differ there are no figures: all are null.
 *
 * @param row short name, as {@code --rows} accepts it
 * @param title title for display
 * @param workload description of the workload on the source
 * @param equal whether both sides were equal after every run, with every value compared
 * @param problem the reason for missing figures, or null
 * @param transactions transactions of the source in the measured stretches of all replays of the backlog; of a live-only row,
 *     the written transactions
 * @param seconds duration of these stretches
 * @param rowsPerSecond row changes per second in these stretches
 * @param ratioToBaseline mean over the rounds of a replay's speed divided by the speed of the slice right after it
 * @param ratioToCeiling the same ratio to the ceiling that was measured after it
 * @param referenceTransactionsPerSecond the figure of this row in the reference tool's report, or null
 * @param comparedRows rows that were compared at the end
 * @param backlog figures of the backlog, or null
 * @param live figures of the live run, or null
 */
public record RowReport(
        String row,
        String title,
        String workload,
        boolean equal,
        @Nullable String problem,
        @Nullable Long transactions,
        @Nullable Double seconds,
        @Nullable Double rowsPerSecond,
        @Nullable Double ratioToBaseline,
        @Nullable Double ratioToCeiling,
        @Nullable Double referenceTransactionsPerSecond,
        long comparedRows,
        @Nullable BacklogFigures backlog,
        @Nullable LiveFigures live) {

    /** Returns a row without figures. */
    public static RowReport failed(String row, String title, String workload, @Nullable Double reference, String why) {
        return new RowReport(row, title, workload, false, why, null, null, null, null, null, reference, 0, null, null);
    }

    /**
     * The figures of a backlog, its baseline and its ceiling.
     *
     * @param transactions in the backlog
     * @param rows in the backlog
     * @param runUpTransactions transactions replayed before the measured stretch
     * @param loadTransactionsPerSecond rate at which the source committed them
     * @param cold the first replay, by a new process
     * @param replays later replays of the same backlog by the same process
     * @param baseline slices, one after each of these replays
     * @param baselineRowsPerSecond rate over all slices
     * @param logicalClock the clock that determined the concurrent transactions of the baseline: the source's {@code
     *     binlog_transaction_dependency_tracking} when the backlog was complete
     * @param ceiling the whole backlog, once after each of these replays
     * @param ceilingRowsPerSecond rate over all of these
     */
    public record BacklogFigures(
            long transactions,
            long rows,
            long runUpTransactions,
            double loadTransactionsPerSecond,
            ColdFigures cold,
            List<ReplayFigures> replays,
            List<SliceFigures> baseline,
            double baselineRowsPerSecond,
            String logicalClock,
            List<SliceFigures> ceiling,
            double ceilingRowsPerSecond) {}

    /**
     * The replay of a cold daemon.
     *
     * @param seconds from the daemon's report that it replicates until the target had caught up
     * @param rowsPerSecond over that time
     * @param secondsFromStart the same from the start of its process
     * @param curve the target's transactions over time, from the daemon's report on
     */
    public record ColdFigures(double seconds, double rowsPerSecond, double secondsFromStart, List<Point> curve) {}

    /**
     * One replay by a warm daemon.
     *
     * @param transactions transactions in the measured stretch
     * @param seconds duration of the measured stretch
     * @param rowsPerSecond rows per second in the measured stretch
     * @param transactionsPerSecond transactions per second in the measured stretch
     * @param daemonSecondsPerMillionRows processor time of the daemon in the measured stretch, or null
     * @param targetSecondsPerMillionRows processor time of the target in the measured stretch, or null
     * @param curve the target's transactions over time, from the daemon's observed connection on
     */
    public record ReplayFigures(
            long transactions,
            double seconds,
            double rowsPerSecond,
            double transactionsPerSecond,
            @Nullable Double daemonSecondsPerMillionRows,
            @Nullable Double targetSecondsPerMillionRows,
            List<Point> curve) {}

    /** A slice of the baseline, or one run of the ceiling. */
    public record SliceFigures(long rows, double seconds, double rowsPerSecond) {}

    /**
     * The figures of a load that was replicated while it ran.
     *
     * @param wantedTransactionsPerSecond the requested rate
     * @param transactionsPerSecond the rate of the source
     * @param transactions written transactions
     * @param rows written rows
     * @param seconds duration of the load
     * @param warmUpSeconds initial seconds whose transactions are not in the lag
     * @param lagP50Millis median time from the commit on the source until it was observed on the target
     * @param lagP99Millis 99th percentile of that time
     * @param lagMaxMillis maximum of that time
     * @param daemonLagP99Millis the daemon's own figure for all transactions, including the warm-up; null if it reported none
     * @param catchUpSeconds from the last commit on the source until the target had it
     * @param keepsUp whether the lag did not grow: the target had caught up within a second of the last commit
     * @param lagCurve milliseconds over seconds
     * @param speedCurve the target's transactions over seconds
     */
    public record LiveFigures(
            long wantedTransactionsPerSecond,
            double transactionsPerSecond,
            long transactions,
            long rows,
            double seconds,
            double warmUpSeconds,
            double lagP50Millis,
            double lagP99Millis,
            double lagMaxMillis,
            @Nullable Double daemonLagP99Millis,
            double catchUpSeconds,
            boolean keepsUp,
            List<Point> lagCurve,
            List<Point> speedCurve) {}

    /**
     * A point of a curve.
     *
     * @param x seconds
     * @param y value of the curve
     */
    public record Point(double x, double y) {}
}
