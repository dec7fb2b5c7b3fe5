package io.gaussferry.app.control;

import io.gaussferry.app.config.ConfigurationFile;
import io.gaussferry.app.config.HttpSettings;
import io.gaussferry.configuration.Requirements;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import java.net.URI;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** The options of a command that controls a process: a daemon, or the worker of a fleet that runs a pipeline. */
final class ControlOptions {

    private static final String TOKEN_VARIABLE = "GAUSSFERRY_TOKEN";

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "The daemon's configuration, which has its address and token.")
    private @Nullable Path configuration;

    @Option(
            names = "--url",
            paramLabel = "URL",
            description = "The daemon's address, if it uses another port; it prints the address at its start.")
    private @Nullable URI url;

    @Option(names = "--json", description = "Print the JSON response; docs/reference/openapi.yml describes it.")
    boolean json;

    @Mixin
    private final FleetOptions fleet = new FleetOptions();

    /**
     * Connects to the process.
     *
     * @throws GaussferryException if the options are incomplete, or the process does not respond or runs another pipeline
     */
    DaemonClient daemon() throws InterruptedException {
        if (!fleet.isGiven()) {
            return ofConfiguration();
        }
        if (configuration != null || url != null) {
            throw Requirements.refused("--config or --url is given with --fleet.", "address a daemon or a fleet");
        }
        DaemonClient daemon = fleet.connect();
        daemon.get("/api/status");
        return daemon;
    }

    private DaemonClient ofConfiguration() throws InterruptedException {
        fleet.requireNone();
        if (configuration == null) {
            throw Requirements.refused(
                    "--config is missing.",
                    "give --config FILE for a daemon, or --fleet URL --pipeline NAME for a fleet");
        }
        HttpSettings settings = ConfigurationFile.readHttp(configuration);
        DaemonClient daemon = new DaemonClient(address(settings), token(settings));
        JsonNode status = daemon.get("/api/status");
        if (!status.path("pipeline").asString("").equals(settings.pipeline())) {
            throw new GaussferryException(
                    ErrorCode.DAEMON_OTHER_PIPELINE,
                    "The daemon at " + daemon.url() + " runs pipeline "
                            + status.path("pipeline").asString("?") + ", not " + settings.pipeline() + ".",
                    "give the address of this pipeline's daemon by --url; each daemon prints its address at its start",
                    null);
        }
        return daemon;
    }

    private URI address(HttpSettings settings) {
        if (url != null) {
            return url;
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

    /** Returns the token to send to the daemon; null for none. */
    static @Nullable String token(HttpSettings settings) {
        return System.getenv().getOrDefault(TOKEN_VARIABLE, settings.token());
    }
}
