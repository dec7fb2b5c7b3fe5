package io.gaussferry.bench.demo;

import io.gaussferry.bench.compare.ComparisonResult;
import io.gaussferry.bench.compare.ContentComparison;
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
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A cutover under load, and the return: clients of a shop write through both switches and count. The daemon's hooks direct them. Confined
 * to one thread.
 */
final class CutoverDemo {
    private static final Duration START_TIMEOUT = Duration.ofSeconds(300);
    private static final Duration END_TIMEOUT = Duration.ofSeconds(60);
    private static final Duration OBSERVATION_INTERVAL = Duration.ofSeconds(1);
    private static final int DIFFERENCES_SHOWN = 10;

    /** How often the lag is shown after each switch. */
    private static final int OBSERVATIONS = 4;

    /** Data, logs and binlogs of both servers for a million rows; TPC-C's rows are larger. */
    private static final long SPACE_PER_MILLION_ROWS = 1_500_000_000L;

    /** Defined by TPC-C. */
    private static final int CUSTOMERS = 3_000;

    private static final int ITEMS = 100_000;
    private static final int ROWS_PER_WAREHOUSE = 500_000;

    private final DemoSettings settings;
    private final int warehouses;
    private final Sandbox sandbox;
    private final PrintStream output;

    /**
     * @param settings its rows are those of the shop
     * @param warehouses of TPC-C, whose terminals then write to MySQL too; 0 for none
     */
    CutoverDemo(DemoSettings settings, int warehouses, Sandbox sandbox, PrintStream output) {
        this.settings = settings;
        this.warehouses = warehouses;
        this.sandbox = sandbox;
        this.output = output;
    }

    /** Returns whether MySQL has every acknowledged order exactly once after the return, and both sides are equal. */
    boolean run() throws SQLException, IOException, DaemonException, InterruptedException {
        ServerAddress source = sandbox.source();
        requireLogicalLog();
        try (Trial trial = Trial.choose(source, sandbox.target(), "shop", "gaussferry_cutover", output)) {
            requireSpace(trial.directory());
            ShopTables shop = new ShopTables(trial.database(), settings.rowsPerTable());
            TpccScale scale = fill(shop);
            Path switched = trial.directory().resolve("clients-are-on-the-target");
            String token = DemoDaemon.newToken();
            Path configuration = configuration(trial, token, switched);
            output.println("Starting the daemon with a heap of 512 MiB");
            try (ShopClients clients = new ShopClients(
                            source,
                            sandbox.target(),
                            shop,
                            switched,
                            settings.seed(),
                            settings.threads(),
                            settings.transactionsPerSecond());
                    DemoDaemon daemon = DemoDaemon.startQuietly(DaemonJar.runCommand(configuration), token, output)) {
                return switchAndReturn(scale, clients, daemon, new DaemonCommand(configuration, daemon, output), trial);
            } finally {
                allowWrites(source);
            }
        }
    }

    /** A target of the user's may lack what reverse replication needs, which the cutover would find out after minutes. */
    private void requireLogicalLog() throws SQLException, DaemonException {
        try (Connection connection = sandbox.target().open();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SHOW wal_level")) {
            row.next();
            if (!row.getString(1).equals("logical")) {
                throw new DaemonException("the target has wal_level = " + row.getString(1)
                        + ", but reverse replication needs logical: set it and restart the target, or unset"
                        + " GAUSSFERRY_TARGET_URL");
            }
        }
    }

    private void requireSpace(Path directory) throws IOException, DaemonException {
        double millions = (settings.rowsPerTable() + (double) warehouses * ROWS_PER_WAREHOUSE) / 1e6;
        long needed = (long) (SPACE_PER_MILLION_ROWS * (0.5 + millions));
        long free = Files.getFileStore(directory).getUsableSpace();
        if (free < needed) {
            throw new DaemonException(String.format(
                    Locale.ROOT,
                    "the servers need about %.1f GB in %s, which has %.1f GB: free some, set TMPDIR, or choose fewer --rows",
                    needed / 1e9,
                    directory.getParent(),
                    free / 1e9));
        }
    }

