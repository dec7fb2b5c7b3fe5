package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * One run of {@code verify}, as a user starts it.
 *
 * @param exitCode its exit code
 * @param output its standard output
 * @param errors its standard error
 */
record VerifyRun(int exitCode, String output, String errors) {

    private static final int CANNOT_TELL = 2;

    static VerifyRun of(Migration migration, String... options) throws Exception {
        List<String> arguments = new ArrayList<>(
                List.of("verify", "--config", migration.configuration().toString()));
        arguments.addAll(List.of(options));
        return of(CommandRun.of(arguments.toArray(String[]::new)));
    }

    /** Does the same in a process of its own, whose standard error has the log too. */
    static VerifyRun ofProcess(Migration migration) throws Exception {
        return of(CommandRun.ofProcess(
                migration.directory(),
                "verify",
                "--config",
                migration.configuration().toString()));
    }

    private static VerifyRun of(CommandRun run) {
        return new VerifyRun(run.exitCode(), run.output(), run.errors());
    }

    /** Runs it until it is decided, which it is not while a table is copied next to replay, and requires equal sides. */
    static void awaitEqual(Migration migration) throws Exception {
        VerifyRun last = of(migration);
        for (long end = System.nanoTime() + Daemon.PATIENCE.toNanos();
                last.exitCode() == CANNOT_TELL && System.nanoTime() < end; ) {
            last = of(migration);
        }
        assertThat(last.exitCode()).as(last.toString()).isZero();
    }

    /** Returns the document of a run with {@code --json}, which must be its complete output. */
    JsonNode document() {
        JsonNode document = JsonMapper.builder().build().readTree(output.getBytes(StandardCharsets.UTF_8));
        assertThat(document.get("version").asInt()).isEqualTo(1);
        assertThat(document.get("exitCode").asInt()).isEqualTo(exitCode);
        return document;
    }

    /** Returns the differences, for example {@code different item {"id":"3"} [note]}, sorted. */
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

    /** Returns the findings of structure, for example {@code difference item: column n is missing on the target}, sorted. */
    List<String> structure() {
        List<String> found = new ArrayList<>();
        for (JsonNode finding : document().get("structure").get("findings")) {
            found.add(finding.get("weight").asString() + " "
                    + finding.get("table").asString() + ": "
                    + finding.get("description").asString());
        }
        found.sort(null);
        return found;
    }

    /** Returns the output for a failed assertion. */
    @Override
    public String toString() {
        return "exit code " + exitCode + "\n" + output + "\n" + errors;
    }
}
