package io.gaussferry.bench.measure;

import io.gaussferry.bench.change.BinlogReader;
import io.gaussferry.bench.change.ChangedTransaction;
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
import io.gaussferry.bench.report.RowReport.ReplayFigures;
import io.gaussferry.bench.report.RowReport.SliceFigures;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.sandbox.Sandbox;
import io.gaussferry.sandbox.server.ServerAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The steps of one row of the way back: a workload's transactions are committed on the target, one by one, and brought to MySQL, which is
 * then put back for the next replay. Confined to one thread.
 */
final class BackRun {
    private static final Duration LONGEST_START = Duration.ofMinutes(5);
    private static final int DIFFERENCES_SHOWN = 5;
    private static final long SLICE_ROWS = 15_000;
    private static final long SMALLEST_SHARE = 6;

    /** The replay's code is that of the other rows, and compiled when their first one is through. */
    private static final int WARM_UPS = 2;

    private final Settings settings;
    private final Workload workload;
    private final ServerAddress source;
    private final ServerAddress target;
    private final Trial trial;
    private final Observer observer;
    private final Workload.Database database;
    private final List<String> command;
    private long comparedRows;

    private BackRun(
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
        String text = Files.readString(configuration).replace("  target:\n", "  target:\n    foreign-keys: defer\n")
                + "  http: {enabled: false}\n";
        Files.writeString(configuration, text);
        this.command = program.runCommand(configuration);
    }

