package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.app.GaussferryApplication;
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
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The commands that control the first pipeline of a fleet. */
final class FleetCommands {

    static final String TOKEN = "0123456789abcdef0123456789abcdef";

    private static final String PIPELINE = FleetSources.CONNECTOR + "-" + FleetSources.name(0);

    private final KafkaFleet fleet;
    private final int first;
    private final int end;
    private final Path tokenFile;
    private @Nullable GuideCommands guide;

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
        List<String> arguments = new ArrayList<>(Arrays.asList(words));
        for (int i = first; i < end; i++) {
            arguments.addAll(List.of("--fleet", fleet.rest(i).url().toString()));
        }
        arguments.addAll(List.of("--pipeline", PIPELINE, "--token-file", tokenFile.toString()));
        return runWith(arguments);
    }

    private static Result runWith(List<String> arguments) {
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        PrintStream print = new PrintStream(output, true, StandardCharsets.UTF_8);
        int exitCode = GaussferryApplication.run(arguments, print, print);
        return new Result(exitCode, output.toString(StandardCharsets.UTF_8));
    }

    /** Takes the commands of a guide from now on. */
    FleetCommands ofGuide(GuideCommands commands) {
        commands.set("shops-eu", PIPELINE);
        commands.set("TOKEN", tokenFile.toString());
        guide = commands;
        return this;
    }

    /** Runs a command of the guide, which must succeed. */
    String succeedAsInGuide(String words) {
        List<String> arguments = Objects.requireNonNull(guide).arguments(words + " --fleet");
        return succeeded(words, runWith(arguments));
    }

    String succeed(String... words) {
        return succeeded(String.join(" ", words), run(words));
    }

    private static String succeeded(String words, Result result) {
        System.out.println("fleet command " + words + ": " + result.exitCode() + "\n" + result.output());
        assertThat(result.exitCode()).as(result.output()).isZero();
        return result.output();
    }
}
