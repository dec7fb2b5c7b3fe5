package io.gaussferry.bench.daemon;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Kills a child process when this process ends in any way. A shell waits for the end of a pipe; if the pipe ends without the
 * message {@code done}, this process is gone and the shell kills the child.
 */
public final class ChildProcessGuard implements AutoCloseable {
    private static final String SCRIPT = "trap '' INT TERM HUP; read -r word || kill -9 \"$1\"";

    private final Process shell;

    private ChildProcessGuard(Process shell) {
        this.shell = shell;
    }

    /** Starts guarding a process. */
    public static ChildProcessGuard of(long processId) throws IOException {
        Process shell = new ProcessBuilder("sh", "-c", SCRIPT, "gaussferry-lifeline", Long.toString(processId))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        return new ChildProcessGuard(shell);
    }

    /** Stops guarding. Call this as soon as the child has exited, since another process may receive its process id. */
    @Override
    public void close() {
        try (OutputStream pipe = shell.getOutputStream()) {
            pipe.write("done\n".getBytes(StandardCharsets.US_ASCII));
        } catch (IOException shellGone) {
            // The shell was already killed and no longer guards the child.
            return;
        }
    }
}