    /** Runs a row. What goes wrong is in the report. */
    static RowReport run(
            Settings settings, Workload workload, Sandbox sandbox, DaemonProgram program, Observer observer)
            throws SQLException, IOException, InterruptedException {
        try (Trial trial = Trial.choose(sandbox.source(), sandbox.target(), "sbtest", "gaussferry_bench", System.out)) {
            try {
                return new BackRun(settings, workload, sandbox, program, trial, observer).run();
            } catch (DaemonException | SQLException | IOException | GaussferryException failure) {
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
        observer.step("initial copy");
        try (DaemonProcess daemon = DaemonProcess.start(command, line -> {})) {
            daemon.awaitReplaying(LONGEST_START);
            int exitCode = daemon.terminate();
            if (exitCode != 0) {
                throw new DaemonException("the daemon ended with exit code " + exitCode + daemon.lastWords());
            }
        }
        try (SourceCopies copies = SourceCopies.keep(source, target, trial)) {
            return run(copies);
        }
    }

    private RowReport run(SourceCopies copies) throws SQLException, IOException, DaemonException, InterruptedException {
        String before;
        LoadResult load;
        try (ReplayProgress progress = new ReplayProgress(source, target, trial.pipeline())) {
            before = progress.executedOnSource();
            load = writeBacklog();
        }
        copies.restore(trial.database());
        try (WayBackReplay replay = WayBackReplay.arm(settings, source, target, trial);
                Baseline baseline = new Baseline(
                        read(copies, before, load.transactions()),
                        source,
                        copies.baseline(),
                        Settings.BASELINE_CONNECTIONS,
                        true)) {
            observer.step("committing the backlog on the target");
            commitOnTarget(copies, before, load.transactions());
            slice(baseline, load.rows());
            settle();
            observer.step("bringing the backlog back, from cold");
            ReplayFigures first = replay.measure(load.transactions(), load.rows(), observer);
            compare();
            for (int number = 1; number <= WARM_UPS; number++) {
                copies.restore(trial.database());
                observer.step("warming up, " + number + " of " + WARM_UPS);
                replay.measure(load.transactions(), load.rows(), observer);
            }
            List<ReplayFigures> replays = new ArrayList<>();
            List<SliceFigures> slices = new ArrayList<>();
            List<SliceFigures> ceilings = new ArrayList<>();
            for (int number = 1; number <= settings.repeat(); number++) {
                copies.restore(trial.database());
                copies.restore(copies.ceiling());
                settle();
                observer.step("bringing the backlog back, " + number + " of " + settings.repeat());
                replays.add(replay.measure(load.transactions(), load.rows(), observer));
                compare();
                slices.add(slice(baseline, load.rows()));
                settle();
                observer.step("ceiling");
                try (BinlogReader reader = read(copies, before, load.transactions())) {
                    Ceiling.Result ceiling = BackCeiling.measure(reader, source, copies.ceiling());
                    ceilings.add(
                            new SliceFigures(ceiling.rows(), ceiling.seconds(), ceiling.rows() / ceiling.seconds()));
                }
            }
            copies.requireSame(trial.database(), copies.ceiling());
            double coldSeconds = load.rows() / first.rowsPerSecond();
            return report(new BacklogFigures(
                    load.transactions(),
                    load.rows(),
                    (long) (load.transactions() * TimedReplay.RUN_UP_SHARE),
                    load.transactions() / load.seconds(),
                    new ColdFigures(coldSeconds, first.rowsPerSecond(), coldSeconds, first.curve()),
                    replays,
                    slices,
                    rowsPerSecond(slices),
                    SourceLogicalClock.inUse(source),
                    ceilings,
                    rowsPerSecond(ceilings)));
        }
    }

    private LoadResult writeBacklog() throws SQLException, InterruptedException {
        observer.step("making the backlog");
        try (Load load = database.write(source, settings.seed(), LoadLimits.count(workload.transactions()))) {
            while (!load.ended()) {
                observer.progress((double) load.committed() / workload.transactions());
                load.awaitBriefly();
            }
            return load.await();
        }
    }

    /** As an application would: each transaction for itself. */
    private void commitOnTarget(SourceCopies copies, String before, long transactions)
            throws SQLException, IOException, InterruptedException {
        try (BinlogReader reader = read(copies, before, transactions);
                Connection connection = target.open();
                Statement statement = connection.createStatement()) {
            statement.execute("SET synchronous_commit = off");
            connection.setAutoCommit(false);
            RowStatements rows = new RowStatements(connection, trial.database(), false);
            long done = 0;
            for (ChangedTransaction one = reader.next(); one != null; one = reader.next()) {
                rows.execute(one.changes());
                connection.commit();
                observer.progress((double) ++done / transactions);
            }
        }
    }

    private BinlogReader read(SourceCopies copies, String before, long transactions) {
        return BinlogReader.open(source, before, transactions, trial.database(), copies.shapes());
    }

    private void settle() throws SQLException, InterruptedException {
        TargetTables.settle(target);
        SourceTables.settle(source);
    }

    private SliceFigures slice(Baseline baseline, long backlogRows)
            throws SQLException, IOException, InterruptedException {
        settle();
        observer.step("baseline");
        long most = backlogRows / (SMALLEST_SHARE + settings.repeat());
        Baseline.Slice slice = baseline.measure(Math.max(1, Math.min(SLICE_ROWS, most)));
        return new SliceFigures(slice.rows(), slice.seconds(), slice.rows() / slice.seconds());
    }

    private static double rowsPerSecond(List<SliceFigures> slices) {
        return slices.stream().mapToLong(SliceFigures::rows).sum()
                / slices.stream().mapToDouble(SliceFigures::seconds).sum();
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

    private RowReport report(BacklogFigures backlog) {
        List<ReplayFigures> replays = backlog.replays();
        double seconds = replays.stream().mapToDouble(ReplayFigures::seconds).sum();
        double rows = replays.stream()
                .mapToDouble(one -> one.rowsPerSecond() * one.seconds())
                .sum();
        return new RowReport(
                workload.row(),
                workload.title(),
                workload.description(),
                true,
                null,
                replays.stream().mapToLong(ReplayFigures::transactions).sum(),
                seconds,
                rows / seconds,
                meanRatio(replays, backlog.baseline()),
                meanRatio(replays, backlog.ceiling()),
                workload.reference(),
                comparedRows,
                backlog,
                null);
    }

    private static @Nullable Double meanRatio(List<ReplayFigures> replays, List<SliceFigures> others) {
        return IntStream.range(0, replays.size())
                .mapToDouble(round ->
                        replays.get(round).rowsPerSecond() / others.get(round).rowsPerSecond())
                .average()
                .orElseThrow();
    }
}
