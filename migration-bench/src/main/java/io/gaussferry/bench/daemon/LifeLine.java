package io.gaussferry.bench.daemon;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Kills a child process when this process is gone, however it went: a shell waits at the end of a pipe, and an end of the
 * pipe without the word to stand down means that nobody is left to stop the child.
 */
public final class LifeLine implements AutoCloseable {
    private static final String SCRIPT = "trap '' INT TERM HUP; read -r word || kill -9 \"$1\"";

    private final Process shell;

    private LifeLine(Process shell) {
        this.shell = shell;
    }

    /** Watches over a process. */
    public static LifeLine of(long processId) throws IOException {
        Process shell = new ProcessBuilder("sh", "-c", SCRIPT, "gaussferry-lifeline", Long.toString(processId))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        return new LifeLine(shell);
    }

    /** Stands down: to be called as soon as the child has ended, since its number may be given to another process. */
    @Override
    public void close() {
        try (OutputStream pipe = shell.getOutputStream()) {
            pipe.write("done\n".getBytes(StandardCharsets.US_ASCII));
        } catch (IOException shellGone) {
            // Somebody ended the shell; then it kills nothing any more.
            return;
        }
    }
}
