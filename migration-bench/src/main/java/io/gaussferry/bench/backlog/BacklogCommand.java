package io.gaussferry.bench.backlog;

import io.gaussferry.bench.daemon.DaemonException;
import io.gaussferry.bench.daemon.DaemonJar;
import io.gaussferry.bench.daemon.OrderlyEnd;
import io.gaussferry.bench.daemon.ServerVersions;
import io.gaussferry.bench.sandbox.ConsoleSandboxListener;
import io.gaussferry.bench.sandbox.Sandbox;
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

/** Measures how fast a waiting backlog is replayed. */
@Command(
        name = "backlog",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Measures how fast the daemon replays a backlog: single-row transactions are written to MySQL while the"
                    + " daemon is down; then it is started, and timed from its word that it replays until the target"
                    + " has every transaction.",
            "",
            "The same run inserts some of the rows again into identical tables of the same target, one statement and"
                    + " one commit per row over many connections, and prints the ratio. Figures are printed only if"
                    + " every value of every row is equal on both sides."
        },
        footerHeading = "%nServers and exit codes:%n",
        footer = {
            "GAUSSFERRY_SOURCE_URL, GAUSSFERRY_TARGET_URL (and _USER, _PASSWORD) name servers of your own to use"
                    + " instead. What is created there has names that were free, and is dropped in the end.",
            "0  measured, and both sides are equal",
            "1  anything else",
            "2  wrong usage"
        })
public final class BacklogCommand implements Callable<Integer> {
    @Option(
            names = "--rows",
            defaultValue = "200000",
            paramLabel = "N",
            description = "Single-row transactions in the backlog (default: ${DEFAULT-VALUE}).")
    private int rows;

    @Option(
            names = "--tables",
            defaultValue = "10",
            paramLabel = "N",
            description = "Tables that they are spread over (default: ${DEFAULT-VALUE}).")
    private int tables;

    @Option(
            names = "--threads",
            defaultValue = "30",
            paramLabel = "N",
            description = "Connections that write them to MySQL (default: ${DEFAULT-VALUE}).")
    private int threads;

    @Option(
            names = "--baseline-rows",
            defaultValue = "20000",
            paramLabel = "N",
            description = "Rows of the baseline; no more than --rows (default: ${DEFAULT-VALUE}).")
    private int baselineRows;

    @Option(
            names = "--baseline-connections",
            defaultValue = "50",
            paramLabel = "N",
            description = "Connections of the baseline (default: ${DEFAULT-VALUE}).")
    private int baselineConnections;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Seed of all random values (default: the clock; it is printed).")
    private @Nullable Long seed;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    /** Runs the measurement; its exit code is documented in the command's help. */
    @Override
    public Integer call() throws SQLException, IOException {
        if (rows < 1 || tables < 1 || threads < 1 || baselineRows < 1 || baselineConnections < 1) {
            throw new ParameterException(spec.commandLine(), "every number must be at least 1");
        }
        PrintStream output = System.out;
        BacklogSettings settings = new BacklogSettings(
                rows,
                tables,
                threads,
                Math.min(rows, baselineRows),
                baselineConnections,
                seed == null ? System.currentTimeMillis() : seed);
        try {
            DaemonJar.find();
            return run(settings, output);
        } catch (DaemonException failure) {
            System.err.println("gaussferry: " + failure.getMessage());
            return 1;
        } catch (InterruptedException interrupted) {
            System.err.println("gaussferry: interrupted; what was created has been removed");
            return 1;
        }
    }

    private static int run(BacklogSettings settings, PrintStream output)
            throws SQLException, IOException, DaemonException, InterruptedException {
        try (OrderlyEnd end = OrderlyEnd.ofThisThread(System.getenv());
                Sandbox sandbox = Sandbox.start(ConsoleSandboxListener.onStandardOutput())) {
            BacklogReport report = new Backlog(settings, sandbox, DaemonJar::runCommand, output).run();
            output.println();
            output.println(ServerVersions.line(sandbox));
            report.lines().forEach(output::println);
            return report.success() ? 0 : 1;
        }
    }
}
