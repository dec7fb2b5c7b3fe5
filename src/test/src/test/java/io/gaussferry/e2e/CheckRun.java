package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.bench.daemon.DaemonException;
import io.gaussferry.bench.daemon.DaemonJar;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * One run of {@code check}, as a user starts it.
 *
 * @param exitCode how it ended
 * @param output its standard output
 * @param errors its standard error
 */
record CheckRun(int exitCode, String output, String errors) {

    /** A finding as the JSON document has it. */
    record Found(String code, String severity, String place, String problem, String why, String remedy) {}

    static CheckRun of(Path configuration, Path directory, String... options)
            throws IOException, DaemonException, InterruptedException {
        Path output = Files.createTempFile(directory, "check-", ".out");
        Path errors = Files.createTempFile(directory, "check-", ".err");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                Daemon.FAST_START,
                "-XX:+UseSerialGC",
                "-Xmx256m",
                "-jar",
                DaemonJar.find().toString(),
                "check",
                "--config",
                configuration.toString()));
        command.addAll(List.of(options));
        Process process = new ProcessBuilder(command)
                .redirectOutput(output.toFile())
                .redirectError(errors.toFile())
                .start();
        try {
            assertThat(process.waitFor(Daemon.PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .as("check ends by itself")
                    .isTrue();
            return new CheckRun(process.exitValue(), Files.readString(output), Files.readString(errors));
        } finally {
            process.destroyForcibly();
        }
    }

    /** Returns the findings of a run with {@code --json}, which must be all that it has written. */
    List<Found> findings() {
        JsonNode document = JsonMapper.builder().build().readTree(output.getBytes(StandardCharsets.UTF_8));
        assertThat(document.get("version").asInt()).isEqualTo(1);
        assertThat(document.get("exitCode").asInt()).isEqualTo(exitCode);
        List<Found> findings = new ArrayList<>();
        for (JsonNode finding : document.get("findings")) {
            findings.add(new Found(
                    finding.get("code").asString(),
                    finding.get("severity").asString(),
                    place(finding),
                    finding.get("problem").asString(),
                    finding.get("why").asString(),
                    finding.get("remedy").asString()));
        }
        return findings;
    }

    private static String place(JsonNode finding) {
        StringBuilder place = new StringBuilder(finding.get("side").asString());
        for (String key : List.of("schema", "table", "column")) {
            if (!finding.get(key).isNull()) {
                place.append(key.equals("schema") ? " " : ".")
                        .append(finding.get(key).asString());
            }
        }
        return place.toString();
    }

    /** Returns what a failed assertion shows. */
    @Override
    public String toString() {
        return "exit code " + exitCode + "\n" + output + "\n" + errors;
    }
}
