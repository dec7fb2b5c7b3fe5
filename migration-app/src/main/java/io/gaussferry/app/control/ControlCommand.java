package io.gaussferry.app.control;

import io.gaussferry.app.command.CommandWords;
import io.gaussferry.app.config.ConfigurationFile;
import io.gaussferry.app.config.HttpSettings;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import java.io.PrintStream;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** {@code status}, {@code pause}, {@code resume}, {@code throttle}, {@code failures} and {@code retry}: asks a running daemon over its API. */
public final class ControlCommand {

    /** The commands. */
    public static final Set<String> NAMES = Set.of("status", "pause", "resume", "throttle", "failures", "retry");

    private static final String USAGE = """
            Usage: gaussferry status   --config FILE
                   gaussferry pause    --config FILE [--reason TEXT]
                   gaussferry resume   --config FILE [--reason TEXT]
                   gaussferry throttle --config FILE ROWS|off [--reason TEXT]
                   gaussferry failures --config FILE
                   gaussferry retry    --config FILE [--reason TEXT]

            Looks at a running daemon, and steers it. pause commits what has begun and holds the rest back, until resume or
            until the daemon is started again; throttle lets no more than so many rows a second through. With
            on-failure: wait, retry has the transaction tried again that replay waits at; gaussferry skip passes it over.

              --config FILE   the daemon's configuration: where it listens, and the token
              --url URL       where it is instead, when it had to take another port: it prints that at its start
              --reason TEXT   for the daemon's log
              --json          the daemon's answer as it is; docs/openapi.yml describes it

            All but status need the token: gaussferry.http.token or token-file, or the environment variable
            GAUSSFERRY_TOKEN, which goes before them.
            Exit code: 0 done, 1 the daemon does not answer or refuses, 2 wrong usage or configuration.
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
                    .orElseThrow(() -> CommandWords.notUnderstood(
                            arguments, "gaussferry " + arguments.get(0) + " --help explains it"));
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
        HttpSettings settings = ConfigurationFile.readHttp(options.configuration());
        DaemonClient daemon = new DaemonClient(url(options.url(), settings), token(settings));
        JsonNode status = requirePipeline(daemon, settings);
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
        return options.json() ? answer.toPrettyString() + "\n" : ControlText.of(options.command(), answer);
    }

    /** Returns what a command shows to the daemon; null for nothing. */
    static @Nullable String token(HttpSettings settings) {
        return System.getenv().getOrDefault(TOKEN_VARIABLE, settings.token());
    }

    /** Returns the status of a daemon that runs the configuration's pipeline. */
    static JsonNode requirePipeline(DaemonClient daemon, HttpSettings settings) throws InterruptedException {
        JsonNode status = daemon.get("/api/status");
        if (!status.path("pipeline").asString("").equals(settings.pipeline())) {
            throw new GaussferryException(
                    ErrorCategory.FATAL,
                    "The daemon at " + daemon.url() + " runs pipeline "
                            + status.path("pipeline").asString("?") + ", not " + settings.pipeline() + ".",
                    "name the right one by --url: each daemon prints at its start where its page is",
                    null);
        }
        return status;
    }

    /** Returns where a daemon is. */
    static URI url(@Nullable URI given, HttpSettings settings) {
        if (given != null) {
            return given;
        }
        if (!settings.enabled() || settings.port() == 0) {
            throw new GaussferryException(
                    ErrorCategory.CONFIGURATION,
                    settings.enabled()
                            ? "The configuration lets the daemon take any port."
                            : "The configuration says that the daemon has no API.",
                    settings.enabled()
                            ? "give the URL that the daemon printed by --url"
                            : "remove gaussferry.http.enabled: false, and start the daemon again",
                    null);
        }
        return URI.create(settings.toString());
    }
}
