package io.gaussferry.bench.measure;

import io.gaussferry.bench.assess.AssessForecastCommand;
import io.gaussferry.bench.copy.CopyCommand;
import io.gaussferry.bench.daemon.DaemonJar;
import io.gaussferry.bench.daemon.ServersCommand;
import io.gaussferry.bench.peers.PeersCommand;
import io.gaussferry.bench.report.BenchReport;
import io.gaussferry.bench.report.HtmlPage;
import io.gaussferry.bench.report.ReportComparison;
import io.gaussferry.bench.report.ReportFile;
import io.gaussferry.bench.report.Summary;
import io.gaussferry.sandbox.Sandbox;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Measures replication against the baseline and the ceiling, and writes a report. */
@Command(
        name = "bench",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        subcommands = {CopyCommand.class, PeersCommand.class, AssessForecastCommand.class},
        description = {
            "Measures the replication of sysbench's and TPC-C's writes: of a backlog at full speed, and live. In the"
                    + " same run it measures the baseline (one autocommitted statement per row over 50 connections, dispatched by"
                    + " MySQL's logical clock) and the ceiling (the same changes from memory, in the widest statements).",
            "",
            "After each run every value of every row is compared; a row whose sides differ has no figures."
        },
        footerHeading = "%nServers and exit codes:%n",
        footer = {
            "GAUSSFERRY_SOURCE_URL, GAUSSFERRY_TARGET_URL (and _USER, _PASSWORD) select your own servers"
                    + " instead. The bench uses free names there and drops its objects at the end.",
            "0  every row was measured, with equal sides",
            "1  anything else",
            "2  wrong usage"
        })
public final class MeasureCommand implements Callable<Integer> {
    private static final int MOST_APPLIERS = 64;

    @Option(
            names = "--scale",
            defaultValue = "1",
            paramLabel = "N",
            description = "Scales all rows: 1 takes about two hours on two cores, 0.1 about a quarter of an hour"
                    + " (default: ${DEFAULT-VALUE}).")
    private double scale;

    @Option(
            names = "--rows",
            split = ",",
            paramLabel = "ROW",
            description = "Rows to measure, such as insert-1,delete (default: all; see --list).")
    private List<String> rows = new ArrayList<>();

    @Option(
            names = "--mode",
            defaultValue = "BOTH",
            paramLabel = "MODE",
            description = "backlog, live or both (default: both).")
    @SuppressWarnings("NullAway.Init")
    private Settings.Mode mode;

    @Option(
            names = "--rate",
            defaultValue = "2000",
            paramLabel = "N",
            description = "Transactions per second of the live runs; TPC-C uses a tenth (default: ${DEFAULT-VALUE}).")
    private long rate;

    @Option(
            names = {"--appliers", "--lanes"},
            defaultValue = "4",
            paramLabel = "N",
            description = "Appliers of the daemon (default: ${DEFAULT-VALUE}).")
    private int appliers;

    @Option(
            names = "--repeat",
            defaultValue = "5",
            paramLabel = "N",
            description = "Measured replays of each backlog, all by one daemon, after five warm-up replays (default:"
                    + " ${DEFAULT-VALUE}).")
    private int repeat;

    @Option(
            names = "--out",
            defaultValue = "gaussferry-bench",
            paramLabel = "DIR",
            description = "Directory for report.json and report.html (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private Path out;

    @Option(
            names = "--seed",
            defaultValue = "1",
            paramLabel = "N",
            description = "Seed of all random values (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(names = "--list", description = "Prints the rows and exits.")
    private boolean list;

    @Option(names = "--compare", description = "Compares two reports, the older one first, and exits.")
    private boolean compare;

    @Parameters(arity = "0..2", paramLabel = "report.json", description = "With --compare: OLD and NEW.")
    private List<Path> reports = new ArrayList<>();

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    /** Runs the measurement. The command's help documents the exit code. */
    @Override
    public Integer call() throws SQLException, IOException {
        PrintStream output = System.out;
        if (compare) {
            return compare(output);
        }
        if (!reports.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "reports require --compare");
        }
        if (!(scale > 0) || scale > 100 || rate < 1 || appliers < 1 || appliers > MOST_APPLIERS || repeat < 1) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--scale must be above 0 and at most 100, --appliers 1 to 64, --rate and --repeat at least 1");
        }
        Settings settings = new Settings(scale, mode, appliers, repeat, rate, seed);
        List<Workload> all = Workloads.all(settings);
        if (list) {
            all.forEach(row -> output.printf(Locale.ROOT, "%-18s %s: %s%n", row.row(), row.title(), row.description()));
            return 0;
        }
        List<Workload> chosen = chosen(all);
        // fail before the measurement starts
        Files.createDirectories(out);
        return ServersCommand.run(sandbox -> measure(settings, chosen, sandbox, output));
    }

    private List<Workload> chosen(List<Workload> all) {
        if (rows.isEmpty()) {
            return withBacklog(all);
        }
        List<String> names = all.stream().map(Workload::row).toList();
        for (String row : rows) {
            if (!names.contains(row)) {
                throw new ParameterException(
                        spec.commandLine(), "no row '" + row + "'; the rows are " + String.join(", ", names));
            }
        }
        return all.stream().filter(row -> rows.contains(row.row())).collect(Collectors.toList());
    }

    /** Omits live-only rows if only backlogs are wanted, and rows of reverse replication if only live runs are wanted. */
    private List<Workload> withBacklog(List<Workload> all) {
        return all.stream()
                .filter(row -> row.transactions() > 0 || mode.live())
                .filter(row -> !row.isReverse() || mode.backlog())
                .collect(Collectors.toList());
    }

    private int measure(Settings settings, List<Workload> chosen, Sandbox sandbox, PrintStream output)
            throws SQLException, IOException, InterruptedException {
        String configured = System.getProperty("gaussferry.terminal");
        boolean terminal = configured == null ? System.console() != null : Boolean.parseBoolean(configured);
        ConsoleObserver observer = new ConsoleObserver(output, terminal, chosen.size());
        Path json = out.resolve("report.json");
        Path page = out.resolve("report.html");
        Bench bench = new Bench(settings, sandbox, DaemonJar::runCommand, observer, partial -> {
            ReportFile.write(json, partial);
            HtmlPage.write(page, partial);
        });
        BenchReport report = bench.run(chosen);
        output.println();
        Summary.lines(report).forEach(output::println);
        output.println();
        output.println("Report: " + page.toAbsolutePath().normalize() + " and " + json.getFileName());
        return report.success() ? 0 : 1;
    }

    private int compare(PrintStream output) throws IOException {
        if (reports.size() != 2) {
            throw new ParameterException(
                    spec.commandLine(), "--compare needs two reports: the older one, the newer one");
        }
        try {
            ReportComparison.lines(ReportFile.read(reports.get(0)), ReportFile.read(reports.get(1)))
                    .forEach(output::println);
            return 0;
        } catch (IOException unreadable) {
            System.err.println("gaussferry: " + unreadable);
            return 1;
        }
    }
}
