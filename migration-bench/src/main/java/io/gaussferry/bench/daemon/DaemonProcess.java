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
 * The daemon as a child process. Two threads of its own read what it prints, so the child never blocks on a full pipe. It
 * does not outlive this process, whatever kills that.
 */
public final class DaemonProcess implements AutoCloseable {
    private static final String REPLAYING = "replaying from ";

    /** The contract: it drains and ends within ten seconds of SIGTERM. */
    private static final Duration LONGEST_END = Duration.ofSeconds(15);

    private static final int ERROR_LINES_KEPT = 40;

    private final Process process;
    private final LifeLine lifeLine;
    private final long startedNanos;
    private final Consumer<String> output;
    private final CompletableFuture<Long> replayingSince = new CompletableFuture<>();
    private final ArrayDeque<String> errorLines = new ArrayDeque<>();
    private final Thread outputReader;
    private final Thread errorReader;
    private final CompletableFuture<Void> ended;
    private volatile @Nullable ReplaySummary summary;

    private DaemonProcess(Process process, long startedNanos, LifeLine lifeLine, Consumer<String> output) {
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
     * @param output is handed every line of its standard output as it comes, by a thread of this object
     * @throws IOException if the program cannot be started
     */
    public static DaemonProcess start(List<String> command, Consumer<String> output) throws IOException {
        long startedNanos = System.nanoTime();
        Process process = new ProcessBuilder(command).start();
        try {
            process.getOutputStream().close();
            return new DaemonProcess(process, startedNanos, LifeLine.of(process.pid()), output);
        } catch (IOException failure) {
            process.destroyForcibly();
            throw failure;
        }
    }

    /** The child's process id. */
    public long processId() {
        return process.pid();
    }

    /** {@link System#nanoTime} when it was started. */
    public long startedNanos() {
        return startedNanos;
    }

    /** False once it has ended. */
    public boolean isAlive() {
        return process.isAlive();
    }

    /** Completes when the process has ended and everything that it printed has been read. */
    public CompletableFuture<Void> ended() {
        return ended.copy();
    }

    /**
     * Waits until the initial copy is done and the binlog stream is connected.
     *
     * @return {@link System#nanoTime} when it said so
     * @throws DaemonException if it ends before, or has not come that far in time
     */
    public long awaitReplaying(Duration longest) throws DaemonException, InterruptedException {
        try {
            return replayingSince.get(longest.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException diedBefore) {
            throw new DaemonException(
                    "the daemon ended before it replayed, with exit code " + process.waitFor() + lastWords());
        } catch (TimeoutException tooLong) {
            throw new DaemonException(
                    "the daemon did not begin to replay within " + longest.toSeconds() + " s" + lastWords());
        }
    }

    /**
     * Checks that it is still there.
     *
     * @throws DaemonException if it has ended
     */
    public void requireAlive() throws DaemonException {
        if (!process.isAlive()) {
            ended.join();
            throw new DaemonException(
                    "the daemon ended by itself, with exit code " + process.exitValue() + lastWords());
        }
    }

    /**
     * Asks it to end (SIGTERM) and waits until it has.
     *
     * @return its exit code
     * @throws DaemonException if it does not end in time; it is killed then
     */
    public int terminate() throws DaemonException, InterruptedException {
        // Not Process.destroy: that closes the pipes too, and the summary would be lost.
        process.toHandle().destroy();
        if (!process.waitFor(LONGEST_END.toMillis(), TimeUnit.MILLISECONDS)) {
            process.toHandle().destroyForcibly();
            ended.join();
            throw new DaemonException("the daemon had not ended " + LONGEST_END.toSeconds()
                    + " s after SIGTERM, and was killed" + lastWords());
        }
        ended.join();
        return process.exitValue();
    }

    /** What it reported at its end; empty while it runs, or if it reported nothing. */
    public Optional<ReplaySummary> summary() {
        return Optional.ofNullable(summary);
    }

    /** Its last lines on standard error, each behind a line break; empty if there are none. */
    public String lastWords() {
        synchronized (errorLines) {
            return errorLines.isEmpty() ? "" : "; its last lines:\n  " + String.join("\n  ", errorLines);
        }
    }

    /** Kills it if it is still there. */
    @Override
    public void close() {
        process.toHandle().destroyForcibly();
    }

    private void onExit() {
        lifeLine.close();
        try {
            joinReaders();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        replayingSince.completeExceptionally(new IllegalStateException("the daemon has ended"));
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
            lines.accept("(the daemon's output could not be read any further: " + pipeClosed.getMessage() + ")");
        }
    }

    /** The process is gone, so both pipes end; a grandchild that holds one open is not waited for. */
    private void joinReaders() throws InterruptedException {
        outputReader.join(1_000);
        errorReader.join(1_000);
    }
}
