package io.gaussferry.bench.assess;

import io.gaussferry.bench.daemon.DaemonException;
import io.gaussferry.bench.daemon.DaemonJar;
import io.gaussferry.bench.daemon.DaemonProcess;
import io.gaussferry.bench.daemon.Trial;
import io.gaussferry.bench.load.SourceTables;
import io.gaussferry.sandbox.Sandbox;
import io.gaussferry.sandbox.server.ServerAddress;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Assesses each schema, then copies and compares it, and measures both. Confined to one thread. */
final class AssessBench {

    private static final Duration COPY_TIMEOUT = Duration.ofHours(1);
    private static final double NANOS_PER_SECOND = Duration.ofSeconds(1).toNanos();

    private final Sandbox sandbox;
    private final int probeSeconds;
    private final PrintStream output;

    AssessBench(Sandbox sandbox, int probeSeconds, PrintStream output) {
        this.sandbox = sandbox;
        this.probeSeconds = probeSeconds;
        this.output = output;
    }

    AssessReport run(List<SampleSchema> schemas, List<Long> sizes)
            throws SQLException, IOException, DaemonException, InterruptedException {
        List<AssessReport.Run> runs = new ArrayList<>();
        // the first large write makes the target create its log files, which takes longer
        AssessReport.Run unused = run(schemas.get(0), sizes.get(sizes.size() - 1));
        for (long rows : sizes) {
            for (SampleSchema schema : schemas) {
                AssessReport.Run run = run(schema, rows);
                runs.add(run);
                new AssessReport(List.of(run)).lines().stream().skip(1).limit(1).forEach(output::println);
            }
        }
        return new AssessReport(runs);
    }

    private AssessReport.Run run(SampleSchema schema, long rows)
            throws SQLException, IOException, DaemonException, InterruptedException {
        ServerAddress source = sandbox.source();
        try (Trial trial =
                Trial.choose(source, sandbox.target(), schema.name(), "gaussferry_" + schema.name(), output)) {
            schema.fill(source, trial.database(), rows);
            analyze(source, trial.database());
            SourceTables.settle(source);
            Path configuration =
                    sandbox.writeConfiguration(trial.directory(), trial.pipeline(), List.of(trial.database()));
            JsonNode forecast = assess(configuration, trial.directory());
            settleTarget();
            double copied = copy(configuration);
            double verified = verify(configuration);
            return new AssessReport.Run(
                    schema.name(),
                    rows,
                    outcome(forecast.path("copy_time_seconds"), copied),
                    outcome(forecast.path("verification_time_seconds"), verified));
        }
    }

    private static void analyze(ServerAddress source, String database) throws SQLException {
        try (Connection connection = source.open();
                Statement statement = connection.createStatement()) {
            List<String> tables = new ArrayList<>();
            try (ResultSet rows = statement.executeQuery("SHOW TABLES FROM `" + database + "`")) {
                while (rows.next()) {
                    tables.add("`" + database + "`.`" + rows.getString(1) + "`");
                }
            }
            for (String table : tables) {
                statement.execute("ANALYZE TABLE " + table);
            }
        }
    }

    private void settleTarget() throws SQLException {
        try (Connection connection = sandbox.target().open();
                Statement statement = connection.createStatement()) {
            statement.execute("CHECKPOINT");
        }
    }

    /** Returns the forecasts. */
    private JsonNode assess(Path configuration, Path directory)
            throws IOException, DaemonException, InterruptedException {
        Path name = directory.resolve("assessment");
        List<String> command = new ArrayList<>(DaemonJar.command("assess", configuration));
        command.addAll(List.of("--out", name.toString(), "--probe", String.valueOf(probeSeconds)));
        int exitCode = run(command, directory.resolve("assess.log").toFile());
        Path json = Path.of(name + ".json");
        if (!Files.exists(json)) {
            throw new DaemonException(
                    "assess ended with " + exitCode + ": " + Files.readString(directory.resolve("assess.log")));
        }
        return JsonMapper.builder()
                .build()
                .readTree(Files.readString(json))
                .path("assessments")
                .path(0)
                .path("forecast");
    }

    private static double copy(Path configuration) throws IOException, DaemonException, InterruptedException {
        try (DaemonProcess daemon = DaemonProcess.start(DaemonJar.runCommand(configuration), line -> {})) {
            long replaying = daemon.awaitReplaying(COPY_TIMEOUT);
            double seconds = (replaying - daemon.startedNanos()) / NANOS_PER_SECOND;
            int unused = daemon.terminate();
            return seconds;
        }
    }

    private double verify(Path configuration) throws IOException, DaemonException, InterruptedException {
        long start = System.nanoTime();
        int exitCode = run(
                DaemonJar.command("verify", configuration),
                configuration.resolveSibling("verify.log").toFile());
        if (exitCode != 0) {
            throw new DaemonException("verify ended with " + exitCode + ": "
                    + Files.readString(configuration.resolveSibling("verify.log")));
        }
        return (System.nanoTime() - start) / NANOS_PER_SECOND;
    }

    private static int run(List<String> command, File log) throws IOException, InterruptedException {
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log)
                .start()
                .waitFor();
    }

    private static ForecastOutcome outcome(JsonNode forecast, double actual) {
        return new ForecastOutcome(
                forecast.path("low").asDouble(),
                forecast.path("likely").asDouble(),
                forecast.path("high").asDouble(),
                actual);
    }
}
