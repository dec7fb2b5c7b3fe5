package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.app.control.ControlCommand;
import io.gaussferry.app.control.CutoverCommand;
import io.gaussferry.bench.fleet.KafkaFleet;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** The commands that control the first pipeline of a fleet. */
final class FleetCommands {

    static final String TOKEN = "0123456789abcdef0123456789abcdef";

    private final KafkaFleet fleet;
    private final int first;
    private final int end;
    private final Path tokenFile;

    /**
     * @param first the first worker that is given to the commands
     * @param end the worker after the last one: with several, commands survive the death of one
     */
    FleetCommands(KafkaFleet fleet, int first, int end, Path directory) throws IOException {
        this.fleet = fleet;
        this.first = first;
        this.end = end;
        this.tokenFile = Files.writeString(directory.resolve("control-token"), TOKEN);
    }

    /** Lets every worker listen for commands, on any free port. */
    static Map<String, String> listening(Map<String, String> configuration) {
        configuration.put("gaussferry.fleet.control-listener", "0");
        configuration.put("gaussferry.fleet.control-token", TOKEN);
        return configuration;
    }

    /** The end of a command. */
    record Result(int exitCode, String output) {}

    Result run(String... words) {
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        PrintStream print = new PrintStream(output, true, StandardCharsets.UTF_8);
        List<String> arguments = new ArrayList<>(Arrays.asList(words));
        for (int i = first; i < end; i++) {
            arguments.addAll(List.of("--fleet", fleet.rest(i).url().toString()));
        }
        arguments.addAll(List.of(
                "--pipeline", FleetSources.CONNECTOR + "-" + FleetSources.name(0), "--token-file", tokenFile.toString()));
        int exitCode = words[0].equals("cutover")
                ? CutoverCommand.run(arguments.subList(1, arguments.size()).toArray(String[]::new), print, print)
                : ControlCommand.run(arguments, print, print);
        return new Result(exitCode, output.toString(StandardCharsets.UTF_8));
    }

    String succeed(String... words) {
        Result result = run(words);
        System.out.println("fleet command " + String.join(" ", words) + ": " + result.exitCode() + "\n" + result.output());
        assertThat(result.exitCode()).as(result.output()).isZero();
        return result.output();
    }
}
