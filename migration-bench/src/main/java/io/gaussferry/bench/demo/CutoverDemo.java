package io.gaussferry.bench.demo;

import io.gaussferry.bench.daemon.DaemonException;
import io.gaussferry.bench.daemon.DaemonJar;
import io.gaussferry.bench.daemon.ReplayProgress;
import io.gaussferry.bench.daemon.Trial;
import io.gaussferry.bench.load.Load;
import io.gaussferry.bench.load.LoadLimits;
import io.gaussferry.bench.tpcc.TpccLoad;
import io.gaussferry.bench.tpcc.TpccLoader;
import io.gaussferry.bench.tpcc.TpccScale;
import io.gaussferry.sandbox.Sandbox;
import io.gaussferry.sandbox.server.ServerAddress;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * A cutover under load, and the return: TPC-C's terminals write to MySQL, and an application writes through both switches
 * and counts. The daemon's hooks direct the application. Confined to one thread.
 */
final class CutoverDemo {
    private static final Duration START_TIMEOUT = Duration.ofSeconds(180);
    private static final Duration CUTOVER_TIMEOUT = Duration.ofMinutes(15);
    private static final Duration COMPARISON_TIMEOUT = Duration.ofMinutes(5);
    private static final Duration END_TIMEOUT = Duration.ofSeconds(30);
    private static final long WRITES_AFTERWARDS = 500;

    /** Defined by TPC-C. */
    private static final int CUSTOMERS = 3_000;

    private static final int ITEMS = 100_000;

    private final DemoSettings settings;
    private final int warehouses;
    private final Sandbox sandbox;
    private final PrintStream output;

    CutoverDemo(DemoSettings settings, int warehouses, Sandbox sandbox, PrintStream output) {
        this.settings = settings;
        this.warehouses = warehouses;
        this.sandbox = sandbox;
        this.output = output;
    }

    /** Returns whether MySQL has every acknowledged write exactly once after the return. */
    boolean run() throws SQLException, IOException, DaemonException, InterruptedException {
        ServerAddress source = sandbox.source();
        try (Trial trial = Trial.choose(source, sandbox.target(), "tpcc", "gaussferry_cutover", output)) {
            TpccScale scale = new TpccScale(trial.database(), warehouses, CUSTOMERS, ITEMS);
            output.printf(
                    "Filling TPC-C's tables for %d warehouses in MySQL's database %s%n", warehouses, trial.database());
            try (Connection connection = source.open()) {
                new TpccLoader(connection, scale, settings.seed()).load();
            }
            Path switched = trial.directory().resolve("application-is-on-the-target");
            String token = DemoDaemon.newToken();
            Path configuration = configuration(trial, token, switched);
            try (WriteThroughApplication application = new WriteThroughApplication(
                    source, sandbox.target(), trial.database() + ".written_through", switched)) {
                application.createTable();
                output.println("Starting the daemon with a heap of 512 MiB");
                try (DemoDaemon daemon = DemoDaemon.start(DaemonJar.runCommand(configuration), token, output)) {
                    return switchAndReturn(scale, application, daemon, configuration, trial);
                } finally {
                    allowWrites(source);
                }
            }
        }
    }

    private Path configuration(Trial trial, String token, Path switched) throws IOException {
        Path file = sandbox.writeConfiguration(trial.directory(), trial.pipeline(), List.of(trial.database()));
        DemoDaemon.configure(file, token);
        Files.writeString(file, """
                  cutover:
                    hooks:
                      after-switch: "touch '%s'"
                      after-rollback: "rm -f '%s'"
                """.formatted(switched, switched), StandardCharsets.UTF_8, StandardOpenOption.APPEND);
        return file;
    }

    private boolean switchAndReturn(
            TpccScale scale, WriteThroughApplication application, DemoDaemon daemon, Path configuration, Trial trial)
            throws SQLException, IOException, DaemonException, InterruptedException {
        daemon.process().awaitReplaying(START_TIMEOUT);
        output.println("The page shows all of this until the demo ends: " + daemon.page());
        application.start();
        output.printf(
                "Writing to MySQL for %d s with %d terminals, and the application%n",
                settings.seconds(), settings.threads());
        if (!cutOver(scale, daemon, configuration, trial)) {
            return false;
        }
        awaitWrites(application::acknowledgedByTarget, daemon);
        output.println();
        output.println("gaussferry cutover back, while the application writes to the target");
        int exitCode =
                command(List.of("cutover", "back"), List.of("--reason", "the demo returns"), configuration, daemon);
        if (exitCode != 0) {
            return false;
        }
        awaitWrites(application::acknowledgedAfterReturn, daemon);
        WriteThroughApplication.Count count = application.count();
        report(count);
        return count.isCorrect();
    }

