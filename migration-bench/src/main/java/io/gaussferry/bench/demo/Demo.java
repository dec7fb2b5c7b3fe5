package io.gaussferry.bench.demo;

import io.gaussferry.bench.compare.ComparisonResult;
import io.gaussferry.bench.compare.ContentComparison;
import io.gaussferry.bench.daemon.DaemonException;
import io.gaussferry.bench.daemon.DaemonProcess;
import io.gaussferry.bench.daemon.DaemonProgram;
import io.gaussferry.bench.daemon.ReplayProgress;
import io.gaussferry.bench.daemon.Trial;
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

/** The steps of a demo, on running servers. Confined to one thread. */
final class Demo {
    private static final Duration START_TIMEOUT = Duration.ofSeconds(60);
    private static final Duration CATCH_UP_TIMEOUT = Duration.ofSeconds(60);
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
            output.println("Starting the daemon with a heap of 512 MiB");
            List<String> command = program.runCommand(configuration);
            try (DaemonProcess daemon = DaemonProcess.start(command, output::println)) {
                return replay(trial, schema, daemon);
            }
        }
    }

    private DemoReport replay(Trial trial, SysbenchSchema schema, DaemonProcess daemon)
            throws SQLException, DaemonException, InterruptedException {
        daemon.awaitReplaying(START_TIMEOUT);
        output.printf("Writing to MySQL for %d s with %d threads%n", settings.seconds(), settings.threads());
        LoadResult load = load(schema, daemon);
        long loadEnd = System.nanoTime();
        output.println("Writing has ended; waiting for the target to catch up");
        long caughtUp;
        try (ReplayProgress progress = new ReplayProgress(sandbox.source(), sandbox.target(), trial.pipeline())) {
            caughtUp = progress.await(progress.executedOnSource(), daemon, CATCH_UP_TIMEOUT);
        }
        output.println("The target has caught up; stopping the daemon");
        int exitCode = daemon.terminate();
        output.println("Comparing every row");
        ComparisonResult comparison =
                new ContentComparison(sandbox.source(), sandbox.target(), DIFFERENCES_SHOWN).compare(trial.database());
        double catchUpSeconds = (caughtUp - loadEnd) / 1e9;
        return new DemoReport(load, catchUpSeconds, exitCode, daemon.summary().orElse(null), comparison);
    }

    private LoadResult load(SysbenchSchema schema, DaemonProcess daemon)
            throws SQLException, DaemonException, InterruptedException {
        LoadSettings loadSettings = new LoadSettings(
                settings.threads(),
                settings.seed(),
                StatementMix.MIXED,
                settings.distribution(),
                Duration.ofSeconds(settings.seconds()),
                LoadSettings.UNLIMITED,
                settings.transactionsPerSecond());
        try (Load load = SysbenchLoad.start(sandbox.source(), schema, loadSettings)) {
            CompletableFuture<Void> stopWithDaemon = daemon.ended().thenRun(load::stop);
            LoadResult result = load.await();
            stopWithDaemon.cancel(false);
            daemon.requireAlive();
            return result;
        }
    }
}
