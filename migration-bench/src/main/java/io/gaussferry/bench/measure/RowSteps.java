package io.gaussferry.bench.measure;

import io.gaussferry.bench.baseline.Baseline;
import io.gaussferry.bench.compare.ComparisonResult;
import io.gaussferry.bench.compare.ContentComparison;
import io.gaussferry.bench.daemon.DaemonException;
import io.gaussferry.bench.daemon.DaemonProcess;
import io.gaussferry.bench.load.Load;
import io.gaussferry.bench.load.LoadLimits;
import io.gaussferry.bench.load.LoadResult;
import io.gaussferry.bench.load.SourceTables;
import io.gaussferry.bench.report.RowReport;
import io.gaussferry.bench.report.RowReport.BacklogFigures;
import io.gaussferry.bench.report.RowReport.LiveFigures;
import io.gaussferry.bench.report.RowReport.ReplayFigures;
import io.gaussferry.bench.report.RowReport.SliceFigures;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The steps that the rows of both directions share, on running servers. Confined to one thread. */
final class RowSteps {
    static final Duration START_TIMEOUT = Duration.ofMinutes(5);
    private static final Duration PROGRESS_TIMEOUT = Duration.ofMinutes(1);
    private static final int DIFFERENCES_SHOWN = 5;

    /** Rows per slice of the baseline: about two seconds. */
    private static final long SLICE_ROWS = 15_000;

    /**
     * A slice has at most the rows of the backlog divided by this and by the number of replays, so that all slices fit into
     * the backlog.
     */
    private static final long SMALLEST_SHARE = 6;

    private final MeasuredRow row;
    private final Workload.Database database;
    private long comparedRows;

    RowSteps(MeasuredRow row) {
        this.row = row;
        this.database = row.workload().database().named(row.database());
    }

    /** Returns the database that the workload fills and writes to. */
    Workload.Database database() {
        return database;
    }

    /** Stops a daemon as its users do. */
    static void end(DaemonProcess daemon) throws DaemonException, InterruptedException {
        int exitCode = daemon.terminate();
        if (exitCode != 0) {
            throw new DaemonException("the daemon exited with code " + exitCode + daemon.lastLines());
        }
    }

    /** Runs the workload's transactions on the source while no daemon replicates them. */
    LoadResult writeBacklog() throws SQLException, DaemonException, InterruptedException {
        row.step("writing the backlog");
        try (Load load = database.write(
                row.source(),
                row.settings().seed(),
                LoadLimits.count(row.workload().transactions()))) {
            long committed = 0;
            long since = System.nanoTime();
            while (!load.ended()) {
                row.observer()
                        .progress((double) load.committed() / row.workload().transactions());
                load.awaitBriefly();
                if (load.committed() > committed) {
                    committed = load.committed();
                    since = System.nanoTime();
                } else if (System.nanoTime() - since > PROGRESS_TIMEOUT.toNanos()) {
                    throw new DaemonException("the source committed nothing for " + PROGRESS_TIMEOUT.toSeconds()
                            + " s, after " + committed + " transactions");
                }
            }
            return load.await();
        }
    }

    /** Flushes both servers' deferred writes. */
    void settle() throws SQLException, InterruptedException {
        TargetTables.settle(row.target());
        SourceTables.settle(row.source());
    }

    /** Measures the baseline for a few seconds, from its current position in a backlog of {@code backlogRows} rows. */
    SliceFigures slice(Baseline baseline, long backlogRows) throws SQLException, IOException, InterruptedException {
        settle();
        row.step("baseline");
        long most = backlogRows / (SMALLEST_SHARE + row.settings().repeat());
        Baseline.Slice slice = baseline.measure(Math.max(1, Math.min(SLICE_ROWS, most)));
        return new SliceFigures(slice.rows(), slice.seconds(), slice.rows() / slice.seconds());
    }

    static double rowsPerSecond(List<SliceFigures> slices) {
        return slices.stream().mapToLong(SliceFigures::rows).sum()
                / slices.stream().mapToDouble(SliceFigures::seconds).sum();
    }

    /**
     * Compares every row of both sides.
     *
     * @throws DaemonException if a row differs
     */
    void compare() throws SQLException, DaemonException {
        row.step("comparing every row");
        ComparisonResult comparison =
                new ContentComparison(row.source(), row.target(), DIFFERENCES_SHOWN).compare(row.database());
        comparedRows = comparison.totalRows();
        if (!comparison.equal()) {
            throw new DaemonException(
                    "both sides have " + comparison.differences() + " differences: " + comparison.firstDifferences());
        }
    }

    /** Returns the report of a measured row; its rate is the rate of its backlog, if it has one. */
    RowReport report(@Nullable BacklogFigures backlog, @Nullable LiveFigures live) {
        if (backlog == null) {
            return new RowReport(
                    row.workload().row(),
                    row.workload().title(),
                    row.workload().description(),
                    true,
                    null,
                    live == null ? null : live.transactions(),
                    live == null ? null : live.seconds(),
                    live == null ? null : live.rows() / live.seconds(),
                    null,
                    null,
                    row.workload().reference(),
                    comparedRows,
                    null,
                    live);
        }
        List<ReplayFigures> replays = backlog.replays();
        double seconds = replays.stream().mapToDouble(ReplayFigures::seconds).sum();
        double rows = replays.stream()
                .mapToDouble(one -> one.rowsPerSecond() * one.seconds())
                .sum();
        return new RowReport(
                row.workload().row(),
                row.workload().title(),
                row.workload().description(),
                true,
                null,
                replays.stream().mapToLong(ReplayFigures::transactions).sum(),
                seconds,
                rows / seconds,
                meanRatio(replays, backlog.baseline()),
                meanRatio(replays, backlog.ceiling()),
                row.workload().reference(),
                comparedRows,
                backlog,
                live);
    }

    /** Returns the report of a row that could not be measured; the other rows are unaffected. */
    static RowReport failed(Workload workload, Exception failure) {
        return RowReport.failed(
                workload.row(),
                workload.title(),
                workload.description(),
                workload.reference(),
                String.valueOf(failure.getMessage()));
    }

    /** Divides each replay by the measurement right after it, since the machine's speed may change within minutes. */
    private static double meanRatio(List<ReplayFigures> replays, List<SliceFigures> others) {
        return IntStream.range(0, replays.size())
                .mapToDouble(round ->
                        replays.get(round).rowsPerSecond() / others.get(round).rowsPerSecond())
                .average()
                .orElseThrow();
    }
}
