package io.gaussferry.bench.measure;

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
import io.gaussferry.sandbox.server.ServerAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The steps of one row, on servers that are up. Confined to one thread. */
final class RowRun {
    /** Replays after the first that do not count either: at small scales a Java process still compiles in the second to fifth. */
    private static final int WARM_UPS = 4;

    private final Settings settings;
    private final Workload workload;
    private final ServerAddress source;
    private final ServerAddress target;
    private final Trial trial;
    private final Observer observer;
    private final RowSteps steps;
    private final List<String> command;

    private RowRun(
            Settings settings,
            Workload workload,
            Sandbox sandbox,
            DaemonProgram program,
            Trial trial,
            Observer observer)
            throws IOException, DaemonException {
        this.settings = settings;
        this.workload = workload;
        this.source = sandbox.source();
        this.target = sandbox.target();
        this.trial = trial;
        this.observer = observer;
        this.steps = new RowSteps(settings, workload, source, target, trial, observer);
        Path configuration = sandbox.writeConfiguration(trial.directory(), trial.pipeline(), List.of(trial.database()));
        // tables are emptied and filled again between replays, and neither baseline nor ceiling has foreign keys
        String text = Files.readString(configuration).replace("  target:\n", "  target:\n    foreign-keys: defer\n")
                + "  http: {enabled: false}\n  replay:\n    appliers: " + settings.appliers() + "\n    consistency: "
                + settings.consistency() + "\n";
        Files.writeString(configuration, text);
        this.command = program.runCommand(configuration);
    }

    /** Runs a row. What goes wrong with the daemon or the content is in the report. */
    static RowReport run(
            Settings settings, Workload workload, Sandbox sandbox, DaemonProgram program, Observer observer)
            throws SQLException, IOException, InterruptedException {
        try (Trial trial = Trial.choose(sandbox.source(), sandbox.target(), "sbtest", "gaussferry_bench", System.out)) {
            try {
                return new RowRun(settings, workload, sandbox, program, trial, observer).run();
            } catch (DaemonException | SQLException | IOException failure) {
                return RowSteps.failed(workload, failure);
            }
        }
    }

    private RowReport run() throws SQLException, IOException, DaemonException, InterruptedException {
        observer.step("filling the tables");
        steps.database().create(source);
        @Nullable LiveFigures live = null;
        observer.step("initial copy");
        try (DaemonProcess daemon = DaemonProcess.start(command, line -> {});
                ReplayProgress progress = new ReplayProgress(source, target, trial.pipeline())) {
            daemon.awaitReplaying(RowSteps.LONGEST_START);
            LiveReplay.@Nullable Outcome outcome = null;
            if (settings.mode().live() || workload.transactions() == 0) {
                outcome = runLive(daemon, progress);
            }
            RowSteps.end(daemon);
            if (outcome != null) {
                live = LiveReplay.figures(workload, outcome, daemon.summary().orElse(null));
                steps.compare();
            }
        }
        @Nullable BacklogFigures backlog = null;
        if (settings.mode().backlog() && workload.transactions() > 0) {
            backlog = runBacklog();
        }
        return steps.report(backlog, live);
    }

    private LiveReplay.Outcome runLive(DaemonProcess daemon, ReplayProgress progress)
            throws SQLException, DaemonException, InterruptedException {
        TargetTables.settle(target);
        observer.step("live at " + workload.liveRate() + "/s");
        String before = progress.executedOnSource();
        LoadLimits limits = LoadLimits.paced(workload.liveTime(), workload.liveRate());
        long start = System.nanoTime();
        try (Load load = steps.database().write(source, settings.seed() + 1, limits)) {
            return new LiveReplay(progress, daemon, workload, observer).run(load, before, start);
        }
    }

    private BacklogFigures runBacklog() throws SQLException, IOException, DaemonException, InterruptedException {
        observer.step("keeping the target as it is");
        TargetTables tables = TargetTables.keep(target, trial);
        String baselineSchema = trial.database() + "_baseline";
        String ceilingSchema = trial.database() + "_ceiling";
        tables.copyTo(baselineSchema);
        tables.copyTo(ceilingSchema);
        try (ReplayProgress progress = new ReplayProgress(source, target, trial.pipeline())) {
            String before = progress.executedOnSource();
            LoadResult load = steps.writeBacklog();
            observer.step("having the source write back what it holds");
            SourceTables.settle(source);
            String clock = SourceLogicalClock.inUse(source);
            TimedReplay.Backlog backlog =
                    new TimedReplay.Backlog(before, progress.executedOnSource(), load.transactions(), load.rows());
            List<ReplayFigures> replays = new ArrayList<>();
            List<SliceFigures> slices = new ArrayList<>();
            List<SliceFigures> ceilings = new ArrayList<>();
            ColdFigures cold;
            try (Baseline baseline = new Baseline(
                    read(tables, before, load.transactions()),
                    target,
                    baselineSchema,
                    Settings.BASELINE_CONNECTIONS,
                    false)) {
                // connections and servers are slower with the first one, which would flatter us
                steps.slice(baseline, load.rows());
                TargetTables.settle(target);
                observer.step("replaying the backlog from cold");
                try (TimedReplay replay = new TimedReplay(
                        source, progress, ProcessorTime.serverProcess(target), backlog, observer, command)) {
                    cold = replay.first();
                    steps.compare();
                    for (int number = 1; number <= WARM_UPS; number++) {
                        tables.restore();
                        observer.step("warming up, " + number + " of " + WARM_UPS);
                        replay.again();
                    }
                    for (int number = 1; number <= settings.repeat(); number++) {
                        observer.step("putting the target back");
                        tables.restore();
                        tables.refill(ceilingSchema);
                        TargetTables.settle(target);
                        observer.step("replaying the backlog, " + number + " of " + settings.repeat());
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
        return BinlogReader.open(source, before, transactions, trial.database(), tables.shapes());
    }

    private SliceFigures ceiling(TargetTables tables, String before, long transactions, String schema)
            throws SQLException, IOException, DaemonException, InterruptedException {
        TargetTables.settle(target);
        observer.step("ceiling");
        try (BinlogReader reader = read(tables, before, transactions)) {
            return Ceiling.ofTarget(reader, target, schema, tables.shapes());
        }
    }

    /** The ceiling has to end in what the replay ends in. */
    private void requireSame(TargetTables tables, String schema) throws SQLException, DaemonException {
        long differences = tables.differences(trial.database(), schema);
        if (differences > 0) {
            throw new DaemonException("the ceiling's content differs from the replay's in " + differences
                    + " rows: one of them is wrong");
        }
    }
}
