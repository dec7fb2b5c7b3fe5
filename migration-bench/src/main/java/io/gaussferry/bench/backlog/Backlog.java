package io.gaussferry.bench.backlog;

import io.gaussferry.bench.compare.ComparisonResult;
import io.gaussferry.bench.compare.ContentComparison;
import io.gaussferry.bench.daemon.DaemonException;
import io.gaussferry.bench.daemon.DaemonProcess;
import io.gaussferry.bench.daemon.DaemonProgram;
import io.gaussferry.bench.daemon.ReplayProgress;
import io.gaussferry.bench.daemon.Trial;
import io.gaussferry.bench.sandbox.Sandbox;
import io.gaussferry.bench.sysbench.Distribution;
import io.gaussferry.bench.sysbench.LoadResult;
import io.gaussferry.bench.sysbench.LoadSettings;
import io.gaussferry.bench.sysbench.StatementMix;
import io.gaussferry.bench.sysbench.SysbenchLoad;
import io.gaussferry.bench.sysbench.SysbenchSchema;
import java.io.IOException;
import java.io.PrintStream;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/** The steps of a measurement, on servers that are up. Confined to one thread. */
final class Backlog {
    private static final Duration LONGEST_START = Duration.ofSeconds(60);
    private static final Duration LONGEST_REPLAY = Duration.ofMinutes(10);
    private static final int DIFFERENCES_SHOWN = 10;

    private final BacklogSettings settings;
    private final Sandbox sandbox;
    private final DaemonProgram program;
    private final PrintStream output;

    Backlog(BacklogSettings settings, Sandbox sandbox, DaemonProgram program, PrintStream output) {
        this.settings = settings;
        this.sandbox = sandbox;
        this.program = program;
        this.output = output;
    }

    BacklogReport run() throws SQLException, IOException, DaemonException, InterruptedException {
        try (Trial trial = Trial.choose(sandbox.source(), sandbox.target(), "sbtest", "gaussferry_backlog", output)) {
            int rowsPerTable = Math.max(1, settings.rows() / settings.tables());
            SysbenchSchema schema = new SysbenchSchema(trial.database(), settings.tables(), rowsPerTable, true);
            try (Connection connection = sandbox.source().open()) {
                schema.create(connection);
            }
            List<String> command = program.runCommand(
                    sandbox.writeConfiguration(trial.directory(), trial.pipeline(), List.of(trial.database())));
            copyEmptyTables(command);
            writeBacklog(schema);
            return replay(trial, schema, command);
        }
    }

    /** Leaves the pipeline where the next start only replays. */
    private void copyEmptyTables(List<String> command) throws IOException, DaemonException, InterruptedException {
        output.println("Starting the daemon once, to copy the empty tables");
        try (DaemonProcess daemon = DaemonProcess.start(command, output::println)) {
            daemon.awaitReplaying(LONGEST_START);
            int exitCode = daemon.terminate();
            if (exitCode != 0) {
                throw new DaemonException("the daemon ended with exit code " + exitCode + daemon.lastWords());
            }
        }
    }

    private void writeBacklog(SysbenchSchema schema) throws SQLException, InterruptedException {
        output.printf(
                "Writing %,d single-row transactions to MySQL with %d threads (seed %d)%n",
                settings.rows(), settings.threads(), settings.seed());
        LoadSettings loadSettings = new LoadSettings(
                settings.threads(),
                settings.seed(),
                StatementMix.INSERTS,
                Distribution.SPECIAL,
                LoadSettings.UNLIMITED_TIME,
                settings.rows(),
                LoadSettings.UNLIMITED);
        try (SysbenchLoad load = SysbenchLoad.start(sandbox.source(), schema, loadSettings)) {
            LoadResult result = load.await();
            output.printf("MySQL took %,.0f transactions/s%n", result.transactions() / result.seconds());
        }
    }

    private BacklogReport replay(Trial trial, SysbenchSchema schema, List<String> command)
            throws SQLException, IOException, DaemonException, InterruptedException {
        double seconds;
        double secondsFromStart;
        int exitCode;
        try (ReplayProgress progress = new ReplayProgress(sandbox.source(), sandbox.target(), trial.pipeline())) {
            String executed = progress.executedOnSource();
            if (progress.hasReached(executed)) {
                throw new DaemonException("there is no backlog: the target already has " + executed);
            }
            output.println("Starting the daemon with a heap of 512 MiB");
            try (DaemonProcess daemon = DaemonProcess.start(command, output::println)) {
                long replayingSince = daemon.awaitReplaying(LONGEST_START);
                if (progress.hasReached(executed)) {
                    throw new DaemonException("the target had everything as soon as the daemon said that it replays:"
                            + " there is nothing to measure; try more --rows");
                }
                long reached = progress.await(executed, daemon, LONGEST_REPLAY);
                seconds = (reached - replayingSince) / 1e9;
                secondsFromStart = (reached - daemon.startedNanos()) / 1e9;
                exitCode = daemon.terminate();
            }
        }
        output.printf(
                "Inserting %,d of the rows again, one commit each, over %d connections%n",
                settings.baselineRows(), settings.baselineConnections());
        String baselineSchema = trial.database() + "_baseline";
        trial.addTargetSchema(baselineSchema);
        Baseline.Result baseline = new Baseline(sandbox.source(), sandbox.target(), schema, baselineSchema)
                .measure(settings.baselineRows(), settings.baselineConnections());
        output.println("Comparing every row");
        ComparisonResult comparison =
                new ContentComparison(sandbox.source(), sandbox.target(), DIFFERENCES_SHOWN).compare(trial.database());
        return new BacklogReport(settings.rows(), seconds, secondsFromStart, exitCode, baseline, comparison);
    }
}
