package io.gaussferry.bench.measure;

import io.gaussferry.bench.baseline.Baseline;
import io.gaussferry.bench.change.BinlogReader;
import io.gaussferry.bench.daemon.DaemonException;
import io.gaussferry.bench.daemon.DaemonProcess;
import io.gaussferry.bench.daemon.DaemonProgram;
import io.gaussferry.bench.daemon.ReplayProgress;
import io.gaussferry.bench.daemon.Trial;
import io.gaussferry.bench.load.Load;
import io.gaussferry.bench.load.LoadLimits;
import io.gaussferry.bench.load.LoadResult;
import io.gaussferry.bench.load.SourceTables;
import io.gaussferry.bench.report.RowReport;
import io.gaussferry.bench.report.RowReport.BacklogFigures;
import io.gaussferry.bench.report.RowReport.ColdFigures;
import io.gaussferry.bench.report.RowReport.LiveFigures;
import io.gaussferry.bench.report.RowReport.ReplayFigures;
import io.gaussferry.bench.report.RowReport.SliceFigures;
import io.gaussferry.sandbox.Sandbox;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The steps of one row, on running servers. Confined to one thread. */
final class RowRun {
    /** Further replays after the first that do not count: at small scales, Java still compiles in the second to fifth. */
    private static final int WARM_UPS = 4;

    private final MeasuredRow row;
    private final RowSteps steps;
    private final List<String> command;

    private RowRun(MeasuredRow row) throws IOException, DaemonException {
        this.row = row;
        this.steps = new RowSteps(row);
        this.command =
                row.configure("  replay:\n    appliers: " + row.settings().appliers() + "\n");
    }

    /** Runs a row. The report contains any failure of the daemon and any difference of the content. */
    static RowReport run(
            Settings settings, Workload workload, Sandbox sandbox, DaemonProgram program, Observer observer)
            throws SQLException, IOException, InterruptedException {
        try (Trial trial = Trial.choose(sandbox.source(), sandbox.target(), "sbtest", "gaussferry_bench", System.out)) {
            try {
                return new RowRun(new MeasuredRow(settings, workload, sandbox, program, trial, observer)).run();
            } catch (DaemonException | SQLException | IOException failure) {
                return RowSteps.failed(workload, failure);
            }
        }
    }

    private RowReport run() throws SQLException, IOException, DaemonException, InterruptedException {
        row.step("filling the tables");
        steps.database().create(row.source());
        @Nullable LiveFigures live = null;
        row.step("initial copy");
        try (DaemonProcess daemon = DaemonProcess.start(command, line -> {});
                ReplayProgress progress = new ReplayProgress(
                        row.source(), row.target(), row.trial().pipeline())) {
            daemon.awaitReplaying(RowSteps.START_TIMEOUT);
            LiveReplay.@Nullable Outcome outcome = null;
            if (row.settings().mode().live() || row.workload().transactions() == 0) {
                outcome = runLive(daemon, progress);
            }
            RowSteps.end(daemon);
            if (outcome != null) {
                live = LiveReplay.figures(
                        row.workload(), outcome, daemon.summary().orElse(null));
                steps.compare();
            }
        }
        @Nullable BacklogFigures backlog = null;
        if (row.settings().mode().backlog() && row.workload().transactions() > 0) {
            backlog = runBacklog();
        }
        return steps.report(backlog, live);
    }

    private LiveReplay.Outcome runLive(DaemonProcess daemon, ReplayProgress progress)
            throws SQLException, DaemonException, InterruptedException {
        TargetTables.settle(row.target());
        row.step("live at " + row.workload().liveRate() + "/s");
        String before = progress.executedOnSource();
        LoadLimits limits =
                LoadLimits.paced(row.workload().liveTime(), row.workload().liveRate());
        long start = System.nanoTime();
        try (Load load = steps.database().write(row.source(), row.settings().seed() + 1, limits)) {
            return new LiveReplay(progress, daemon, row.workload(), row.observer()).run(load, before, start);
        }
    }

