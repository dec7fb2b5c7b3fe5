package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * One run of {@code check}, as a user starts it.
 *
 * @param exitCode its exit code
 * @param output its standard output
 * @param errors its standard error
 */
record CheckRun(int exitCode, String output, String errors) {

    /** A finding in the JSON document. */
    record Found(String code, String severity, String place, String problem, String why, String remedy) {}

    static CheckRun of(Path configuration, String... options) throws Exception {
        return of(CommandRun.of(arguments(configuration, options)));
    }

    /** Does the same in a process of its own, whose standard error has the log too. */
    static CheckRun ofProcess(Path configuration, Path directory, String... options) throws Exception {
        return of(CommandRun.ofProcess(directory, arguments(configuration, options)));
    }

    private static CheckRun of(CommandRun run) {
        return new CheckRun(run.exitCode(), run.output(), run.errors());
    }

    private static String[] arguments(Path configuration, String... options) {
        List<String> arguments = new ArrayList<>(List.of("check", "--config", configuration.toString()));
        arguments.addAll(List.of(options));
        return arguments.toArray(String[]::new);
    }

    /** Returns the findings of a run with {@code --json}, which must be its complete output. */
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

    /** Returns the output for a failed assertion. */
    @Override
    public String toString() {
        return "exit code " + exitCode + "\n" + output + "\n" + errors;
    }
}
