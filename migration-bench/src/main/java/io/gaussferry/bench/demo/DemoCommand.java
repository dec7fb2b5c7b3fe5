package io.gaussferry.bench.demo;

import io.gaussferry.bench.daemon.DaemonJar;
import io.gaussferry.bench.daemon.ServerVersions;
import io.gaussferry.bench.daemon.ServersCommand;
import io.gaussferry.bench.sysbench.Distribution;
import java.io.IOException;
import java.io.PrintStream;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Demonstrates a whole migration and compares both sides at the end. */
@Command(
        name = "demo",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Shows a migration in under two minutes: starts MySQL and openGauss (or its stand-in), fills sysbench's"
                    + " tables, copies them, and follows what four threads write. Then it lets a backlog form, replays it at"
                    + " full speed, and compares every value of every row.",
            "",
            "The daemon prints its speed once per second, and the address of its page. The summary shows the copy, the lag,"
                    + " the replay speed, and whether both sides are equal."
        },
        footerHeading = "%nServers and exit codes:%n",
        footer = {
            "GAUSSFERRY_SOURCE_URL, GAUSSFERRY_TARGET_URL (and _USER, _PASSWORD) select your own servers"
                    + " instead. The demo uses free names there and drops its objects at the end.",
            "0  both sides are equal and the daemon exited with 0",
            "1  anything else",
            "2  wrong usage"
        })
public final class DemoCommand implements Callable<Integer> {
    private static final int ROWS = 10_000;
    private static final int CUTOVER_ROWS = 1_000_000;
    private static final int ROWS_BESIDE_TPCC = 1_000;

    /** Two cores also run both servers, the daemon and the comparison of a million rows. */
    private static final long CUTOVER_RATE = 100;

    @Option(
            names = "--seconds",
            defaultValue = "12",
            paramLabel = "N",
            description =
                    "How long to write to MySQL while the daemon follows, in seconds (default: ${DEFAULT-VALUE}).")
    private int seconds;

    @Option(
            names = "--backlog-seconds",
            defaultValue = "12",
            paramLabel = "N",
            description =
                    "How long to write while replication is paused, in seconds; 0: no backlog (default: ${DEFAULT-VALUE}).")
    private int backlogSeconds;

    @Option(
            names = "--threads",
            defaultValue = "4",
            paramLabel = "N",
            description = "Connections that write concurrently (default: ${DEFAULT-VALUE}).")
    private int threads;

    @Option(
            names = "--tables",
            defaultValue = "10",
            paramLabel = "N",
            description = "Tables to fill (default: ${DEFAULT-VALUE}).")
    private int tables;

    @Option(
            names = "--rows",
            paramLabel = "N",
            description = "Rows per table before the load starts (default: 10000); with --cutover, of all tables"
                    + " (default: 1000000).")
    private @Nullable Integer rows;

    @Option(
            names = "--rate",
            paramLabel = "N",
            description = "Maximum transactions per second to write (default: unlimited; with --cutover 100).")
    private @Nullable Long rate;

    @Option(
            names = "--distribution",
            defaultValue = "SPECIAL",
            paramLabel = "NAME",
            description = "Distribution of changed rows: SPECIAL as in sysbench (three in four changes hit one row in a"
                    + " hundred), or UNIFORM (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private Distribution distribution;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Seed of all random values (default: from the clock; printed).")
    private @Nullable Long seed;

    @Option(
            names = "--cutover",
            description =
                    "Cuts over under load and returns, with a million rows, in two to three minutes: the clients of a shop"
                            + " write through both switches and count. Prints a line per step, the refused time, and whether"
                            + " both sides are equal. Refuses your own MySQL, which it would fence; a target of your own needs"
                            + " wal_level = logical.")
    private boolean cutover;

    @Option(
            names = "--fleet",
            description =
                    "Migrates four small sources with two Kafka Connect workers, kills one, and compares all rows. Starts"
                            + " a Kafka broker; on throwaway servers only.")
    private boolean fleet;

    @Option(
            names = "--warehouses",
            defaultValue = "0",
            paramLabel = "N",
            description =
                    "Warehouses of TPC-C, half a million rows each, whose terminals write until --cutover switches"
                            + " (default: none). The shop then has 1,000 rows by default.")
    private int warehouses;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    /** Runs the demo. The command's help documents the exit code. */
    @Override
    public Integer call() throws SQLException, IOException {
        if (seconds < 1
                || backlogSeconds < 0
                || threads < 1
                || tables < 1
                || warehouses < 0
                || (rows != null && rows < 1)
                || (rate != null && rate < 1)) {
            throw new ParameterException(spec.commandLine(), "every number must be at least 1");
        }
        PrintStream output = System.out;
        long chosenSeed = seed == null ? System.currentTimeMillis() : seed;
        long chosenRate = rate != null ? rate : cutover ? CUTOVER_RATE : Long.MAX_VALUE;
        DemoSettings settings = new DemoSettings(
                seconds, backlogSeconds, threads, tables, chosenRows(), chosenSeed, distribution, chosenRate);
        if (fleet) {
            return migrateFleet(output);
        }
        if (cutover) {
            return cutOver(settings, output);
        }
        return ServersCommand.run(sandbox -> {
            DemoReport report = new Demo(settings, sandbox, DaemonJar::runCommand, output).run();
            output.println();
            output.println(ServerVersions.line(sandbox));
            report.lines().forEach(output::println);
            return report.success() ? 0 : 1;
        });
    }

    private int chosenRows() {
        if (rows != null) {
            return rows;
        }
        if (!cutover) {
            return ROWS;
        }
        return warehouses == 0 ? CUTOVER_ROWS : ROWS_BESIDE_TPCC;
    }

    private int migrateFleet(PrintStream output) throws SQLException, IOException {
        if (!System.getenv().getOrDefault("GAUSSFERRY_SOURCE_URL", "").isBlank()
                || !System.getenv().getOrDefault("GAUSSFERRY_TARGET_URL", "").isBlank()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--fleet leaves databases behind: unset GAUSSFERRY_SOURCE_URL and GAUSSFERRY_TARGET_URL");
        }
        return ServersCommand.run(sandbox -> {
            boolean equal = new FleetDemo(sandbox, output).run();
            output.println(ServerVersions.line(sandbox));
            output.println(equal ? "all sources are equal: yes" : "all sources are equal: no");
            return equal ? 0 : 1;
        });
    }

    private int cutOver(DemoSettings settings, PrintStream output) throws SQLException, IOException {
        if (settings.rowsPerTable() < ShopTables.MIN_ROWS) {
            throw new ParameterException(spec.commandLine(), "--cutover needs at least --rows " + ShopTables.MIN_ROWS);
        }
        if (!System.getenv().getOrDefault("GAUSSFERRY_SOURCE_URL", "").isBlank()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--cutover makes the whole MySQL server read-only: unset GAUSSFERRY_SOURCE_URL");
        }
        return ServersCommand.run(sandbox -> {
            boolean right = new CutoverDemo(settings, warehouses, sandbox, output).run();
            output.println(ServerVersions.line(sandbox));
            output.println(
                    right
                            ? "every acknowledged order is in MySQL once, and both sides are equal: yes"
                            : "every acknowledged order is in MySQL once, and both sides are equal: no");
            return right ? 0 : 1;
        });
    }
}