    /** Creates the tables and their rows; returns the size of TPC-C's, or null without. */
    private @Nullable TpccScale fill(ShopTables shop) throws SQLException {
        try (Connection connection = sandbox.source().open()) {
            TpccScale scale = null;
            if (warehouses > 0) {
                output.printf(
                        "Filling TPC-C's tables for %d warehouses in MySQL's database %s%n",
                        warehouses, shop.database());
                scale = new TpccScale(shop.database(), warehouses, CUSTOMERS, ITEMS);
                new TpccLoader(connection, scale, settings.seed()).load();
            }
            output.printf(
                    Locale.ROOT,
                    "Filling a shop in MySQL's database %s: %,d rows in %d tables with AUTO_INCREMENT, JSON and foreign keys%n",
                    shop.database(),
                    shop.rows(),
                    ShopTables.TABLES);
            long start = System.nanoTime();
            shop.create(connection);
            shop.fill(connection);
            output.printf(Locale.ROOT, "filled in %.1f s%n", (System.nanoTime() - start) / 1e9);
            return scale;
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
            @Nullable TpccScale scale, ShopClients clients, DemoDaemon daemon, DaemonCommand command, Trial trial)
            throws SQLException, IOException, DaemonException, InterruptedException {
        double copySeconds = (daemon.process().awaitReplaying(START_TIMEOUT)
                        - daemon.process().startedNanos())
                / 1e9;
        output.println("The page shows all of this until the demo ends: " + daemon.page());
        output.println();
        output.printf(
                "%d clients write orders to MySQL, %d per second; the target follows%n",
                settings.threads(), settings.transactionsPerSecond());
        clients.start();
        cutOver(scale, clients, daemon, command);
        output.println();
        output.println("The hook has directed the clients to the target; MySQL follows");
        LagSamples reverseLag = observe("the target", clients::acknowledgedByTarget, daemon, true);
        output.println();
        output.println("gaussferry cutover back, while the clients write to the target");
        command.run("cutover", "back", "--reason", "the demo returns");
        output.println();
        output.println("The clients are back at MySQL; the target follows");
        LagSamples lag = observe("MySQL", clients::acknowledgedAfterReturn, daemon, false);
        return finish(clients, daemon, trial, new Measured(copySeconds, reverseLag, lag));
    }

    private void cutOver(@Nullable TpccScale scale, ShopClients clients, DemoDaemon daemon, DaemonCommand command)
            throws SQLException, IOException, DaemonException, InterruptedException {
        try (Load load = scale == null
                ? null
                : TpccLoad.start(
                        sandbox.source(),
                        scale,
                        settings.threads(),
                        settings.seed(),
                        LoadLimits.paced(LoadLimits.UNLIMITED_TIME, settings.transactionsPerSecond()))) {
            for (int second = 0; second < settings.seconds(); second++) {
                Thread.sleep(OBSERVATION_INTERVAL.toMillis());
                daemon.process().requireAlive();
            }
            output.printf(
                    Locale.ROOT,
                    "%,d orders acknowledged; the target is %.2f s behind%n",
                    clients.acknowledgedBySource(),
                    daemon.lagSeconds());
            output.println();
            output.println("gaussferry cutover start, while the clients write to MySQL");
            command.run("cutover", "start");
            if (load != null) {
                output.printf(
                        Locale.ROOT,
                        "TPC-C's terminals had committed %,d transactions when MySQL refused them%n",
                        load.committed());
            }
        }
    }

    /** Prints the lag once a second, once the clients write to the active side. */
    private LagSamples observe(String active, LongSupplier acknowledged, DemoDaemon daemon, boolean isReverse)
            throws IOException, DaemonException, InterruptedException {
        long end = System.nanoTime() + END_TIMEOUT.toNanos();
        LagSamples samples = new LagSamples();
        for (int shown = 0; shown < OBSERVATIONS; ) {
            Thread.sleep(OBSERVATION_INTERVAL.toMillis());
            daemon.process().requireAlive();
            double lag = isReverse ? daemon.reverseLagSeconds() : daemon.lagSeconds();
            if (acknowledged.getAsLong() > 0 && !Double.isNaN(lag)) {
                shown++;
                samples.add(lag);
                output.printf(
                        Locale.ROOT,
                        "  %,6d orders acknowledged by %s; the other side is %.2f s behind%n",
                        acknowledged.getAsLong(),
                        active,
                        lag);
            } else if (System.nanoTime() > end) {
                throw new DaemonException("the clients could not write to " + active + ", or the other side did not"
                        + " follow, for " + END_TIMEOUT.toSeconds() + " s"
                        + daemon.process().lastLines());
            }
        }
        return samples;
    }

    /** The measurements before the end. */
    private record Measured(double copySeconds, LagSamples reverseLag, LagSamples lag) {}

    private boolean finish(ShopClients clients, DemoDaemon daemon, Trial trial, Measured measured)
            throws SQLException, IOException, DaemonException, InterruptedException {
        ShopClients.Count count = clients.count();
        try (ReplayProgress progress = new ReplayProgress(sandbox.source(), sandbox.target(), trial.pipeline())) {
            progress.await(progress.executedOnSource(), daemon.process(), END_TIMEOUT);
        }
        int exitCode = daemon.process().terminate();
        output.println();
        output.println("The clients have ended; comparing every row without the daemon");
        ComparisonResult comparison =
                new ContentComparison(sandbox.source(), sandbox.target(), DIFFERENCES_SHOWN).compare(trial.database());
        output.println();
        report(count, clients, measured, comparison);
        return count.isCorrect() && comparison.equal() && exitCode == 0;
    }

    private void report(ShopClients.Count count, ShopClients clients, Measured measured, ComparisonResult comparison) {
        line(
                "copied",
                "%,d rows; replicating %.1f s after the daemon's start",
                settings.rowsPerTable(),
                measured.copySeconds());
        line(
                "orders",
                "%,d acknowledged by MySQL, %,d by the target, %,d by MySQL after the return",
                count.toSource(),
                count.toTarget(),
                count.afterReturn());
        line(
                "of these",
                "%,d missing, %,d twice, %,d incomplete; %,d without acknowledgement, %,d repeated after a deadlock",
                count.missing(),
                count.duplicate(),
                count.incomplete(),
                count.unexpected(),
                clients.conflicts());
        line(
                "refused",
                "%,.0f ms in the cutover, %,.0f ms in the return, from a client's first refused write to the first accepted one",
                clients.refusedByCutover().seconds() * 1e3,
                clients.refusedByReturn().seconds() * 1e3);
        line(
                "lag",
                "MySQL %s behind the target; after the return the target %s",
                measured.reverseLag(),
                measured.lag());
        line(
                "compared",
                "%,d rows in %d tables, every value: %s",
                comparison.totalRows(),
                comparison.rows().size(),
                comparison.equal() ? "equal" : comparison.differences() + " differ");
        comparison.firstDifferences().forEach(difference -> output.println("  " + difference));
    }

    private void line(String name, String format, Object... values) {
        output.printf(Locale.ROOT, "%-22s" + format + "%n", prepend(name, values));
    }

    private static Object[] prepend(String name, Object[] values) {
        Object[] all = new Object[values.length + 1];
        all[0] = name;
        System.arraycopy(values, 0, all, 1, values.length);
        return all;
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
