package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.bench.daemon.DaemonJar;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * One run of a command of the daemon's executable jar that exits without being stopped.
 *
 * @param exitCode its exit code
 * @param output its standard output
 * @param errors its standard error
 */
record CommandRun(int exitCode, String output, String errors) {

    private static final Duration PATIENCE = Duration.ofMinutes(5);

    /** Runs {@code java -jar … ARGUMENTS}; its output is stored in files in the directory meanwhile. */
    static CommandRun of(Path directory, String... arguments) throws Exception {
        Path output = Files.createTempFile(directory, "command-", ".out");
        Path errors = Files.createTempFile(directory, "command-", ".err");
        Process process = start(output, errors, arguments);
        try {
            assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .as(arguments[0] + " exits")
                    .isTrue();
            return new CommandRun(process.exitValue(), Files.readString(output), Files.readString(errors));
        } finally {
            process.destroyForcibly();
        }
    }

    /** Starts the command without waiting; the caller may kill it. */
    static Process start(Path directory, String... arguments) throws Exception {
        return start(
                Files.createTempFile(directory, "command-", ".out"),
                Files.createTempFile(directory, "command-", ".err"),
                arguments);
    }

    private static Process start(Path output, Path errors, String... arguments) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ClassArchive.options());
        command.addAll(
                List.of("@" + DaemonJar.optionsFile(), "-jar", DaemonJar.find().toString()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .redirectOutput(output.toFile())
                .redirectError(errors.toFile())
                .start();
    }
}
