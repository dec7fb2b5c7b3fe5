package io.gaussferry.app.control;

import java.io.PrintStream;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** A command that calls the API of a running daemon once, and prints the response. */
@Command(
        footer = {
            "%nAll commands but status need the daemon's token: gaussferry.http.token or token-file. The environment variable"
                    + " GAUSSFERRY_TOKEN overrides both. On a fleet, all need that of the connector.",
            "Exit code: 0 success; 1 the daemon does not respond or refuses; 2 wrong usage or configuration."
        })
public abstract class ControlCommand implements Callable<Integer> {

    private final PrintStream output;

    @Mixin
    private final ControlOptions options = new ControlOptions();

    private ControlCommand(PrintStream output) {
        this.output = output;
    }

    /** Sends the request and returns the response. */
    abstract JsonNode answer(DaemonClient daemon) throws InterruptedException;

    /** Returns the response for people. */
    String text(JsonNode answer) {
        return ControlOutput.status(answer);
    }

    @Override
    public final Integer call() throws InterruptedException {
        JsonNode answer = answer(options.daemon());
        output.print(options.json ? answer.toPrettyString() + "\n" : text(answer));
        output.flush();
        return 0;
    }

    private static String json(Map<String, ?> values) {
        return new ObjectMapper().writeValueAsString(values);
    }

    /** A command with a reason for the daemon's log. */
    private abstract static class WithReason extends ControlCommand {

        @Option(
                names = "--reason",
                defaultValue = "",
                paramLabel = "TEXT",
                description = "A reason for the daemon's log.")
        @SuppressWarnings("NullAway.Init")
        String reason;

        private WithReason(PrintStream output) {
            super(output);
        }
    }

    /** {@code status}. */
    @Command(name = "status", description = "Shows the state of a running daemon.")
    public static final class Status extends ControlCommand {

        /** Creates the command. */
        public Status(PrintStream output) {
            super(output);
        }

        @Override
        JsonNode answer(DaemonClient daemon) throws InterruptedException {
            return daemon.get("/api/status");
        }
    }

    /** {@code pause}. */
    @Command(
            name = "pause",
            description =
                    "Commits the transactions in progress and stops replication until resume or a restart of the daemon.")
    public static final class Pause extends WithReason {

        /** Creates the command. */
        public Pause(PrintStream output) {
            super(output);
        }

        @Override
        JsonNode answer(DaemonClient daemon) throws InterruptedException {
            return daemon.post("/api/pause", json(Map.of("reason", reason)));
        }
    }

    /** {@code resume}. */
    @Command(name = "resume", description = "Resumes replication after pause.")
    public static final class Resume extends WithReason {

        /** Creates the command. */
        public Resume(PrintStream output) {
            super(output);
        }

        @Override
        JsonNode answer(DaemonClient daemon) throws InterruptedException {
            return daemon.post("/api/resume", json(Map.of("reason", reason)));
        }
    }

    /** {@code throttle}. */
    @Command(name = "throttle", description = "Limits replication to a number of rows per second.")
    public static final class Throttle extends WithReason {

        @Parameters(
                paramLabel = "ROWS|off",
                converter = LimitConverter.class,
                description = "Rows per second, or off for no limit.")
        private long limit;

        /** Creates the command. */
        public Throttle(PrintStream output) {
            super(output);
        }

        @Override
        JsonNode answer(DaemonClient daemon) throws InterruptedException {
            return daemon.post("/api/throttle", json(Map.of("rowsPerSecond", limit, "reason", reason)));
        }

        private static final class LimitConverter implements ITypeConverter<Long> {

            @Override
            public Long convert(String limit) {
                try {
                    return limit.equals("off") ? 0L : Long.parseUnsignedLong(limit);
                } catch (NumberFormatException e) {
                    throw new TypeConversionException(limit + " is neither a number of rows nor off");
                }
            }
        }
    }

    /** {@code failures}. */
    @Command(name = "failures", description = "Lists the changes that the target refused.")
    public static final class Failures extends ControlCommand {

        /** Creates the command. */
        public Failures(PrintStream output) {
            super(output);
        }

        @Override
        JsonNode answer(DaemonClient daemon) throws InterruptedException {
            return daemon.get("/api/failures");
        }

        @Override
        String text(JsonNode answer) {
            return ControlOutput.failures(answer);
        }
    }

    /** {@code retry}. */
    @Command(
            name = "retry",
            description = "With on-failure: wait, retries the transaction that replication waits at; skip skips it.")
    public static final class Retry extends WithReason {

        /** Creates the command. */
        public Retry(PrintStream output) {
            super(output);
        }

        @Override
        JsonNode answer(DaemonClient daemon) throws InterruptedException {
            return WaitingDaemon.retry(daemon, daemon.get("/api/status"), reason);
        }

        @Override
        String text(JsonNode answer) {
            return "retrying " + answer.path("transaction").asString("") + "\n";
        }
    }
}
