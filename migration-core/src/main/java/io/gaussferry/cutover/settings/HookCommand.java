package io.gaussferry.cutover.settings;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A command of the user's, run by {@code sh -c}. It gets the cutover's state in its environment, and of the daemon's own only what every
 * program needs: no secret that stands there.
 *
 * @param command as a shell reads it
 * @param timeout when it is ended, with what it has started
 */
public record HookCommand(String command, Duration timeout) {

    private static final Logger LOG = LoggerFactory.getLogger(HookCommand.class);

    private static final Set<String> INHERITED = Set.of("PATH", "HOME", "LANG", "LC_ALL", "TZ", "TMPDIR", "USER");

    /** Of what it says, the end goes into the log and into a failure. */
    private static final int LONGEST_OUTPUT = 4_000;

    public HookCommand {
        if (command.isBlank() || timeout.isNegative() || timeout.isZero()) {
            throw new IllegalArgumentException("a hook needs a command and a time");
        }
    }

    /**
     * Runs it.
     *
     * @param variables for its environment
     * @throws GaussferryException of category FATAL if it cannot be started, takes too long, or says by its exit code that it failed
     */
    public void run(Map<String, String> variables) throws InterruptedException {
        LOG.info("Running the hook: {}", command);
        Process process = null;
        Path output = null;
        try {
            output = Files.createTempFile("gaussferry-hook-", ".log");
            ProcessBuilder builder = new ProcessBuilder("sh", "-c", command);
            builder.environment().keySet().retainAll(INHERITED);
            builder.environment().putAll(variables);
            builder.redirectErrorStream(true);
            builder.redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
            builder.redirectOutput(output.toFile());
            process = builder.start();
            boolean ended = process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS);
            String said = tail(output);
            if (!ended) {
                throw failed("did not end within " + timeout.toSeconds() + " s", said);
            }
            if (process.exitValue() != 0) {
                throw failed("failed with exit code " + process.exitValue(), said);
            }
            LOG.info("The hook has ended well{}", said.isEmpty() ? "" : "; it said: " + said);
        } catch (IOException e) {
            throw failed("could not be run: " + e.getMessage(), "");
        } finally {
            if (process != null) {
                end(process);
            }
            delete(output);
        }
    }

    private static void end(Process process) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    private static void delete(@Nullable Path file) {
        if (file != null) {
            try {
                Files.deleteIfExists(file);
            } catch (IOException e) {
                LOG.debug("{} stays: {}", file, e.getMessage());
            }
        }
    }

    private static String tail(Path output) throws IOException {
        try (InputStream stream = Files.newInputStream(output)) {
            long beyond = Files.size(output) - LONGEST_OUTPUT;
            if (beyond > 0) {
                stream.skipNBytes(beyond);
            }
            return new String(stream.readNBytes(LONGEST_OUTPUT), StandardCharsets.UTF_8).strip();
        }
    }

    private GaussferryException failed(String how, String said) {
        return new GaussferryException(
                ErrorCategory.FATAL,
                "The hook \"" + command + "\" " + how + (said.isEmpty() ? "." : "; it said: " + said),
                "run it by hand to see why; gaussferry.cutover has the command and its time",
                null);
    }
}
