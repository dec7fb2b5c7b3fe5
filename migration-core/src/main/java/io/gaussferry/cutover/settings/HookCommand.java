package io.gaussferry.cutover.settings;

import io.gaussferry.cutover.state.StepControl;
import io.gaussferry.error.ErrorCode;
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
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A user's command, run by {@code sh -c}. Its environment has the state of the cutover and, from the daemon's environment, only the
 * variables that every program needs, so no secrets.
 *
 * @param command a shell command line
 * @param timeout after which it is killed with its child processes
 */
public record HookCommand(String command, Duration timeout) {

    private static final Logger LOG = LoggerFactory.getLogger(HookCommand.class);

    private static final Set<String> INHERITED = Set.of("PATH", "HOME", "LANG", "LC_ALL", "TZ", "TMPDIR", "USER");

    /** The end of the output, in bytes, that is logged and reported in a failure. */
    private static final int MAX_OUTPUT_BYTES = 4_000;

    public HookCommand {
        if (command.isBlank() || timeout.isNegative() || timeout.isZero()) {
            throw new IllegalArgumentException("a hook needs a command and a positive timeout");
        }
    }

    /**
     * Runs the command.
     *
     * @param variables for its environment
     * @throws GaussferryException of category FATAL if it cannot be started, times out, or exits with a nonzero code
     */
    public void run(Map<String, String> variables) throws InterruptedException {
        run(variables, process -> () -> {});
    }

    /**
     * Runs the command, until a step is aborted: then it is killed with its child processes.
     *
     * @param variables for its environment
     * @throws GaussferryException of category FATAL if it cannot be started, times out, is killed, or exits with a nonzero code
     */
    public void run(Map<String, String> variables, StepControl control) throws InterruptedException {
        run(variables, process -> control.onAbort(() -> kill(process)));
    }

    private void run(Map<String, String> variables, Function<Process, StepControl.Registration> watched)
            throws InterruptedException {
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
            boolean ended;
            try (StepControl.Registration unused = watched.apply(process)) {
                ended = process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS);
            }
            String printed = tail(output);
            if (!ended) {
                throw failed("did not end within " + timeout.toSeconds() + " s", printed);
            }
            if (process.exitValue() != 0) {
                throw failed("failed with exit code " + process.exitValue(), printed);
            }
            LOG.info("Hook succeeded{}", printed.isEmpty() ? "" : "; output: " + printed);
        } catch (IOException e) {
            throw failed("could not be started: " + e.getMessage(), "");
        } finally {
            if (process != null) {
                kill(process);
            }
            delete(output);
        }
    }

    private static void kill(Process process) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    private static void delete(@Nullable Path file) {
        if (file != null) {
            try {
                Files.deleteIfExists(file);
            } catch (IOException e) {
                LOG.debug("Could not delete {}: {}", file, e.getMessage());
            }
        }
    }

    private static String tail(Path output) throws IOException {
        try (InputStream stream = Files.newInputStream(output)) {
            long excess = Files.size(output) - MAX_OUTPUT_BYTES;
            if (excess > 0) {
                stream.skipNBytes(excess);
            }
            return new String(stream.readNBytes(MAX_OUTPUT_BYTES), StandardCharsets.UTF_8).strip();
        }
    }

    private GaussferryException failed(String failure, String printed) {
        return new GaussferryException(
                ErrorCode.HOOK_FAILED,
                "The hook \"" + command + "\" " + failure + (printed.isEmpty() ? "." : "; output: " + printed),
                "run the command by hand; correct the command or its timeout in gaussferry.cutover",
                null);
    }
}
