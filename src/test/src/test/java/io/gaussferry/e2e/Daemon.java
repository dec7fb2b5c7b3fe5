package io.gaussferry.e2e;

import static org.awaitility.Awaitility.await;

import io.gaussferry.bench.daemon.DaemonException;
import io.gaussferry.bench.daemon.DaemonJar;
import io.gaussferry.bench.daemon.DaemonProcess;
import io.gaussferry.bench.daemon.ReplaySummary;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** One run of the daemon's executable jar, with its complete output. */
final class Daemon implements AutoCloseable {

    /** Long enough for two busy cores; a test that waits this long has failed anyway. */
    static final Duration PATIENCE = Duration.ofSeconds(90);

    /** A daemon that takes longer to stop is killed at the end of a test. */
    private static final Duration FAST_END = Duration.ofSeconds(2);

    /** Executes the program with its standard error redirected to a file. */
    private static final List<String> ERRORS_TO_FILE =
            List.of("sh", "-c", "errors=$1; shift; exec \"$@\" 2>\"$errors\"", "sh");

    private final DaemonProcess process;
    private final Path errorFile;
    private final List<String> output;
    private final boolean isHosted;

    private int returns;

    private Daemon(DaemonProcess process, Path errorFile, List<String> output, boolean isHosted) {
        this.process = process;
        this.errorFile = errorFile;
        this.output = output;
        this.isHosted = isHosted;
    }

    /** Starts {@code java @config/jvm.options -jar … run --config FILE}; its standard error is written to a file in the directory. */
    static Daemon start(Path configuration, Path directory) throws Exception {
        return start(configuration, directory, List.of());
    }

    /** Does the same with additional JVM options, such as {@code -Duser.timezone=Asia/Kolkata}. */
    static Daemon start(Path configuration, Path directory, List<String> jvmOptions) throws Exception {
        if (DaemonHost.isUsed() && jvmOptions.isEmpty()) {
            Path errorFile = Files.createTempFile(directory, "daemon-", ".log");
            List<String> output = new CopyOnWriteArrayList<>();
            Process run = DaemonHost.run(List.of("run", "--config", configuration.toString()), errorFile);
            return new Daemon(DaemonProcess.of(run, output::add), errorFile, output, true);
        }
        return start(DaemonJar.runCommand(configuration), directory, jvmOptions);
    }

    /** Starts the daemon of another jar. */
    static Daemon startJar(Path jar, Path configuration, Path directory) throws Exception {
        List<String> java = new ArrayList<>(DaemonJar.runCommand(configuration));
        java.set(java.indexOf("-jar") + 1, jar.toString());
        return start(java, directory, List.of());
    }

    private static Daemon start(List<String> java, Path directory, List<String> jvmOptions) throws Exception {
        Path errorFile = Files.createTempFile(directory, "daemon-", ".log");
        List<String> command = new ArrayList<>(ERRORS_TO_FILE);
        command.add(errorFile.toString());
        command.add(java.get(0));
        command.addAll(ClassArchive.options());
        command.addAll(jvmOptions);
        command.addAll(java.subList(1, java.size()));
        List<String> output = new CopyOnWriteArrayList<>();
        return new Daemon(DaemonProcess.start(command, output::add), errorFile, output, false);
    }

    DaemonProcess process() {
        return process;
    }

    /** Waits until the initial copy is complete and the source sends its binlog. */
    void awaitReplaying() throws InterruptedException {
        try {
            process.awaitReplaying(PATIENCE);
        } catch (DaemonException failure) {
            throw new AssertionError(failure.getMessage() + "\n" + errors(), failure);
        }
    }

    /** Waits until its writers have returned to the source, once more than at the last call, and it replays again. */
    void awaitReturned() {
        returns++;
        await("return " + returns + "; " + errors()).atMost(PATIENCE).until(this::replaysAfterReturn);
    }

    private boolean replaysAfterReturn() {
        int returned = 0;
        boolean replays = false;
        for (String line : output) {
            if (line.startsWith("the source accepts writes again")) {
                returned++;
                replays = false;
            } else if (line.startsWith("replaying from")) {
                replays = true;
            }
        }
        return returned >= returns && replays;
    }

    /** Waits until it exits without being stopped, and returns its exit code. */
    int awaitEnd() throws Exception {
        try {
            process.ended().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new AssertionError("The daemon does not exit: " + errors(), e);
        }
        return process.terminate();
    }

    /** Terminates it with SIGTERM, and returns its exit code. */
    int terminate() throws Exception {
        return process.terminate();
    }

    /** Freezes it until {@link #resume}. */
    void suspend() throws Exception {
        signal("STOP");
    }

    /** Continues it after {@link #suspend}. */
    void resume() throws Exception {
        signal("CONT");
    }

    private void signal(String name) throws Exception {
        Process kill = new ProcessBuilder("kill", "-" + name, String.valueOf(process.processId())).start();
        if (kill.waitFor() != 0) {
            throw new AssertionError("The daemon does not run: " + errors());
        }
    }

    /** Kills it with {@code kill -9}. */
    void kill() {
        process.close();
        process.ended().join();
    }

    /** Returns the lines of its standard output so far. */
    List<String> output() {
        return List.copyOf(output);
    }

    /** Returns its standard error so far. */
    String errors() {
        try {
            return Files.readString(errorFile, StandardCharsets.UTF_8);
        } catch (IOException failure) {
            return "(its standard error cannot be read: " + failure + ")";
        }
    }

    /** Returns the summary that it printed at its end. */
    Optional<ReplaySummary> summary() {
        return process.summary();
    }

    /** Stops it if that is fast and its process can be used again; otherwise kills it. */
    @Override
    public void close() {
        if (isHosted && process.isAlive()) {
            process.requestEnd();
            process.ended()
                    .completeOnTimeout(null, FAST_END.toMillis(), TimeUnit.MILLISECONDS)
                    .join();
        }
        kill();
    }
}
