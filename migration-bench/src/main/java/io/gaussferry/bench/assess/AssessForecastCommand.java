package io.gaussferry.bench.assess;

import io.gaussferry.bench.daemon.DaemonException;
import io.gaussferry.bench.daemon.ServersCommand;
import io.gaussferry.sandbox.Sandbox;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Compares the forecasts of {@code assess} with the copy and the verification that follow. */
@Command(
        name = "assess",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Fills schemas in the form of ten public ones, assesses each, then copies and verifies it, and prints forecast and outcome next"
                    + " to each other."
        },
        footer = "%nExit code: 0 everything was measured; 1 failure. The deviations do not change it.")
public final class AssessForecastCommand implements Callable<Integer> {

    private static final long LEAST_ROWS = 1_000;

    @Option(
            names = "--rows",
            split = ",",
            defaultValue = "100000,500000",
            paramLabel = "N",
            description = "Sizes, as numbers of rows (default: ${DEFAULT-VALUE}).")
    private List<Long> rows = new ArrayList<>();

    @Option(names = "--schemas", split = ",", paramLabel = "NAME", description = "The schemas (default: all ten).")
    private List<String> schemas = new ArrayList<>();

    @Option(
            names = "--probe",
            defaultValue = "10",
            paramLabel = "SECONDS",
            description = "Seconds of each probe (default: ${DEFAULT-VALUE}).")
    private int probe;

    @Option(
            names = "--out",
            defaultValue = "gaussferry-bench",
            paramLabel = "DIR",
            description = "Directory for assess.json (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private Path out;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    /** Runs the measurement. */
    @Override
    public Integer call() throws SQLException, IOException {
        if (rows.stream().anyMatch(size -> size < LEAST_ROWS)) {
            throw new ParameterException(spec.commandLine(), "--rows must be at least " + LEAST_ROWS);
        }
        List<SampleSchema> chosen = SampleSchema.ALL.stream()
                .filter(schema -> schemas.isEmpty() || schemas.contains(schema.name()))
                .toList();
        if (chosen.isEmpty() || !schemas.isEmpty() && chosen.size() != schemas.size()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--schemas may name "
                            + SampleSchema.ALL.stream().map(SampleSchema::name).toList());
        }
        Files.createDirectories(out);
        return ServersCommand.run(sandbox -> measure(sandbox, chosen));
    }

    private int measure(Sandbox sandbox, List<SampleSchema> chosen)
            throws SQLException, IOException, DaemonException, InterruptedException {
        AssessReport report = new AssessBench(sandbox, probe, System.out).run(chosen, rows);
        Path file = out.resolve("assess.json");
        Files.writeString(
                file,
                JsonMapper.builder()
                                .enable(SerializationFeature.INDENT_OUTPUT)
                                .build()
                                .writeValueAsString(report)
                        + "\n",
                StandardCharsets.UTF_8);
        System.out.println();
        report.lines().forEach(System.out::println);
        System.out.println();
        System.out.println("Report: " + file.toAbsolutePath().normalize());
        return 0;
    }
}
