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
 * A small shell process that outlives this one. Its standard input is a pipe from this process: if this process dies in any
 * way, including kill -9, the pipe ends, and the watchdog stops the registered processes and removes the directory.
 *
 * <p>The watchdog only touches a process while its command line contains the directory, so that another process that has
 * meanwhile received the process id is not affected.
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

    /** Registers a process, to be ended by that signal. */
    void guard(long processId, StopSignal signal) {
        order("guard " + processId + " " + signal.name());
    }

    /** Dismisses the watchdog: it exits without doing anything. */
    @Override
    public void close() {
        order("done");
        disconnect();
    }

    /** Closes the pipe as the death of this process does: the watchdog takes over. */
    void disconnect() {
        try {
            orders.close();
        } catch (IOException alreadyGone) {
            // The watchdog has already ended.
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
            // The watchdog matters only if this process is killed as well; the shutdown hook remains.
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
