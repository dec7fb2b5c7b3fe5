package io.gaussferry.bench.report;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one row has come to. Where the sides differ there is no figure: all are null.
 *
 * @param row short name, as {@code --rows} takes it
 * @param title for a reader
 * @param workload what was written to the source
 * @param equal whether both sides held the same after every run, every value compared
 * @param problem why there is no figure, or null
 * @param transactions of the source that the measured stretches of all replays of the backlog had; in a live run, that were
 *     written
 * @param seconds that these stretches took
 * @param rowsPerSecond row changes per second in them
 * @param ratioToBaseline mean of the rounds: a replay's speed over that of the slice right after it
 * @param ratioToCeiling the same over the ceiling that was measured after it
 * @param referenceTransactionsPerSecond what the reference tool's report says of this row, or null
 * @param comparedRows rows that were compared at the end
 * @param backlog what was measured on a backlog, or null
 * @param live what was measured while the load ran, or null
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

    /** A row that has no figure. */
    public static RowReport failed(String row, String title, String workload, @Nullable Double reference, String why) {
        return new RowReport(row, title, workload, false, why, null, null, null, null, null, reference, 0, null, null);
    }

    /**
     * A backlog and what it was measured against.
     *
     * @param transactions in the backlog
     * @param rows in the backlog
     * @param runUpTransactions that were replayed before the measured stretch began
     * @param loadTransactionsPerSecond at which the source took them
     * @param cold the first replay, by a process that had just been started
     * @param replays of the same backlog again, by the same process
     * @param baseline slices, one after each of these replays
     * @param baselineRowsPerSecond of all slices together
     * @param logicalClock by which the baseline decided what may run at the same time: the source's
     *     {@code binlog_transaction_dependency_tracking} when it had taken the backlog
     * @param ceiling the whole backlog, once after each of these replays
     * @param ceilingRowsPerSecond of all of them together
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
     * @param seconds from the daemon's word that it replays until the target had everything
     * @param rowsPerSecond over all that
     * @param secondsFromStart the same from the start of its process
     * @param curve the target's transactions over time, from the daemon's word on
     */
    public record ColdFigures(double seconds, double rowsPerSecond, double secondsFromStart, List<Point> curve) {}

    /**
     * One replay by a warm daemon.
     *
     * @param transactions in the measured stretch
     * @param seconds of the measured stretch
     * @param rowsPerSecond in it
     * @param transactionsPerSecond in it
     * @param daemonSecondsPerMillionRows processor time of the daemon in the measured stretch, or null
     * @param targetSecondsPerMillionRows processor time of the target in the measured stretch, or null
     * @param curve the target's transactions over time, from when the daemon was seen to be connected
     */
    public record ReplayFigures(
            long transactions,
            double seconds,
            double rowsPerSecond,
            double transactionsPerSecond,
            @Nullable Double daemonSecondsPerMillionRows,
            @Nullable Double targetSecondsPerMillionRows,
            List<Point> curve) {}

    /** A slice of the baseline, or the ceiling once. */
    public record SliceFigures(long rows, double seconds, double rowsPerSecond) {}

    /**
     * A load that was replayed while it ran.
     *
     * @param wantedTransactionsPerSecond the rate that was asked for
     * @param transactionsPerSecond the rate that the source took
     * @param transactions written
     * @param rows written
     * @param seconds that were written for
     * @param warmUpSeconds in the beginning whose transactions are not in the lag
     * @param lagP50Millis median from the commit on the source to when it was seen on the target
     * @param lagP99Millis 99th percentile of the same
     * @param lagMaxMillis longest
     * @param daemonLagP99Millis what the daemon itself says of all transactions, its first ones too; null if it said nothing
     * @param catchUpSeconds from the last commit on the source until the target had it
     * @param keepsUp whether the lag was not growing: the target had everything within a second of the last commit
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
     * @param y whatever the curve shows
     */
    public record Point(double x, double y) {}
}
