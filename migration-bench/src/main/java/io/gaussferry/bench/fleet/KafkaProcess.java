package io.gaussferry.bench.fleet;

import io.gaussferry.bench.daemon.DaemonException;
import io.gaussferry.bench.daemon.LifeLine;
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
 * A Java process with Kafka's classes, which can be killed, stopped like by a long pause, and started again. It does not outlive this process.
 * Confined to one thread.
 */
public final class KafkaProcess implements AutoCloseable {

    private static final String HOME_PROPERTY = "gaussferry.home";
    private static final int LINES_SHOWN = 20;
    private static final int LONGEST_END_SECONDS = 30;

    private final List<String> command;
    private final Path log;
    private @Nullable Process process;
    private @Nullable LifeLine lifeLine;

    private KafkaProcess(List<String> command, Path log) {
        this.command = command;
        this.log = log;
    }

    /**
     * Describes a process; it is to be started.
     *
     * @param directory where its log is written
     * @param name the log's name
     * @param heap how large its heap may become, as {@code -Xmx} has it
     * @throws DaemonException if Kafka's jars are not there
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
     * Returns the directory of plugins that this checkout has built.
     *
     * @throws DaemonException if it has not
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

    /** Starts it, or starts it again. */
    public void start() throws IOException {
        Process started = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        started.getOutputStream().close();
        process = started;
        lifeLine = LifeLine.of(started.pid());
    }

    /** Runs it to its end. */
    void run() throws IOException, DaemonException, InterruptedException {
        start();
        Process running = Objects.requireNonNull(process);
        if (!running.waitFor(LONGEST_END_SECONDS, TimeUnit.SECONDS) || running.exitValue() != 0) {
            throw new DaemonException(log.getFileName() + " failed" + lastWords());
        }
        ended();
    }

    /** Kills it (-9) and waits until it is gone. */
    public void kill() throws InterruptedException {
        Process running = Objects.requireNonNull(process);
        running.toHandle().destroyForcibly();
        running.waitFor();
        ended();
    }

    /** Stops it where it is (SIGSTOP), as a long pause of its machine does. */
    public void pause() throws IOException, InterruptedException {
        Signals.pause(List.of(Objects.requireNonNull(process).toHandle()));
    }

    /** Lets it go on (SIGCONT). */
    public void resume() throws IOException, InterruptedException {
        Signals.resume(List.of(Objects.requireNonNull(process).toHandle()));
    }

    /** Returns whether it runs. */
    public boolean isAlive() {
        Process running = process;
        return running != null && running.isAlive();
    }

    /** Returns its process id. */
    public long processId() {
        return Objects.requireNonNull(process).pid();
    }

    /** Returns all that it has printed. */
    public String log() throws IOException {
        return Files.exists(log) ? Files.readString(log) : "";
    }

    /** Returns its last lines, each behind a line break. */
    String lastWords() throws IOException {
        List<String> lines = log().lines().toList();
        return ":\n  " + String.join("\n  ", lines.subList(Math.max(0, lines.size() - LINES_SHOWN), lines.size()));
    }

    private void ended() {
        LifeLine line = lifeLine;
        if (line != null) {
            line.close();
            lifeLine = null;
        }
    }

    /** Kills it if it is still there. */
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