    private BacklogFigures runBacklog() throws SQLException, IOException, DaemonException, InterruptedException {
        row.step("saving the target's tables");
        TargetTables tables = TargetTables.save(row.target(), row.trial());
        String baselineSchema = row.database() + "_baseline";
        String ceilingSchema = row.database() + "_ceiling";
        tables.copyTo(baselineSchema);
        tables.copyTo(ceilingSchema);
        try (ReplayProgress progress =
                new ReplayProgress(row.source(), row.target(), row.trial().pipeline())) {
            String before = progress.executedOnSource();
            LoadResult load = steps.writeBacklog();
            row.step("waiting for the source to flush");
            SourceTables.settle(row.source());
            String clock = SourceLogicalClock.inUse(row.source());
            TimedReplay.Backlog backlog =
                    new TimedReplay.Backlog(before, progress.executedOnSource(), load.transactions(), load.rows());
            List<ReplayFigures> replays = new ArrayList<>();
            List<SliceFigures> slices = new ArrayList<>();
            List<SliceFigures> ceilings = new ArrayList<>();
            ColdFigures cold;
            try (Baseline baseline = new Baseline(
                    read(tables, before, load.transactions()),
                    row.target(),
                    baselineSchema,
                    Settings.BASELINE_CONNECTIONS,
                    false)) {
                // connections and servers are slower on first use, which would favour the daemon in the comparison
                steps.slice(baseline, load.rows());
                TargetTables.settle(row.target());
                row.step("replaying the backlog, cold");
                try (TimedReplay replay = new TimedReplay(
                        row.source(),
                        progress,
                        ProcessorTime.serverProcess(row.target()),
                        backlog,
                        row.observer(),
                        command)) {
                    cold = replay.first();
                    steps.compare();
                    for (int number = 1; number <= WARM_UPS; number++) {
                        tables.restore();
                        row.step("warming up, " + number + " of " + WARM_UPS);
                        replay.again();
                    }
                    for (int number = 1; number <= row.settings().repeat(); number++) {
                        row.step("restoring the target");
                        tables.restore();
                        tables.refill(ceilingSchema);
                        TargetTables.settle(row.target());
                        row.step("replaying the backlog, " + number + " of "
                                + row.settings().repeat());
                        replays.add(replay.again());
                        steps.compare();
                        slices.add(steps.slice(baseline, load.rows()));
                        ceilings.add(ceiling(tables, before, load.transactions(), ceilingSchema));
                    }
                    requireSame(tables, ceilingSchema);
                    replay.end();
                }
            }
            return new BacklogFigures(
                    load.transactions(),
                    load.rows(),
                    backlog.runUp(),
                    load.transactions() / load.seconds(),
                    cold,
                    replays,
                    slices,
                    RowSteps.rowsPerSecond(slices),
                    clock,
                    ceilings,
                    RowSteps.rowsPerSecond(ceilings));
        }
    }

    private BinlogReader read(TargetTables tables, String before, long transactions) {
        return BinlogReader.open(row.source(), before, transactions, row.database(), tables.shapes());
    }

    private SliceFigures ceiling(TargetTables tables, String before, long transactions, String schema)
            throws SQLException, IOException, DaemonException, InterruptedException {
        TargetTables.settle(row.target());
        row.step("ceiling");
        try (BinlogReader reader = read(tables, before, transactions)) {
            return Ceiling.ofTarget(reader, row.target(), schema, tables.shapes());
        }
    }

    /** The ceiling must produce the same content as the replay. */
    private void requireSame(TargetTables tables, String schema) throws SQLException, DaemonException {
        long differences = tables.differences(row.database(), schema);
        if (differences > 0) {
            throw new DaemonException("the ceiling's content differs from the replay's in " + differences
                    + " rows: one of the two is wrong");
        }
    }
}
