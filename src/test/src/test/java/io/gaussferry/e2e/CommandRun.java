package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.app.GaussferryApplication;
import io.gaussferry.bench.daemon.DaemonJar;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * One run of a command of the program that exits without being stopped.
 *
 * @param exitCode its exit code
 * @param output its standard output
 * @param errors its standard error; without the log if it ran in the JVM of the tests
 */
record CommandRun(int exitCode, String output, String errors) {

    private static final Duration PATIENCE = Duration.ofMinutes(3);

    /**
     * Runs the command by the program's entry point in the JVM of the tests, which saves the seconds of a JVM's start. Its log is part of the
     * tests' log.
     */
    static CommandRun of(String... arguments) throws Exception {
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        ByteArrayOutputStream errors = new ByteArrayOutputStream();
        Callable<Integer> command =
                () -> GaussferryApplication.run(List.of(arguments), printer(output), printer(errors));
        FutureTask<Integer> run = new FutureTask<>(command);
        Thread thread = new Thread(run, "command-" + arguments[0]);
        thread.setDaemon(true);
        thread.start();
        try {
            int exitCode = run.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            return new CommandRun(exitCode, text(output), text(errors));
        } catch (TimeoutException slow) {
            AssertionError failure =
                    new AssertionError(String.join(" ", arguments) + " does not exit; its thread is at\n"
                            + String.join(
                                    "\n",
                                    Arrays.stream(thread.getStackTrace())
                                            .map(StackTraceElement::toString)
                                            .toList())
                            + "\n" + text(output) + text(errors));
            failure.initCause(slow);
            thread.interrupt();
            throw failure;
        }
    }

    private static PrintStream printer(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }

    private static String text(ByteArrayOutputStream bytes) {
        return bytes.toString(StandardCharsets.UTF_8);
    }

    /** Runs {@code java -jar … ARGUMENTS}, as a user does; its output is stored in files in the directory meanwhile. */
    static CommandRun ofProcess(Path directory, String... arguments) throws Exception {
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
