package io.gaussferry.bench.daemon;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The daemon as a child process. Two threads of this object read its output, so the child never blocks on a full pipe. The
 * child does not outlive this process, even if this process is killed.
 */
public final class DaemonProcess implements AutoCloseable {
    private static final String REPLAYING = "replaying from ";

    /** Above the guarantee that the daemon drains and exits within ten seconds of SIGTERM. */
    private static final Duration END_TIMEOUT = Duration.ofSeconds(15);

    private static final int ERROR_LINES_KEPT = 40;

    private final Process process;
    private final @Nullable ChildProcessGuard lifeLine;
    private final long startedNanos;
    private final Consumer<String> output;
    private final CompletableFuture<Long> replayingSince = new CompletableFuture<>();
    private final ArrayDeque<String> errorLines = new ArrayDeque<>();
    private final Thread outputReader;
    private final Thread errorReader;
    private final CompletableFuture<Void> ended;
    private volatile @Nullable ReplaySummary summary;

    private DaemonProcess(
            Process process, long startedNanos, @Nullable ChildProcessGuard lifeLine, Consumer<String> output) {
        this.startedNanos = startedNanos;
        this.process = process;
        this.lifeLine = lifeLine;
        this.output = output;
        this.outputReader = readerThread("daemon-stdout", process.getInputStream(), this::onOutput);
        this.errorReader = readerThread("daemon-stderr", process.getErrorStream(), this::onError);
        this.outputReader.start();
        this.errorReader.start();
        this.ended = process.onExit().thenRun(this::onExit);
    }

    /**
     * Starts the daemon.
     *
     * @param command the program and its arguments, as {@link DaemonJar#runCommand} gives it
     * @param output receives each line of standard output as it arrives, on a thread of this object
     * @throws IOException if the program cannot be started
     */
    public static DaemonProcess start(List<String> command, Consumer<String> output) throws IOException {
        long startedNanos = System.nanoTime();
        Process process = new ProcessBuilder(command).start();
        try {
            process.getOutputStream().close();
            return new DaemonProcess(process, startedNanos, ChildProcessGuard.of(process.pid()), output);
        } catch (IOException failure) {
            process.destroyForcibly();
            throw failure;
        }
    }

    /** Observes a daemon that was started just now. The caller makes sure that it does not outlive this process. */
    public static DaemonProcess of(Process process, Consumer<String> output) {
        return new DaemonProcess(process, System.nanoTime(), null, output);
    }

    /** Returns the child's process id. */
    public long processId() {
        return process.pid();
    }

    /** Returns the {@link System#nanoTime} of the start. */
    public long startedNanos() {
        return startedNanos;
    }

    /** Returns false after the process has exited. */
    public boolean isAlive() {
        return process.isAlive();
    }

    /** Returns a future that completes when the process has exited and all of its output has been read. */
    public CompletableFuture<Void> ended() {
        return ended.copy();
    }

    /**
     * Waits until the initial copy is complete and the binlog stream is connected.
     *
     * @return {@link System#nanoTime} at which the daemon reported it
     * @throws DaemonException if the daemon exits before that, or the time expires
     */
    public long awaitReplaying(Duration timeout) throws DaemonException, InterruptedException {
        try {
            return replayingSince.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException diedBefore) {
            throw new DaemonException(
                    "the daemon exited before replication started, with exit code " + process.waitFor() + lastLines());
        } catch (TimeoutException tooLong) {
            throw new DaemonException(
                    "the daemon did not start replication within " + timeout.toSeconds() + " s" + lastLines());
        }
    }

    /**
     * Checks that the daemon is running.
     *
     * @throws DaemonException if it has exited
     */
    public void requireAlive() throws DaemonException {
        if (!process.isAlive()) {
            ended.join();
            throw new DaemonException(
                    "the daemon exited unexpectedly, with exit code " + process.exitValue() + lastLines());
        }
    }

    /**
     * Sends SIGTERM and waits until the daemon has exited.
     *
     * @return its exit code
     * @throws DaemonException if it does not exit in time; it is killed then
     */
    public int terminate() throws DaemonException, InterruptedException {
        requestEnd();
        if (!process.waitFor(END_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
            process.toHandle().destroyForcibly();
            ended.join();
            throw new DaemonException("the daemon did not exit within " + END_TIMEOUT.toSeconds()
                    + " s of SIGTERM and was killed" + lastLines());
        }
        ended.join();
        return process.exitValue();
    }

    /** Sends SIGTERM if the daemon is still running. */
    public void requestEnd() {
        if (process.isAlive()) {
            // Not Process.destroy: it also closes the pipes, and the summary would be lost.
            process.toHandle().destroy();
        }
    }

    /** Returns the summary that the daemon printed at exit; empty while it runs, or if it printed none. */
    public Optional<ReplaySummary> summary() {
        return Optional.ofNullable(summary);
    }

    /** Returns its last lines on standard error, each after a line break; empty if there are none. */
    public String lastLines() {
        synchronized (errorLines) {
            return errorLines.isEmpty() ? "" : "; its last lines:\n  " + String.join("\n  ", errorLines);
        }
    }

    /** Kills the daemon if it is still running. */
    @Override
    public void close() {
        if (process.isAlive()) {
            process.toHandle().destroyForcibly();
        }
    }

    private void onExit() {
        if (lifeLine != null) {
            lifeLine.close();
        }
        try {
            joinReaders();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        replayingSince.completeExceptionally(new IllegalStateException("the daemon has exited"));
    }

    private void onOutput(String line) {
        long now = System.nanoTime();
        output.accept(line);
        ReplaySummary.parse(line).ifPresent(found -> summary = found);
        if (line.startsWith(REPLAYING)) {
            replayingSince.complete(now);
        }
    }

    private void onError(String line) {
        synchronized (errorLines) {
            if (errorLines.size() == ERROR_LINES_KEPT) {
                errorLines.removeFirst();
            }
            errorLines.addLast(line);
        }
    }

    private static Thread readerThread(String name, InputStream stream, Consumer<String> lines) {
        Thread thread = new Thread(() -> readLines(stream, lines), name);
        thread.setDaemon(true);
        return thread;
    }

    private static void readLines(InputStream stream, Consumer<String> lines) {
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                lines.accept(line);
            }
        } catch (IOException pipeClosed) {
            lines.accept("(could not read further output of the daemon: " + pipeClosed.getMessage() + ")");
        }
    }

    /** The process has exited, so both pipes end; a grandchild that holds one open is not waited for. */
    private void joinReaders() throws InterruptedException {
        outputReader.join(1_000);
        errorReader.join(1_000);
    }
}
