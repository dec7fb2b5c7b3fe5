package io.gaussferry.bench.peers;

import io.gaussferry.bench.daemon.ServersCommand;
import io.gaussferry.bench.report.PeersReport;
import io.gaussferry.bench.report.ReportFile;
import io.gaussferry.sandbox.Sandbox;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Measures Gaussferry and other tools on the same servers. */
@Command(
        name = "peers",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Measures Gaussferry and other tools one after the other: each copies the same tables of sysbench and applies the"
                    + " same backlog. Compares the content afterwards. The tools are a MySQL replica, the method of openGauss's"
                    + " tool of 2022, and those that are installed: pg_chameleon, pgloader, and Debezium. One that does not run is listed"
                    + " with its reason."
        })
public final class PeersCommand implements Callable<Integer> {

    @Option(
            names = "--rows",
            defaultValue = "1000000",
            paramLabel = "N",
            description = "Total rows of all tables (default: ${DEFAULT-VALUE}).")
    private int rows;

    @Option(
            names = "--transactions",
            defaultValue = "100000",
            paramLabel = "N",
            description = "Transactions of the backlog (default: ${DEFAULT-VALUE}).")
    private long transactions;

    @Option(
            names = "--debezium",
            paramLabel = "DIR",
            description = "Directory with the unpacked plugins debezium-connector-mysql and debezium-connector-jdbc.")
    private @Nullable Path debezium;

    @Option(
            names = "--out",
            defaultValue = "gaussferry-bench",
            paramLabel = "DIR",
            description = "Directory for peers.json (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private Path out;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    /** Runs the measurement. Returns 0 if Gaussferry ran and both sides are equal, otherwise 1. */
    @Override
    public Integer call() throws SQLException, IOException {
        if (rows < 1000 || transactions < 1) {
            throw new ParameterException(
                    spec.commandLine(), "--rows must be at least 1000, and --transactions at least 1");
        }
        // fail before the measurement starts
        Files.createDirectories(out);
        return ServersCommand.run(this::measure);
    }

    private int measure(Sandbox sandbox) throws SQLException, IOException, InterruptedException {
        PeersReport report = new PeersBench(sandbox, rows, transactions, debezium, System.out).run();
        Path file = out.resolve("peers.json");
        ReportFile.write(file, report);
        System.out.println();
        report.lines().forEach(System.out::println);
        System.out.println();
        System.out.println("Report: " + file.toAbsolutePath().normalize());
        return report.peers().stream()
                        .anyMatch(peer -> peer.name().equals(GaussferryPeer.NAME)
                                && peer.differences() != null
                                && peer.differences() == 0)
                ? 0
                : 1;
    }
}