    private boolean cutOver(TpccScale scale, DemoDaemon daemon, Path configuration, Trial trial)
            throws SQLException, IOException, DaemonException, InterruptedException {
        try (Load load = TpccLoad.start(
                sandbox.source(),
                scale,
                settings.threads(),
                settings.seed(),
                LoadLimits.paced(LoadLimits.UNLIMITED_TIME, settings.transactionsPerSecond()))) {
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(settings.seconds());
            while (System.nanoTime() < end && !load.ended()) {
                load.awaitBriefly();
            }
            try (ReplayProgress progress = new ReplayProgress(sandbox.source(), sandbox.target(), trial.pipeline())) {
                progress.await(progress.executedOnSource(), daemon.process(), START_TIMEOUT);
            }
            // as docs/guides/cutover.md advises: rows that are found equal now need not be compared while writers wait
            output.println();
            output.println("Comparing both sides while all clients write");
            output.printf(Locale.ROOT, "compared in %.1f s%n", daemon.compare(COMPARISON_TIMEOUT));
            output.println();
            output.println("gaussferry cutover check");
            command(List.of("cutover", "check"), List.of(), configuration, daemon);
            output.println();
            output.println("gaussferry cutover start, while all clients write");
            int exitCode = command(List.of("cutover", "start"), List.of(), configuration, daemon);
            output.printf(
                    Locale.ROOT,
                    "TPC-C's terminals had committed %,d transactions when MySQL refused them%n",
                    load.committed());
            return exitCode == 0;
        }
    }

    private static void awaitWrites(LongSupplier acknowledged, DemoDaemon daemon)
            throws DaemonException, InterruptedException {
        long end = System.nanoTime() + END_TIMEOUT.toNanos();
        while (acknowledged.getAsLong() < WRITES_AFTERWARDS) {
            if (System.nanoTime() > end) {
                throw new DaemonException("the application could not write for " + END_TIMEOUT.toSeconds() + " s"
                        + daemon.process().lastLines());
            }
            // no signal exists for this: poll the application's counter
            Thread.sleep(20);
        }
    }

    private void report(WriteThroughApplication.Count count) {
        output.println();
        output.printf(
                Locale.ROOT,
                "application           %,d writes acknowledged by MySQL, %,d by the target, %,d by MySQL after the return%n",
                count.toSource(),
                count.toTarget(),
                count.afterReturn());
        output.printf(
                Locale.ROOT,
                "refused               %.2f s in the cutover, %.2f s in the return, from the first refused write to the first"
                        + " accepted one%n",
                count.refusedSeconds(),
                count.refusedSecondsOfReturn());
        output.printf(Locale.ROOT, "missing               %,d acknowledged writes%n", count.missing());
        output.printf(Locale.ROOT, "duplicate             %,d%n", count.duplicate());
        output.printf(Locale.ROOT, "unexpected            %,d rows without an acknowledgement%n", count.unexpected());
    }

    /** Runs a command of the daemon's program as a user does, and prints its output. */
    private int command(List<String> words, List<String> options, Path configuration, DemoDaemon daemon)
            throws IOException, DaemonException, InterruptedException {
        List<String> command = new ArrayList<>(DaemonJar.command(words.get(0), configuration));
        // command --config FILE: the subcommand precedes its options
        command.add(command.indexOf(words.get(0)) + 1, words.get(1));
        command.addAll(List.of("--url", daemon.page().toString()));
        command.addAll(options);
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("GAUSSFERRY_TOKEN", daemon.token());
        Process process = builder.start();
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            lines.lines().forEach(line -> output.println("  " + line));
        }
        if (!process.waitFor(CUTOVER_TIMEOUT.toSeconds(), TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
        return process.exitValue();
    }

    /** Allows writes on the source again, which belongs to the demo, so that its objects can be dropped. */
    private static void allowWrites(ServerAddress source) throws SQLException {
        try (Connection connection = source.open();
                Statement statement = connection.createStatement()) {
            statement.execute("RESET PERSIST IF EXISTS super_read_only");
            statement.execute("SET GLOBAL super_read_only = OFF");
            statement.execute("SET GLOBAL read_only = OFF");
        }
    }
}
