package io.gaussferry.sandbox.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A small shell process that outlives this one. Its standard input is a pipe from here: should this process die in
 * whatever way, kill -9 included, the pipe ends, and the watchdog stops the processes that it was told of and removes
 * the directory.
 *
 * <p>A process is only touched while its command line names that directory, so that a process id that has meanwhile
 * been given to somebody else does no harm.
 */
final class Watchdog implements AutoCloseable {

    private final Process process;
    private final OutputStream orders;

    private Watchdog(Process process) {
        this.process = process;
        this.orders = process.getOutputStream();
    }

    /** Starts a watchdog for a directory, which need not exist yet. */
    static Watchdog over(Path directory) throws IOException {
        List<String> command = new ArrayList<>(Session.leaderPrefix());
        command.addAll(List.of("sh", "-c", script(), "gaussferry-watchdog", directory.toString()));
        Process process = new ProcessBuilder(command)
                .directory(Path.of("/").toFile())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        return new Watchdog(process);
    }

    /** Puts a process under guard, to be ended by that signal. */
    void guard(long processId, StopSignal signal) {
        order("guard " + processId + " " + signal.name());
    }

    /** Dismisses the watchdog: from here on it does nothing. */
    @Override
    public void close() {
        order("done");
        disconnect();
    }

    /** What happens when this process dies: the watchdog takes over. */
    void disconnect() {
        try {
            orders.close();
        } catch (IOException alreadyGone) {
            // Then there is nobody to tell.
        }
    }

    long processId() {
        return process.pid();
    }

    private void order(String line) {
        try {
            orders.write((line + "\n").getBytes(StandardCharsets.UTF_8));
            orders.flush();
        } catch (IOException watchdogGone) {
            // It only matters when this process is killed as well; the shutdown hook is still there.
        }
    }

    private static String script() {
        try (InputStream resource = Watchdog.class.getResourceAsStream("watchdog.sh")) {
            if (resource == null) {
                throw new IllegalStateException("watchdog.sh is missing from this build");
            }
            BufferedReader reader = new BufferedReader(new InputStreamReader(resource, StandardCharsets.UTF_8));
            return reader.lines().collect(Collectors.joining("\n"));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
