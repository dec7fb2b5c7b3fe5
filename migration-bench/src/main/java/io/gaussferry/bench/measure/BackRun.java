package io.gaussferry.bench.measure;

import io.gaussferry.bench.change.BinlogReader;
import io.gaussferry.bench.change.ChangedTransaction;
import io.gaussferry.bench.daemon.DaemonException;
import io.gaussferry.bench.daemon.DaemonProcess;
import io.gaussferry.bench.daemon.DaemonProgram;
import io.gaussferry.bench.daemon.ReplayProgress;
import io.gaussferry.bench.daemon.Trial;
import io.gaussferry.bench.load.LoadResult;
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
import java.util.ArrayList;
import java.util.List;

/**
 * The steps of one row of the way back: a workload's transactions are committed on the target, one by one, and brought to MySQL, which is
 * then put back for the next replay. Confined to one thread.
 */
final class BackRun {
    /** The replay's code is that of the other rows, and compiled when their first one is through. */
    private static final int WARM_UPS = 2;

    private final Settings settings;
    private final Workload workload;
    private final ServerAddress source;
    private final ServerAddress target;
    private final Trial trial;
    private final Observer observer;
    private final RowSteps steps;
    private final List<String> command;

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
        this.steps = new RowSteps(settings, workload, source, target, trial, observer);
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
                return RowSteps.failed(workload, failure);
            }
        }
    }

    private RowReport run() throws SQLException, IOException, DaemonException, InterruptedException {
        observer.step("filling the tables");
        steps.database().create(source);
        observer.step("initial copy");
        try (DaemonProcess daemon = DaemonProcess.start(command, line -> {})) {
            daemon.awaitReplaying(RowSteps.LONGEST_START);
            RowSteps.end(daemon);
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
            load = steps.writeBacklog();
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
            steps.slice(baseline, load.rows());
            steps.settle();
            observer.step("bringing the backlog back, from cold");
            ReplayFigures first = replay.measure(load.transactions(), load.rows(), observer);
            steps.compare();
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
                steps.settle();
                observer.step("bringing the backlog back, " + number + " of " + settings.repeat());
                replays.add(replay.measure(load.transactions(), load.rows(), observer));
                steps.compare();
                slices.add(steps.slice(baseline, load.rows()));
                steps.settle();
                observer.step("ceiling");
                try (BinlogReader reader = read(copies, before, load.transactions())) {
                    ceilings.add(Ceiling.ofMySql(reader, source, copies.ceiling()));
                }
            }
            copies.requireSame(trial.database(), copies.ceiling());
            double coldSeconds = load.rows() / first.rowsPerSecond();
            return steps.report(
                    new BacklogFigures(
                            load.transactions(),
                            load.rows(),
                            (long) (load.transactions() * TimedReplay.RUN_UP_SHARE),
                            load.transactions() / load.seconds(),
                            new ColdFigures(coldSeconds, first.rowsPerSecond(), coldSeconds, first.curve()),
                            replays,
                            slices,
                            RowSteps.rowsPerSecond(slices),
                            SourceLogicalClock.inUse(source),
                            ceilings,
                            RowSteps.rowsPerSecond(ceilings)),
                    null);
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
}
