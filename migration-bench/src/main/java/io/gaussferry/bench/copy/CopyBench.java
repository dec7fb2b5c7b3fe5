package io.gaussferry.bench.copy;

import io.gaussferry.bench.daemon.DaemonException;
import io.gaussferry.bench.daemon.DaemonJar;
import io.gaussferry.bench.daemon.DaemonProcess;
import io.gaussferry.bench.daemon.Trial;
import io.gaussferry.bench.load.SourceTables;
import io.gaussferry.bench.report.CopyReport;
import io.gaussferry.bench.report.CopyReport.Way;
import io.gaussferry.bench.sysbench.Distribution;
import io.gaussferry.bench.sysbench.SysbenchSchema;
import io.gaussferry.sandbox.Sandbox;
import io.gaussferry.sandbox.server.ServerAddress;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Fills tables, lets the daemon copy and verify them, and compares the speed with other ways of copying. Confined to one
 * thread.
 */
final class CopyBench {
    /** Rows of a table that are generated; the remaining rows are copies with other keys. */
    private static final int GENERATED_ROWS = 10_000;

    private static final long SEED = 1;
    private static final Duration COPY_TIMEOUT = Duration.ofHours(1);
    private static final Pattern COPY_RATE = Pattern.compile(", (\\d+) rows/s");
    private static final Pattern RATE = Pattern.compile("\\((\\d+) rows/s\\)");

    private final Sandbox sandbox;
    private final ServerAddress source;
    private final ServerAddress target;
    private final int rowsOfTable;
    private final int tables;
    private final PrintStream output;

    CopyBench(Sandbox sandbox, int rowsOfTable, int tables, PrintStream output) {
        this.sandbox = sandbox;
        this.source = sandbox.source();
        this.target = sandbox.target();
        this.rowsOfTable = rowsOfTable;
        this.tables = tables;
        this.output = output;
    }

    CopyReport run() throws SQLException, IOException, DaemonException, InterruptedException {
        try (Trial trial = Trial.choose(source, target, "sbtest", "gaussferry_bench", output)) {
            String database = trial.database();
            output.println("Filling " + tables + " tables of " + rowsOfTable + " rows");
            fill(database);
            SourceTables.settle(source);
            List<Way> ways = new ArrayList<>();
            output.println("Copying to another schema first (creates the target's log files)");
            Copied first = copy(otherSchemaConfiguration(trial));
            settle();
            output.println("Copying");
            Path configuration = sandbox.writeConfiguration(trial.directory(), trial.pipeline(), List.of(database));
            Copied copied = copy(configuration);
            long rows = (long) rowsOfTable * tables;
            ways.add(copied.fromStart("gaussferry, from process start", rows));
            ways.add(new Way("gaussferry, copy only, as reported", rows, rows / copied.rowsPerSecond(), null));
            ways.add(first.fromStart("gaussferry, first copy on these servers", rows));
            output.println("Verifying");
            Verified verified = verify(configuration);
            output.println("Scanning both sides");
            double scanned = FullScan.rowsPerSecond(source, target, database, tables);
            output.println("Loading by pure COPY");
            ways.add(PureCopy.measure(target, trial, tables));
            output.println("Loading by one INSERT per row");
            ways.add(RowWiseLoad.measure(source, target, trial));
            return new CopyReport(rows, verified.equal(), ways, verified.rowsPerSecond(), scanned);
        }
    }

    private void fill(String database) throws SQLException {
        int generated = Math.min(GENERATED_ROWS, rowsOfTable);
        SysbenchSchema schema = new SysbenchSchema(database, tables, generated, true);
        try (Connection connection = source.open();
                Statement statement = connection.createStatement()) {
            schema.create(connection);
            schema.fill(connection, new SplittableRandom(SEED), Distribution.UNIFORM);
            for (int number = 1; number <= tables; number++) {
                String table = schema.quotedTable(number);
                for (int rows = generated; rows < rowsOfTable; rows *= 2) {
                    statement.execute("INSERT INTO " + table + " (id, k, c, pad) SELECT id + " + rows
                            + ", (k * 7919 + id) % " + rowsOfTable + ", c, pad FROM " + table + " WHERE id <= "
                            + Math.min(rows, rowsOfTable - rows));
                }
                statement.execute("ANALYZE TABLE " + table);
            }
        }
    }

    /**
     * Returns the configuration of an additional copy of the same tables into another schema. This first copy makes the
     * target create its log files; all later ones, of any kind, write into existing files.
     */
    private Path otherSchemaConfiguration(Trial trial) throws SQLException, IOException {
        String schema = trial.database() + "_first";
        trial.addTargetSchema(schema);
        Path configuration =
                sandbox.writeConfiguration(trial.directory(), trial.pipeline() + "_first", List.of(trial.database()));
        String rename = "  source:\n    rename: [{from: " + trial.database() + ", to: " + schema + "}]\n";
        Files.writeString(configuration, Files.readString(configuration).replace("  source:\n", rename));
        return configuration;
    }

    private void settle() throws SQLException {
        try (Connection connection = target.open();
                Statement statement = connection.createStatement()) {
            statement.execute("CHECKPOINT");
        }
    }

    /**
     * The observed times of a copy.
     *
     * @param loadSeconds from the start of the daemon's process until all rows were loaded
     * @param seconds from the start of the daemon's process until replication started
     * @param rowsPerSecond of the copy from its first row to its last, as the daemon reports it
     */
    private record Copied(double loadSeconds, double seconds, double rowsPerSecond) {
        private Way fromStart(String name, long rows) {
            return new Way(name, rows, loadSeconds, seconds);
        }
    }

    private Copied copy(Path configuration) throws IOException, DaemonException, InterruptedException {
        AtomicLong copied = new AtomicLong();
        AtomicReference<@Nullable String> rate = new AtomicReference<>();
        try (DaemonProcess daemon = DaemonProcess.start(DaemonJar.runCommand(configuration), line -> {
            if (line.startsWith("copied ")) {
                copied.set(System.nanoTime());
                Matcher matcher = COPY_RATE.matcher(line);
                if (matcher.find()) {
                    rate.set(matcher.group(1));
                }
            }
        })) {
            long replaying = daemon.awaitReplaying(COPY_TIMEOUT);
            long start = daemon.startedNanos();
            daemon.terminate();
            String last = rate.get();
            if (last == null) {
                throw new DaemonException("the daemon did not report the speed of its copy");
            }
            return new Copied((copied.get() - start) / 1e9, (replaying - start) / 1e9, Double.parseDouble(last));
        }
    }

    /** The report of {@code verify}. */
    private record Verified(boolean equal, double rowsPerSecond) {}

    private Verified verify(Path configuration) throws IOException, DaemonException, InterruptedException {
        Process process = new ProcessBuilder(DaemonJar.command("verify", configuration))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String verifyOutput = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        boolean equal = process.waitFor() == 0;
        output.print(verifyOutput);
        Matcher rate = RATE.matcher(verifyOutput);
        if (!rate.find()) {
            throw new DaemonException("verify did not report its speed");
        }
        return new Verified(equal, Double.parseDouble(rate.group(1)));
    }
}
