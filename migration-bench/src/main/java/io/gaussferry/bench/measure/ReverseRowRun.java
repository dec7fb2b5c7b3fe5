package io.gaussferry.bench.measure;

import io.gaussferry.bench.baseline.Baseline;
import io.gaussferry.bench.baseline.RowStatements;
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
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * The steps of one row of reverse replication: commits a workload's transactions on the target, one by one, replays them to
 * MySQL, and restores MySQL for the next replay. Confined to one thread.
 */
final class ReverseRowRun {
    /** The replay runs the same code as the other rows, which is compiled by then. */
    private static final int WARM_UPS = 3;

    private final MeasuredRow row;
    private final RowSteps steps;
    private final List<String> command;

    private ReverseRowRun(MeasuredRow row) throws IOException, DaemonException {
        this.row = row;
        this.steps = new RowSteps(row);
        this.command = row.configure("");
    }

    /** Runs a row. The report contains any failure. */
    static RowReport run(
            Settings settings, Workload workload, Sandbox sandbox, DaemonProgram program, Observer observer)
            throws SQLException, IOException, InterruptedException {
        try (Trial trial = Trial.choose(sandbox.source(), sandbox.target(), "sbtest", "gaussferry_bench", System.out)) {
            try {
                return new ReverseRowRun(new MeasuredRow(settings, workload, sandbox, program, trial, observer)).run();
            } catch (DaemonException | SQLException | IOException | GaussferryException failure) {
                return RowSteps.failed(workload, failure);
            }
        }
    }

    private RowReport run() throws SQLException, IOException, DaemonException, InterruptedException {
        row.step("filling the tables");
        steps.database().create(row.source());
        row.step("initial copy");
        try (DaemonProcess daemon = DaemonProcess.start(command, line -> {})) {
            daemon.awaitReplaying(RowSteps.START_TIMEOUT);
            RowSteps.end(daemon);
        }
        try (SourceCopies copies = SourceCopies.save(row.source(), row.target(), row.trial())) {
            return run(copies);
        }
    }

    private RowReport run(SourceCopies copies) throws SQLException, IOException, DaemonException, InterruptedException {
        String before;
        LoadResult load;
        try (ReplayProgress progress =
                new ReplayProgress(row.source(), row.target(), row.trial().pipeline())) {
            before = progress.executedOnSource();
            load = steps.writeBacklog();
        }
        copies.restore(row.database());
        try (ReverseReplicationReplay replay =
                        ReverseReplicationReplay.arm(row.settings(), row.source(), row.target(), row.trial());
                Baseline baseline = new Baseline(
                        read(copies, before, load.transactions()),
                        row.source(),
                        copies.baseline(),
                        Settings.BASELINE_CONNECTIONS,
                        true)) {
            row.step("committing the backlog on the target");
            commitOnTarget(copies, before, load.transactions());
            steps.slice(baseline, load.rows());
            steps.settle();
            row.step("replaying the backlog to MySQL, cold");
            ReplayFigures first = replay.measure(load.transactions(), load.rows(), row.observer());
            steps.compare();
            for (int number = 1; number <= WARM_UPS; number++) {
                copies.restore(row.database());
                row.step("warming up, " + number + " of " + WARM_UPS);
                replay.measure(load.transactions(), load.rows(), row.observer());
            }
            List<ReplayFigures> replays = new ArrayList<>();
            List<SliceFigures> slices = new ArrayList<>();
            List<SliceFigures> ceilings = new ArrayList<>();
            for (int number = 1; number <= row.settings().repeat(); number++) {
                copies.restore(row.database());
                copies.restore(copies.ceiling());
                steps.settle();
                row.step("replaying the backlog to MySQL, " + number + " of "
                        + row.settings().repeat());
                replays.add(replay.measure(load.transactions(), load.rows(), row.observer()));
                steps.compare();
                slices.add(steps.slice(baseline, load.rows()));
                steps.settle();
                row.step("ceiling");
                try (BinlogReader reader = read(copies, before, load.transactions())) {
                    ceilings.add(Ceiling.ofMySql(reader, row.source(), copies.ceiling()));
                }
            }
            copies.requireSame(row.database(), copies.ceiling());
            double coldSeconds = load.rows() / first.rowsPerSecond();
            return steps.report(
                    new BacklogFigures(
                            load.transactions(),
                            load.rows(),
                            0,
                            load.transactions() / load.seconds(),
                            new ColdFigures(coldSeconds, first.rowsPerSecond(), coldSeconds, first.curve()),
                            replays,
                            slices,
                            RowSteps.rowsPerSecond(slices),
                            SourceLogicalClock.inUse(row.source()),
                            ceilings,
                            RowSteps.rowsPerSecond(ceilings)),
                    null);
        }
    }

    /** Commits each transaction separately, as an application does. */
    private void commitOnTarget(SourceCopies copies, String before, long transactions)
            throws SQLException, IOException, InterruptedException {
        try (BinlogReader reader = read(copies, before, transactions);
                Connection connection = row.target().open();
                Statement statement = connection.createStatement()) {
            statement.execute("SET synchronous_commit = off");
            connection.setAutoCommit(false);
            RowStatements rows = new RowStatements(connection, row.database(), false);
            long done = 0;
            for (ChangedTransaction one = reader.next(); one != null; one = reader.next()) {
                rows.execute(one.changes());
                connection.commit();
                row.observer().progress((double) ++done / transactions);
            }
        }
    }

    private BinlogReader read(SourceCopies copies, String before, long transactions) {
        return BinlogReader.open(row.source(), before, transactions, row.database(), copies.shapes());
    }
}
