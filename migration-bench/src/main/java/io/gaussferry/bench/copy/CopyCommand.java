package io.gaussferry.bench.copy;

import io.gaussferry.bench.daemon.DaemonException;
import io.gaussferry.bench.daemon.ServersCommand;
import io.gaussferry.bench.report.CopyReport;
import io.gaussferry.bench.report.ReportFile;
import io.gaussferry.sandbox.Sandbox;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Measures the initial copy and {@code verify}. */
@Command(
        name = "copy",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Measures the initial copy of sysbench's tables and verify. Compares, in the same run, pure COPY of the same"
                    + " bytes from memory over two connections; one INSERT per row, as mysqldump piped into the target does,"
                    + " on a part of the rows; and a plain scan that reads every value of both sides."
        })
public final class CopyCommand implements Callable<Integer> {

    @Option(
            names = "--rows",
            defaultValue = "5000000",
            paramLabel = "N",
            description = "Total rows of all tables (default: ${DEFAULT-VALUE}).")
    private int rows;

    @Option(
            names = "--tables",
            defaultValue = "10",
            paramLabel = "N",
            description = "Number of tables (default: ${DEFAULT-VALUE}).")
    private int tables;

    @Option(
            names = "--out",
            defaultValue = "gaussferry-bench",
            paramLabel = "DIR",
            description = "Directory for copy.json (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private Path out;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    /** Runs the measurement. Returns 0 if everything was measured and both sides are equal, otherwise 1. */
    @Override
    public Integer call() throws SQLException, IOException {
        if (tables < 1 || rows < tables) {
            throw new ParameterException(
                    spec.commandLine(), "--tables must be at least 1, and --rows at least --tables");
        }
        // fail before the measurement starts
        Files.createDirectories(out);
        return ServersCommand.run(this::measure);
    }

    private int measure(Sandbox sandbox) throws SQLException, IOException, DaemonException, InterruptedException {
        CopyReport report = new CopyBench(sandbox, rows / tables, tables, System.out).run();
        Path file = out.resolve("copy.json");
        ReportFile.write(file, report);
        System.out.println();
        report.lines().forEach(System.out::println);
        System.out.println();
        System.out.println("Report: " + file.toAbsolutePath().normalize());
        return report.equal() ? 0 : 1;
    }
}
