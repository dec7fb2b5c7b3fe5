package io.gaussferry.bench.measure;

import io.gaussferry.bench.change.BinlogReader;
import io.gaussferry.bench.compare.ComparisonResult;
import io.gaussferry.bench.compare.ContentComparison;
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
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The steps of one row, on servers that are up. Confined to one thread. */
final class RowRun {
    private static final Duration LONGEST_START = Duration.ofMinutes(5);
    private static final Duration LONGEST_SILENCE = Duration.ofMinutes(1);
    private static final int DIFFERENCES_SHOWN = 5;

    /** Rows of a slice of the baseline: some two seconds of it. */
    private static final long SLICE_ROWS = 15_000;

    /** Replays after the first that do not count either: at small scales a Java process still compiles in the second to fifth. */
    private static final int WARM_UPS = 4;

    /** A slice is at most the backlog over this and the number of replays: all of them stay within it. */
    private static final long SMALLEST_SHARE = 6;

    private final Settings settings;
    private final Workload workload;
    private final ServerAddress source;
    private final ServerAddress target;
    private final Trial trial;
    private final Observer observer;
    private final Workload.Database database;
    private final List<String> command;
    private long comparedRows;

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
        this.database = workload.database().named(trial.database());
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
                // the other rows may be measured all the same
                return RowReport.failed(
                        workload.row(),
                        workload.title(),
                        workload.description(),
                        workload.reference(),
                        String.valueOf(failure.getMessage()));
            }
        }
    }

    private RowReport run() throws SQLException, IOException, DaemonException, InterruptedException {
        observer.step("filling the tables");
        database.create(source);
        @Nullable LiveFigures live = null;
        observer.step("initial copy");
        try (DaemonProcess daemon = DaemonProcess.start(command, line -> {});
                ReplayProgress progress = new ReplayProgress(source, target, trial.pipeline())) {
            daemon.awaitReplaying(LONGEST_START);
            LiveReplay.@Nullable Outcome outcome = null;
            if (settings.mode().live() || workload.transactions() == 0) {
                outcome = runLive(daemon, progress);
            }
            int exitCode = daemon.terminate();
            if (exitCode != 0) {
                throw new DaemonException("the daemon ended with exit code " + exitCode + daemon.lastWords());
            }
            if (outcome != null) {
                live = LiveReplay.figures(workload, outcome, daemon.summary().orElse(null));
                compare();
            }
        }
        @Nullable BacklogFigures backlog = null;
        if (settings.mode().backlog() && workload.transactions() > 0) {
            backlog = runBacklog();
        }
        return report(backlog, live);
    }

    private LiveReplay.Outcome runLive(DaemonProcess daemon, ReplayProgress progress)
            throws SQLException, DaemonException, InterruptedException {
        TargetTables.settle(target);
        observer.step("live at " + workload.liveRate() + "/s");
        String before = progress.executedOnSource();
        LoadLimits limits = LoadLimits.paced(workload.liveTime(), workload.liveRate());
        long start = System.nanoTime();
        try (Load load = database.write(source, settings.seed() + 1, limits)) {
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
            LoadResult load = writeBacklog();
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
                slice(baseline, load.rows());
                TargetTables.settle(target);
                observer.step("replaying the backlog from cold");
                try (TimedReplay replay = new TimedReplay(
                        source, progress, ProcessorTime.serverProcess(target), backlog, observer, command)) {
                    cold = replay.first();
                    compare();
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
                        compare();
                        slices.add(slice(baseline, load.rows()));
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
                    rowsPerSecond(slices),
                    clock,
                    ceilings,
                    rowsPerSecond(ceilings));
        }
    }

    /** Each replay over what was measured right after it: the machine may be another a minute later. */
    private static double meanRatio(List<ReplayFigures> replays, List<SliceFigures> others) {
        return IntStream.range(0, replays.size())
                .mapToDouble(round ->
                        replays.get(round).rowsPerSecond() / others.get(round).rowsPerSecond())
                .average()
                .orElseThrow();
    }

    private LoadResult writeBacklog() throws SQLException, DaemonException, InterruptedException {
        observer.step("writing the backlog");
        try (Load load = database.write(source, settings.seed(), LoadLimits.count(workload.transactions()))) {
            long committed = 0;
            long since = System.nanoTime();
            while (!load.ended()) {
                observer.progress((double) load.committed() / workload.transactions());
                load.awaitBriefly();
                if (load.committed() > committed) {
                    committed = load.committed();
                    since = System.nanoTime();
                } else if (System.nanoTime() - since > LONGEST_SILENCE.toNanos()) {
                    throw new DaemonException("the source has committed nothing for " + LONGEST_SILENCE.toSeconds()
                            + " s, after " + committed + " transactions");
                }
            }
            return load.await();
        }
    }

    private BinlogReader read(TargetTables tables, String before, long transactions) {
        return BinlogReader.open(source, before, transactions, trial.database(), tables.shapes());
    }

    private SliceFigures slice(Baseline baseline, long backlogRows)
            throws SQLException, IOException, InterruptedException {
        TargetTables.settle(target);
        observer.step("baseline");
        long most = backlogRows / (SMALLEST_SHARE + settings.repeat());
        Baseline.Slice slice = baseline.measure(Math.max(1, Math.min(SLICE_ROWS, most)));
        return new SliceFigures(slice.rows(), slice.seconds(), slice.rows() / slice.seconds());
    }

    private static double rowsPerSecond(List<SliceFigures> slices) {
        return slices.stream().mapToLong(SliceFigures::rows).sum()
                / slices.stream().mapToDouble(SliceFigures::seconds).sum();
    }

    private SliceFigures ceiling(TargetTables tables, String before, long transactions, String schema)
            throws SQLException, IOException, DaemonException, InterruptedException {
        TargetTables.settle(target);
        observer.step("ceiling");
        try (BinlogReader reader = read(tables, before, transactions)) {
            Ceiling.Result ceiling = Ceiling.measure(reader, target, schema, tables.shapes());
            return new SliceFigures(ceiling.rows(), ceiling.seconds(), ceiling.rows() / ceiling.seconds());
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

    private void compare() throws SQLException, DaemonException {
        observer.step("comparing every row");
        ComparisonResult comparison =
                new ContentComparison(source, target, DIFFERENCES_SHOWN).compare(trial.database());
        comparedRows = comparison.totalRows();
        if (!comparison.equal()) {
            throw new DaemonException(
                    "both sides differ, in " + comparison.differences() + " places: " + comparison.firstDifferences());
        }
    }

    private RowReport report(@Nullable BacklogFigures backlog, @Nullable LiveFigures live) {
        if (backlog == null) {
            return new RowReport(
                    workload.row(),
                    workload.title(),
                    workload.description(),
                    true,
                    null,
                    live == null ? null : live.transactions(),
                    live == null ? null : live.seconds(),
                    live == null ? null : live.rows() / live.seconds(),
                    null,
                    null,
                    workload.reference(),
                    comparedRows,
                    null,
                    live);
        }
        List<ReplayFigures> replays = backlog.replays();
        long transactions =
                replays.stream().mapToLong(ReplayFigures::transactions).sum();
        double seconds = replays.stream().mapToDouble(ReplayFigures::seconds).sum();
        double rows = replays.stream()
                .mapToDouble(one -> one.rowsPerSecond() * one.seconds())
                .sum();
        double rate = rows / seconds;
        return new RowReport(
                workload.row(),
                workload.title(),
                workload.description(),
                true,
                null,
                transactions,
                seconds,
                rate,
                meanRatio(replays, backlog.baseline()),
                meanRatio(replays, backlog.ceiling()),
                workload.reference(),
                comparedRows,
                backlog,
                live);
    }
}
