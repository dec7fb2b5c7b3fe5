package io.gaussferry.app.control;

import io.gaussferry.app.fleet.PipelineOwner;
import io.gaussferry.error.GaussferryException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The address of the worker of a fleet that runs a pipeline: another one after the worker has ended. Confined to one thread. */
final class FleetAddress implements DaemonAddress {

    private final List<URI> workers;
    private final String pipeline;
    private PipelineOwner owner;
    private int moves;

    /**
     * Finds the worker.
     *
     * @param workers URLs of REST interfaces of the fleet
     * @throws GaussferryException if no worker runs the pipeline
     */
    FleetAddress(List<URI> workers, String pipeline) {
        this.workers = workers;
        this.pipeline = pipeline;
        this.owner = PipelineOwner.find(workers, pipeline);
    }

    @Override
    public URI resolve(String path) {
        String name = URLEncoder.encode(pipeline, StandardCharsets.UTF_8).replace("+", "%20");
        return owner.url().resolve("/pipelines/" + name + path);
    }

    @Override
    public boolean renew() {
        try {
            PipelineOwner found = PipelineOwner.find(workers, pipeline);
            if (!found.equals(owner)) {
                owner = found;
                moves++;
            }
        } catch (GaussferryException e) {
            // the fleet is rebalancing
        }
        return true;
    }

    @Override
    public int moves() {
        return moves;
    }

    @Override
    public String toString() {
        return owner.url().toString();
    }
}
