package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.bench.daemon.DaemonJar;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * One run of {@code verify}, as a user starts it.
 *
 * @param exitCode how it ended
 * @param output its standard output
 * @param errors its standard error
 */
record VerifyRun(int exitCode, String output, String errors) {

    private static final int PATIENCE_MINUTES = 5;

    static VerifyRun of(Migration migration, String... options) throws Exception {
        Path output = Files.createTempFile(migration.directory(), "verify-", ".out");
        Path errors = Files.createTempFile(migration.directory(), "verify-", ".err");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                Daemon.FAST_START,
                "-XX:+UseSerialGC",
                "-Xmx512m",
                "-jar",
                DaemonJar.find().toString(),
                "verify",
                "--config",
                migration.configuration().toString()));
        command.addAll(List.of(options));
        Process process = new ProcessBuilder(command)
                .redirectOutput(output.toFile())
                .redirectError(errors.toFile())
                .start();
        try {
            assertThat(process.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES))
                    .as("verify ends by itself")
                    .isTrue();
            return new VerifyRun(process.exitValue(), Files.readString(output), Files.readString(errors));
        } finally {
            process.destroyForcibly();
        }
    }

    /** Returns the document of a run with {@code --json}, which must be all that it has written. */
    JsonNode document() {
        JsonNode document = JsonMapper.builder().build().readTree(output.getBytes(StandardCharsets.UTF_8));
        assertThat(document.get("version").asInt()).isEqualTo(1);
        assertThat(document.get("exitCode").asInt()).isEqualTo(exitCode);
        return document;
    }

    /** Returns the differences as for example {@code different item {"id":"3"} [note]}, sorted. */
    List<String> differences() {
        List<String> found = new ArrayList<>();
        for (JsonNode difference : document().get("rowsThatDiffer")) {
            List<String> columns = new ArrayList<>();
            difference
                    .get("columns")
                    .forEach(column -> columns.add(column.get("name").asString()));
            found.add(difference.get("kind").asString() + " "
                    + difference.get("table").asString() + " " + difference.get("key") + " " + columns);
        }
        found.sort(null);
        return found;
    }

    /** Returns what a failed assertion shows. */
    @Override
    public String toString() {
        return "exit code " + exitCode + "\n" + output + "\n" + errors;
    }
}
