package io.gaussferry.sandbox.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A directory that only this user can read, with the processes that work in it. {@link #close} ends these processes and
 * removes the directory. The end of this process does the same: a regular exit by a shutdown hook, any other by a {@link
 * Watchdog}.
 *
 * <p>Thread-safe; after {@link #close()} no process can be launched.
 */
public final class PrivateDirectory implements AutoCloseable {

    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final SecureRandom RANDOM = new SecureRandom();

    /** The directory contains sockets, whose path must be shorter than 104 bytes (macOS) or 108 (Linux). */
    private static final int MAXIMUM_PATH_LENGTH = 60;

    private record Guarded(ProcessHandle handle, StopSignal signal) {}

    private final Path path;
    private final Watchdog watchdog;
    private final Thread shutdownHook = new Thread(this::close, "gaussferry-clean-up");
    private final List<Guarded> processes = new ArrayList<>();
    private boolean closed;

    private PrivateDirectory(Path path, Watchdog watchdog) {
        this.path = path;
        this.watchdog = watchdog;
    }

    /** Creates {@code gaussferry-NAME-RANDOM} in this machine's directory for temporary files. */
    public static PrivateDirectory temporary(String name) {
        return create(temporaryFiles(), "gaussferry-" + name + "-");
    }

    /** Creates {@code PREFIX RANDOM} in an existing directory. The prefix must start with {@code gaussferry-}. */
    static PrivateDirectory create(Path parent, String prefix) {
        byte[] random = new byte[6];
        RANDOM.nextBytes(random);
        Path path = parent.resolve(prefix + HexFormat.of().formatHex(random));
        try {
            PrivateDirectory directory = new PrivateDirectory(path, Watchdog.over(path));
            Files.createDirectory(
                    path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            Runtime.getRuntime().addShutdownHook(directory.shutdownHook);
            return directory;
        } catch (IOException failure) {
            throw new SandboxException(
                    "The directory " + path + " cannot be created: " + failure,
                    "Free space in " + parent + ", or make it writable for you.",
                    failure);
        }
    }

    public Path path() {
        return path;
    }

    /**
     * Starts a program in its own session. It runs only after the watchdog knows it: a small shell waits for a line on its
     * input, and then becomes the program. The command must contain this directory in one of its arguments.
     *
     * @param output file of standard output and standard error
     */
    public synchronized Process launch(
            List<String> command, Map<String, String> environment, StopSignal signal, ProcessBuilder.Redirect output)
            throws IOException {
        if (closed) {
            throw new SandboxException("The start was interrupted.", "Start it again.");
        }
        if (command.stream().noneMatch(word -> word.contains(path.toString()))) {
            throw new IllegalArgumentException("The command does not name " + path + ": " + command);
        }
        List<String> gated = new ArrayList<>(List.of("sh", "-c", "read -r go && exec \"$@\" </dev/null", "sh"));
        gated.addAll(Session.leaderPrefix());
        gated.addAll(command);
        ProcessBuilder builder = new ProcessBuilder(gated)
                .directory(path.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output);
        builder.environment().putAll(environment);
        Process process = builder.start();
        adopt(process.toHandle(), signal);
        process.getOutputStream().write("go\n".getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().close();
        return process;
    }

    /** Adopts a process that one of this directory's processes has started. */
    public synchronized void adopt(ProcessHandle handle, StopSignal signal) {
        processes.add(new Guarded(handle, signal));
        watchdog.guard(handle.pid(), signal);
    }

    public synchronized boolean isClosed() {
        return closed;
    }

    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        Collections.reverse(processes);
        processes.forEach(PrivateDirectory::stop);
        try {
            FileTrees.delete(path);
            watchdog.close();
        } catch (IOException leftOver) {
            // The watchdog stays active: it retries when this process ends.
        }
        try {
            Runtime.getRuntime().removeShutdownHook(shutdownHook);
        } catch (IllegalStateException shuttingDown) {
            // This thread is the hook, or runs concurrently with it.
        }
    }

    private static void stop(Guarded guarded) {
        ProcessHandle handle = guarded.handle();
        if (!handle.isAlive()) {
            return;
        }
        CompletableFuture<ProcessHandle> ended = handle.onExit();
        try {
            switch (guarded.signal()) {
                case TERM -> handle.destroy();
                case KILL -> handle.destroyForcibly();
                case INT -> {
                    if (!kill(handle.pid(), StopSignal.INT)) {
                        handle.destroy();
                    }
                }
            }
            ended.get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException tooSlow) {
            handle.destroyForcibly();
            ended.join();
        } catch (InterruptedException interrupted) {
            handle.destroyForcibly();
            Thread.currentThread().interrupt();
        } catch (ExecutionException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private static boolean kill(long processId, StopSignal signal) throws InterruptedException {
        try {
            return new ProcessBuilder("kill", "-s", signal.name(), Long.toString(processId))
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException noSuchProgram) {
            return false;
        }
    }

    private static Path temporaryFiles() {
        String chosen = System.getenv().getOrDefault("TMPDIR", System.getProperty("java.io.tmpdir"));
        Path directory = Path.of(chosen).toAbsolutePath();
        boolean usable = directory.toString().length() <= MAXIMUM_PATH_LENGTH && Files.isWritable(directory);
        return usable ? directory : Path.of("/tmp");
    }
}
