package io.gaussferry.bench.fleet;

import io.gaussferry.bench.daemon.ChildProcessGuard;
import io.gaussferry.bench.daemon.DaemonException;
import io.gaussferry.sandbox.server.Signals;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A Java process with Kafka's classes that can be killed, paused and restarted. It does not outlive this process. Confined to
 * one thread.
 */
public final class KafkaProcess implements AutoCloseable {

    private static final String HOME_PROPERTY = "gaussferry.home";
    private static final int LINES_SHOWN = 20;
    private static final int END_TIMEOUT_SECONDS = 30;

    private final List<String> command;
    private final Path log;
    private @Nullable Process process;
    private @Nullable ChildProcessGuard lifeLine;

    private KafkaProcess(List<String> command, Path log) {
        this.command = command;
        this.log = log;
    }

    /**
     * Describes a process without starting it.
     *
     * @param directory directory of its log
     * @param name the log's name
     * @param heap maximum heap, in the format of {@code -Xmx}
     * @throws DaemonException if Kafka's jars are missing
     */
    static KafkaProcess of(Path directory, String name, String heap, String mainClass, List<String> arguments)
            throws DaemonException, IOException {
        Path configuration = directory.resolve("log4j2.properties");
        Files.writeString(configuration, """
                rootLogger.level = WARN
                rootLogger.appenderRef.out.ref = out
                appender.out.type = Console
                appender.out.name = out
                appender.out.layout.type = PatternLayout
                appender.out.layout.pattern = %d %p %m (%c{1})%n%ex{short}
                logger.gaussferry.name = io.gaussferry
                logger.gaussferry.level = INFO
                """);
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + heap,
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xshare:auto",
                "-Dlog4j2.configurationFile=" + configuration,
                "-cp",
                requireDirectory(Path.of("migration-connect", "kafka", "target", "lib")) + "/*",
                mainClass));
        command.addAll(arguments);
        return new KafkaProcess(command, directory.resolve(name + ".log"));
    }

    /**
     * Returns the plugin directory that was built in this checkout.
     *
     * @throws DaemonException if it does not exist
     */
    static Path pluginPath() throws DaemonException {
        return requireDirectory(Path.of("migration-connect", "target", "plugin"));
    }

    private static Path requireDirectory(Path relative) throws DaemonException {
        Path directory = Path.of(System.getProperty(HOME_PROPERTY, "."))
                .toAbsolutePath()
                .normalize()
                .resolve(relative);
        if (!Files.isDirectory(directory)) {
            throw new DaemonException("no " + directory + ": build it with 'mvn -DskipTests package', or set -D"
                    + HOME_PROPERTY + " to the checkout");
        }
        return directory;
    }

    /** Starts or restarts the process. */
    public void start() throws IOException {
        Process started = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        started.getOutputStream().close();
        process = started;
        lifeLine = ChildProcessGuard.of(started.pid());
    }

    /** Runs the process until it exits. */
    void run() throws IOException, DaemonException, InterruptedException {
        start();
        Process running = Objects.requireNonNull(process);
        if (!running.waitFor(END_TIMEOUT_SECONDS, TimeUnit.SECONDS) || running.exitValue() != 0) {
            throw new DaemonException(log.getFileName() + " failed" + lastLines());
        }
        ended();
    }

    /** Kills the process (SIGKILL) and waits until it has exited. */
    public void kill() throws InterruptedException {
        Process running = Objects.requireNonNull(process);
        running.toHandle().destroyForcibly();
        running.waitFor();
        ended();
    }

    /** Pauses the process (SIGSTOP), like a long pause of its machine. */
    public void pause() throws IOException, InterruptedException {
        Signals.pause(List.of(Objects.requireNonNull(process).toHandle()));
    }

    /** Resumes the process (SIGCONT). */
    public void resume() throws IOException, InterruptedException {
        Signals.resume(List.of(Objects.requireNonNull(process).toHandle()));
    }

    /** Returns whether the process is running. */
    public boolean isAlive() {
        Process running = process;
        return running != null && running.isAlive();
    }

    /** Returns the process id. */
    public long processId() {
        return Objects.requireNonNull(process).pid();
    }

    /** Returns the complete output. */
    public String log() throws IOException {
        return Files.exists(log) ? Files.readString(log) : "";
    }

    /** Returns the last lines of the output, each after a line break. */
    String lastLines() throws IOException {
        List<String> lines = log().lines().toList();
        return ":\n  " + String.join("\n  ", lines.subList(Math.max(0, lines.size() - LINES_SHOWN), lines.size()));
    }

    private void ended() {
        ChildProcessGuard line = lifeLine;
        if (line != null) {
            line.close();
            lifeLine = null;
        }
    }

    /** Kills the process if it is still running. */
    @Override
    public void close() {
        Process running = process;
        if (running != null) {
            running.toHandle().destroyForcibly();
            try {
                running.waitFor();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            ended();
        }
    }
}
