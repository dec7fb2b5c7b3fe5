package io.gaussferry.bench.demo;

import io.gaussferry.bench.compare.ComparisonResult;
import io.gaussferry.bench.compare.ContentComparison;
import io.gaussferry.bench.daemon.DaemonException;
import io.gaussferry.bench.daemon.DaemonProcess;
import io.gaussferry.bench.daemon.DaemonProgram;
import io.gaussferry.bench.daemon.ReplayProgress;
import io.gaussferry.bench.daemon.Trial;
import io.gaussferry.bench.demo.DemoReport.Backlog;
import io.gaussferry.bench.load.Load;
import io.gaussferry.bench.load.LoadResult;
import io.gaussferry.bench.sysbench.LoadSettings;
import io.gaussferry.bench.sysbench.StatementMix;
import io.gaussferry.bench.sysbench.SysbenchLoad;
import io.gaussferry.bench.sysbench.SysbenchSchema;
import io.gaussferry.sandbox.Sandbox;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The steps of a demo, on running servers. Confined to one thread. */
final class Demo {
    private static final Duration START_TIMEOUT = Duration.ofSeconds(60);
    private static final Duration CATCH_UP_TIMEOUT = Duration.ofSeconds(60);
    private static final Duration COMPARISON_TIMEOUT = Duration.ofSeconds(60);
    private static final int DIFFERENCES_SHOWN = 10;

    private final DemoSettings settings;
    private final Sandbox sandbox;
    private final DaemonProgram program;
    private final PrintStream output;

    Demo(DemoSettings settings, Sandbox sandbox, DaemonProgram program, PrintStream output) {
        this.settings = settings;
        this.sandbox = sandbox;
        this.program = program;
        this.output = output;
    }

    DemoReport run() throws SQLException, IOException, DaemonException, InterruptedException {
        try (Trial trial = Trial.choose(sandbox.source(), sandbox.target(), "sbtest", "gaussferry_demo", output)) {
            SysbenchSchema schema =
                    new SysbenchSchema(trial.database(), settings.tables(), settings.rowsPerTable(), true);
            output.printf(
                    "Filling %d tables with %,d rows each in MySQL's database %s (seed %d)%n",
                    settings.tables(), settings.rowsPerTable(), trial.database(), settings.seed());
            try (Connection connection = sandbox.source().open()) {
                schema.create(connection);
                schema.fill(connection, new SplittableRandom(settings.seed()), settings.distribution());
            }
            Path configuration =
                    sandbox.writeConfiguration(trial.directory(), trial.pipeline(), List.of(trial.database()));
            String token = DemoDaemon.newToken();
            DemoDaemon.configure(configuration, token);
            output.println("Starting the daemon with a heap of 512 MiB");
            try (DemoDaemon daemon = DemoDaemon.start(program.runCommand(configuration), token, output);
                    ReplayProgress progress =
                            new ReplayProgress(sandbox.source(), sandbox.target(), trial.pipeline())) {
                return replicate(trial, schema, daemon, progress);
            }
        }
    }

    private DemoReport replicate(Trial trial, SysbenchSchema schema, DemoDaemon daemon, ReplayProgress progress)
            throws SQLException, IOException, DaemonException, InterruptedException {
        DaemonProcess process = daemon.process();
        double copySeconds = (process.awaitReplaying(START_TIMEOUT) - process.startedNanos()) / 1e9;
        if (settings.backlogSeconds() > 0) {
            output.println();
            output.println("The page shows all of this until the demo ends: " + daemon.page());
        }
        output.println();
        output.printf("Writing to MySQL for %d s with %d threads%n", settings.seconds(), settings.threads());
        LagSamples lag = new LagSamples();
        LoadResult load = load(schema, daemon, settings.seed(), settings.seconds(), lag);
        long loadEnd = System.nanoTime();
        output.println("Writing has ended; waiting for the target to catch up");
        double catchUpSeconds =
                (progress.await(progress.executedOnSource(), process, CATCH_UP_TIMEOUT) - loadEnd) / 1e9;
        Backlog backlog = null;
        if (settings.backlogSeconds() > 0) {
            backlog = backlog(schema, daemon, progress);
        }
        output.println("The target has caught up; stopping the daemon");
        int exitCode = process.terminate();
        output.println("Comparing every row without the daemon");
        ComparisonResult comparison =
                new ContentComparison(sandbox.source(), sandbox.target(), DIFFERENCES_SHOWN).compare(trial.database());
        return new DemoReport(
                (long) settings.tables() * settings.rowsPerTable(),
                copySeconds,
                load,
                lag,
                catchUpSeconds,
                backlog,
                exitCode,
                process.summary().orElse(null),
                comparison);
    }

    /** Lets a backlog form while replication is paused, replays it at full speed, and compares both sides. */
    private Backlog backlog(SysbenchSchema schema, DemoDaemon daemon, ReplayProgress progress)
            throws SQLException, IOException, DaemonException, InterruptedException {
        output.println();
        output.printf(
                "Replication is paused, and writing continues for %d s: a backlog forms%n", settings.backlogSeconds());
        daemon.pause();
        LoadResult load = load(schema, daemon, settings.seed() + 1, settings.backlogSeconds(), null);
        output.printf("Replaying the backlog of %,d transactions%n", load.transactions());
        long started = System.nanoTime();
        daemon.resume();
        double seconds =
                (progress.await(progress.executedOnSource(), daemon.process(), CATCH_UP_TIMEOUT) - started) / 1e9;
        output.println();
        output.println("The daemon compares both sides, as an operator requests it before a cutover");
        return new Backlog(load.transactions(), load.rows(), seconds, daemon.compare(COMPARISON_TIMEOUT));
    }

    private LoadResult load(SysbenchSchema schema, DemoDaemon daemon, long seed, int seconds, @Nullable LagSamples lag)
            throws SQLException, IOException, DaemonException, InterruptedException {
        LoadSettings loadSettings = new LoadSettings(
                settings.threads(),
                seed,
                StatementMix.MIXED,
                settings.distribution(),
                Duration.ofSeconds(seconds),
                LoadSettings.UNLIMITED,
                settings.transactionsPerSecond());
        DaemonProcess process = daemon.process();
        try (Load load = SysbenchLoad.start(sandbox.source(), schema, loadSettings)) {
            CompletableFuture<Void> stopWithDaemon = process.ended().thenRun(load::stop);
            while (lag != null && settings.backlogSeconds() > 0 && !load.ended()) {
                load.awaitBriefly();
                process.requireAlive();
                lag.add(daemon);
            }
            LoadResult result = load.await();
            stopWithDaemon.cancel(false);
            process.requireAlive();
            return result;
        }
    }
}
