package io.gaussferry.app.fleet;

import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import java.net.URI;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The worker that runs a pipeline, as its last status reports.
 *
 * @param url where it listens for commands
 * @param epoch the fencing token of the pipeline, which rises with every takeover
 */
public record PipelineOwner(URI url, long epoch) {

    /** Addresses that a worker listens on and no client can connect to. */
    private static final Set<String> WILDCARDS = Set.of("0.0.0.0", "[::]", "[0:0:0:0:0:0:0:0]");

    /**
     * Finds the owner.
     *
     * @param workers URLs of REST interfaces of the fleet; the first that responds is used
     * @throws GaussferryException if none responds, or the fleet has no such pipeline, or it listens for no commands
     */
    public static PipelineOwner find(List<URI> workers, String pipeline) {
        List<FleetMigration> found = migrations(workers).stream()
                .filter(migration -> pipeline.equals(migration.text("pipeline")))
                .toList();
        if (found.isEmpty()) {
            throw new GaussferryException(
                    ErrorCode.PIPELINE_NOT_IN_FLEET,
                    "The fleet at " + workers + " has reported no pipeline \"" + pipeline + "\".",
                    "gaussferry fleet lists the migrations; the pipeline of a source is CONNECTOR-SOURCE unless"
                            + " gaussferry.pipeline names it",
                    null);
        }
        return found.stream()
                .map(PipelineOwner::of)
                .flatMap(Optional::stream)
                .max(Comparator.comparingLong(PipelineOwner::epoch))
                .orElseThrow(() -> new GaussferryException(
                        ErrorCode.FLEET_CONTROL_DISABLED,
                        "The worker of pipeline \"" + pipeline + "\" does not listen for commands.",
                        "set gaussferry.fleet.control-listener and gaussferry.fleet.control-token in its connector; if they are set,"
                                + " the worker's log has the reason",
                        null));
    }

    private static List<FleetMigration> migrations(List<URI> workers) {
        @Nullable GaussferryException failure = null;
        for (URI worker : workers) {
            try {
                return new ConnectClient(worker).migrations();
            } catch (GaussferryException e) {
                failure = e;
            }
        }
        if (failure != null) {
            throw failure;
        }
        return List.of();
    }

    private static Optional<PipelineOwner> of(FleetMigration migration) {
        String control = migration.text("control");
        if (control == null) {
            return Optional.empty();
        }
        URI reported = URI.create(control);
        String host = WILDCARDS.contains(reported.getHost()) ? host(migration.worker()) : reported.getHost();
        return Optional.of(new PipelineOwner(
                URI.create(reported.getScheme() + "://" + host + ":" + reported.getPort() + "/"),
                migration.status().path("epoch").asLong(0)));
    }

    /** Returns the host of a worker's {@code HOST:PORT}. */
    private static String host(String worker) {
        int port = worker.lastIndexOf(':');
        return port < 0 ? worker : worker.substring(0, port);
    }
}
