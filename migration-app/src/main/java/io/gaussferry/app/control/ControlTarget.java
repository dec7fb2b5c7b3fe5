package io.gaussferry.app.control;

import io.gaussferry.app.config.ConfigurationFile;
import io.gaussferry.app.config.HttpSettings;
import io.gaussferry.configuration.Requirements;
import io.gaussferry.configuration.SecretFiles;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The process that a command controls, as given on the command line: a daemon, or the worker of a fleet that runs a pipeline.
 *
 * @param configuration the daemon's configuration file; null for a fleet
 * @param url the daemon's address; null for the configured address
 * @param fleet URLs of Kafka Connect's REST interface; empty for a daemon
 * @param pipeline the pipeline in the fleet; null for a daemon
 * @param tokenFile the file with the fleet's token; null if the environment has it
 */
record ControlTarget(
        @Nullable Path configuration,
        @Nullable URI url,
        List<URI> fleet,
        @Nullable String pipeline,
        @Nullable Path tokenFile) {

    private static final String TOKEN = "GAUSSFERRY_TOKEN";

    /** A client, and the status that the process returned to it. */
    record Connected(DaemonClient daemon, JsonNode status) {}

    /**
     * Connects to the process.
     *
     * @throws io.gaussferry.error.GaussferryException if the options are incomplete, or the process does not respond or runs another pipeline
     */
    Connected connect() throws InterruptedException {
        if (fleet.isEmpty()) {
            return connectToDaemon();
        }
        if (configuration != null || url != null) {
            throw Requirements.refused("--config or --url is given with --fleet.", "address a daemon or a fleet");
        }
        if (pipeline == null) {
            throw Requirements.refused("--fleet is given without --pipeline.", "gaussferry fleet lists the migrations");
        }
        DaemonClient daemon = new DaemonClient(new FleetAddress(fleet, pipeline), fleetToken());
        return new Connected(daemon, daemon.get("/api/status"));
    }

    private Connected connectToDaemon() throws InterruptedException {
        if (configuration == null || pipeline != null || tokenFile != null) {
            throw Requirements.refused(
                    configuration == null
                            ? "--config is missing."
                            : "--pipeline or --token-file is given without --fleet.",
                    "give --config FILE for a daemon, or --fleet URL --pipeline NAME for a fleet");
        }
        HttpSettings settings = ConfigurationFile.readHttp(configuration);
        DaemonClient daemon = new DaemonClient(ControlCommand.url(url, settings), ControlCommand.token(settings));
        return new Connected(daemon, ControlCommand.requirePipeline(daemon, settings));
    }

    private @Nullable String fleetToken() {
        return tokenFile == null
                ? System.getenv(TOKEN)
                : SecretFiles.choose(
                        "--token", null, tokenFile.toString(), Path.of("").toAbsolutePath());
    }
}
