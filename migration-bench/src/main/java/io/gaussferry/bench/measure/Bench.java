package io.gaussferry.bench.measure;

import io.gaussferry.bench.daemon.DaemonJar;
import io.gaussferry.bench.daemon.DaemonProgram;
import io.gaussferry.bench.daemon.ServerVersions;
import io.gaussferry.bench.report.BenchReport;
import io.gaussferry.bench.report.RowReport;
import io.gaussferry.sandbox.Sandbox;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Properties;

/** Measures all chosen rows in sequence. Confined to one thread. */
final class Bench {
    private static final double MEGABYTE = 1_048_576;

    private final Settings settings;
    private final Sandbox sandbox;
    private final DaemonProgram program;
    private final ConsoleObserver observer;

    private final ReportSink sink;

    /** Receives the current report after every row, so that an interrupted run keeps its results. */
    @FunctionalInterface
    interface ReportSink {
        void write(BenchReport report) throws IOException;
    }

    Bench(Settings settings, Sandbox sandbox, DaemonProgram program, ConsoleObserver observer, ReportSink sink) {
        this.sink = sink;
        this.settings = settings;
        this.sandbox = sandbox;
        this.program = program;
        this.observer = observer;
    }

    BenchReport run(List<Workload> workloads) throws SQLException, IOException, InterruptedException {
        String made = OffsetDateTime.now().truncatedTo(ChronoUnit.SECONDS).toString();
        long start = System.nanoTime();
        BenchReport.Environment environment = environment();
        List<RowReport> rows = new ArrayList<>();
        BenchReport report = report(made, start, environment, rows);
        for (Workload workload : workloads) {
            observer.row(workload.row());
            if (sandbox.sourceIsNative()) {
                SourceLogicalClock.choose(
                        sandbox.source(), workload.database().named("any").hasKeys());
            }
            RowReport row = workload.isReverse()
                    ? ReverseRowRun.run(settings, workload, sandbox, program, observer)
                    : RowRun.run(settings, workload, sandbox, program, observer);
            rows.add(row);
            observer.note(RowLine.of(row));
            report = report(made, start, environment, rows);
            sink.write(report);
            dropOldBinlogs();
        }
        return report;
    }

    private BenchReport report(
            String made, long startNanos, BenchReport.Environment environment, List<RowReport> rows) {
        BenchReport.Settings how = new BenchReport.Settings(
                settings.scale(),
                settings.mode().name().toLowerCase(Locale.ROOT),
                settings.appliers(),
                settings.repeat(),
                settings.rate(),
                settings.seed(),
                Settings.BASELINE_CONNECTIONS,
                Ceiling.CONNECTIONS);
        double seconds = (System.nanoTime() - startNanos) / 1e9;
        return new BenchReport(BenchReport.FORMAT, made, seconds, environment, how, List.copyOf(rows));
    }

    /** Only on the sandbox's own server: gigabytes would accumulate in its temporary directory. */
    private void dropOldBinlogs() throws SQLException {
        if (!sandbox.sourceIsNative()) {
            return;
        }
        try (Connection connection = sandbox.source().open();
                Statement statement = connection.createStatement()) {
            statement.execute("FLUSH BINARY LOGS");
            statement.execute("PURGE BINARY LOGS BEFORE DATE_ADD(NOW(), INTERVAL 1 DAY)");
        }
    }

    private BenchReport.Environment environment() throws SQLException, IOException {
        return new BenchReport.Environment(
                version(),
                ServerVersions.source(sandbox),
                ServerVersions.target(sandbox),
                sandbox.targetIsStandIn(),
                Runtime.getRuntime().availableProcessors(),
                memoryMegabytes(),
                System.getProperty("os.name") + " " + System.getProperty("os.version"),
                System.getProperty("java.version"),
                DaemonJar.options(),
                "fsync " + TargetTables.setting(sandbox.target(), "fsync") + ", synchronous_commit "
                        + TargetTables.setting(sandbox.target(), "synchronous_commit"),
                sandbox.sourceIsNative()
                        ? BenchReport.Environment.CLOCK_BY_ROW
                        : SourceLogicalClock.inUse(sandbox.source()));
    }

    private static long memoryMegabytes() {
        if (ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean system) {
            return Math.round(system.getTotalMemorySize() / MEGABYTE);
        }
        return -1;
    }

    private static String version() throws IOException {
        Properties properties = new Properties();
        try (InputStream stream = Bench.class.getResourceAsStream("version.properties")) {
            properties.load(Objects.requireNonNull(stream, "version.properties"));
        }
        return properties.getProperty("version", "unknown");
    }
}
