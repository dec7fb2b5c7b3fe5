package io.gaussferry.app.control;

import io.gaussferry.configuration.Requirements;
import io.gaussferry.configuration.SecretFiles;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that address a pipeline on a worker of Kafka Connect. */
public final class FleetOptions {

    private static final String TOKEN = "GAUSSFERRY_TOKEN";

    @Option(
            names = "--fleet",
            paramLabel = "URL",
            description =
                    "Instead of --config: a worker's REST interface; may be repeated, in case that this worker ends.")
    private List<URI> workers = List.of();

    @Option(names = "--pipeline", paramLabel = "NAME", description = "The pipeline in the fleet.")
    private @Nullable String pipeline;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "The token of the connector, gaussferry.fleet.control-token (default: GAUSSFERRY_TOKEN).")
    private @Nullable Path tokenFile;

    /** Returns whether the command line addresses a fleet. */
    public boolean isGiven() {
        return !workers.isEmpty();
    }

    /**
     * Connects to the worker that runs the pipeline.
     *
     * @throws io.gaussferry.error.GaussferryException if no worker runs it
     */
    DaemonClient connect() {
        if (pipeline == null) {
            throw Requirements.refused("--fleet is given without --pipeline.", "gaussferry fleet lists the migrations");
        }
        String token = tokenFile == null
                ? System.getenv(TOKEN)
                : SecretFiles.choose(
                        "--token", null, tokenFile.toString(), Path.of("").toAbsolutePath());
        return new DaemonClient(new FleetAddress(workers, pipeline), token);
    }

    /** Refuses the other options without {@code --fleet}. */
    void requireNone() {
        if (pipeline != null || tokenFile != null) {
            throw Requirements.refused(
                    "--pipeline or --token-file is given without --fleet.",
                    "give --config FILE for a daemon, or --fleet URL --pipeline NAME for a fleet");
        }
    }
}
