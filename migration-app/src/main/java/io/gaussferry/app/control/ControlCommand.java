package io.gaussferry.app.control;

import io.gaussferry.app.command.CommandArguments;
import io.gaussferry.app.config.HttpSettings;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import java.io.PrintStream;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** {@code status}, {@code pause}, {@code resume}, {@code throttle}, {@code failures} and {@code retry}: calls the API of a running daemon. */
public final class ControlCommand {

    /** The names of the commands. */
    public static final Set<String> NAMES = Set.of("status", "pause", "resume", "throttle", "failures", "retry");

    private static final String USAGE = """
            Usage: gaussferry status   --config FILE
                   gaussferry pause    --config FILE [--reason TEXT]
                   gaussferry resume   --config FILE [--reason TEXT]
                   gaussferry throttle --config FILE ROWS|off [--reason TEXT]
                   gaussferry failures --config FILE
                   gaussferry retry    --config FILE [--reason TEXT]

            Shows and controls a running daemon. pause commits the transactions in progress and stops until resume or a
            restart of the daemon. throttle limits replication to a number of rows per second. With on-failure: wait,
            retry retries the transaction that replication waits at; gaussferry skip skips it.

              --config FILE      the daemon's configuration, which has its address and token
              --url URL          the daemon's address, if it uses another port; it prints the address at its start
              --reason TEXT      a reason for the daemon's log
              --json             print the daemon's JSON response; docs/reference/openapi.yml describes it

            Instead of --config, for a pipeline on a worker of Kafka Connect:
              --fleet URL        a worker's REST interface; may be repeated, in case that this worker ends
              --pipeline NAME    the pipeline
              --token-file FILE  the token of the connector (gaussferry.fleet.control-token); needed by all commands

            All commands but status need the token: gaussferry.http.token or token-file. The environment variable
            GAUSSFERRY_TOKEN overrides both.
            Exit code: 0 success, 1 the daemon does not respond or refuses, 2 wrong usage or configuration.
            """;

    private static final String TOKEN_VARIABLE = "GAUSSFERRY_TOKEN";

    private ControlCommand() {}

    /**
     * Runs a command.
     *
     * @param arguments the whole command line; the first is one of {@link #NAMES}
     * @return the exit code
     */
    public static int run(List<String> arguments, PrintStream output, PrintStream errors) {
        if (arguments.contains("--help") || arguments.contains("-h")) {
            output.print(USAGE);
            return 0;
        }
        try {
            ControlOptions options = ControlOptions.parse(arguments)
                    .orElseThrow(() -> CommandArguments.invalid(
                            arguments, "gaussferry " + arguments.get(0) + " --help lists the options"));
            output.print(answer(options));
            output.flush();
            return 0;
        } catch (GaussferryException e) {
            errors.println("gaussferry: " + e.getMessage());
            return e.category().exitCode();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 1;
        }
    }

    private static String answer(ControlOptions options) throws InterruptedException {
        ControlTarget.Connected connected = options.target().connect();
        DaemonClient daemon = connected.daemon();
        JsonNode status = connected.status();
        ObjectMapper mapper = new ObjectMapper();
        JsonNode answer = switch (options.command()) {
            case "status" -> status;
            case "failures" -> daemon.get("/api/failures");
            case "retry" -> WaitingDaemon.retry(daemon, status, options.reason());
            case "throttle" ->
                daemon.post(
                        "/api/throttle",
                        mapper.writeValueAsString(
                                Map.of("rowsPerSecond", options.rowsPerSecond(), "reason", options.reason())));
            default ->
                daemon.post("/api/" + options.command(), mapper.writeValueAsString(Map.of("reason", options.reason())));
        };
        return options.json() ? answer.toPrettyString() + "\n" : ControlOutput.of(options.command(), answer);
    }

    /** Returns the token to send to the daemon; null for none. */
    static @Nullable String token(HttpSettings settings) {
        return System.getenv().getOrDefault(TOKEN_VARIABLE, settings.token());
    }

    /** Returns the daemon's status. Fails if it runs another pipeline than the configuration's. */
    static JsonNode requirePipeline(DaemonClient daemon, HttpSettings settings) throws InterruptedException {
        JsonNode status = daemon.get("/api/status");
        if (!status.path("pipeline").asString("").equals(settings.pipeline())) {
            throw new GaussferryException(
                    ErrorCode.DAEMON_OTHER_PIPELINE,
                    "The daemon at " + daemon.url() + " runs pipeline "
                            + status.path("pipeline").asString("?") + ", not " + settings.pipeline() + ".",
                    "give the address of this pipeline's daemon by --url; each daemon prints its address at its start",
                    null);
        }
        return status;
    }

    /** Returns the daemon's address. */
    static URI url(@Nullable URI given, HttpSettings settings) {
        if (given != null) {
            return given;
        }
        if (!settings.enabled() || settings.port() == 0) {
            throw new GaussferryException(
                    ErrorCode.DAEMON_ADDRESS_UNKNOWN,
                    settings.enabled()
                            ? "The configuration lets the daemon use any free port."
                            : "The configuration disables the daemon's API.",
                    settings.enabled()
                            ? "give the address that the daemon printed by --url"
                            : "remove gaussferry.http.enabled: false and restart the daemon",
                    null);
        }
        return URI.create(settings.toString());
    }
}
