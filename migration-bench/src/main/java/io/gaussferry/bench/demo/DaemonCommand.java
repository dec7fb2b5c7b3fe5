package io.gaussferry.bench.demo;

import io.gaussferry.bench.daemon.DaemonException;
import io.gaussferry.bench.daemon.DaemonJar;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs the daemon's program as a user does, and prints its output as it arrives. */
final class DaemonCommand {

    private static final Duration EXIT_TIMEOUT = Duration.ofMinutes(15);

    private final Path configuration;
    private final DemoDaemon daemon;
    private final PrintStream output;

    DaemonCommand(Path configuration, DemoDaemon daemon, PrintStream output) {
        this.configuration = configuration;
        this.daemon = daemon;
        this.output = output;
    }

    /**
     * Runs a command with a subcommand and options.
     *
     * @throws DaemonException if it does not succeed; it has printed the reason
     */
    void run(String name, String subcommand, String... options)
            throws IOException, DaemonException, InterruptedException {
        List<String> command = new ArrayList<>(DaemonJar.command(name, configuration));
        // the subcommand precedes its options
        command.add(command.indexOf(name) + 1, subcommand);
        command.addAll(List.of("--url", daemon.page().toString()));
        command.addAll(List.of(options));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("GAUSSFERRY_TOKEN", daemon.token());
        Process process = builder.start();
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            lines.lines().forEach(line -> output.println("  " + line));
        }
        if (!process.waitFor(EXIT_TIMEOUT.toSeconds(), TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
        if (process.exitValue() != 0) {
            throw new DaemonException(
                    "gaussferry " + name + " " + subcommand + " ended with exit code " + process.exitValue()
                            + " for the reason above" + daemon.process().lastLines());
        }
    }
}
