package io.gaussferry.connect;

import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The listeners for commands of a worker, shared by all its tasks: one for each configured address. A listener is opened by the first task that
 * requests it and closed with the last. A failure here never fails a task. Thread-safe.
 */
final class WorkerControl {

    private static final Logger LOG = LoggerFactory.getLogger(WorkerControl.class);

    /** A static instance, because Connect creates the tasks and offers no object that tasks of a worker share. */
    private static final WorkerControl OF_THIS_WORKER = new WorkerControl();

    private final Map<RunningPipeline, ControlledPipeline> requesting = new LinkedHashMap<>();
    private final Map<MetricsAddress, ControlListener> open = new HashMap<>();
    private final Set<MetricsAddress> failed = new HashSet<>();

    static WorkerControl ofThisWorker() {
        return OF_THIS_WORKER;
    }

    /** Makes a pipeline reachable. */
    synchronized void add(RunningPipeline pipeline, ControlSettings settings) {
        requesting.put(pipeline, new ControlledPipeline(pipeline, settings));
        String unused = listen(pipeline, settings);
    }

    /** Returns the URL for commands to a pipeline, after trying to listen if there is no listener; empty if that failed. */
    synchronized String listen(RunningPipeline pipeline, ControlSettings settings) {
        MetricsAddress address = settings.address();
        ControlListener listener = open.get(address);
        if (listener == null && requesting.containsKey(pipeline)) {
            listener = open(address);
        }
        return listener == null ? "" : listener.url();
    }

    private @Nullable ControlListener open(MetricsAddress address) {
        try {
            ControlListener opened = new ControlListener(address, name -> find(address, name));
            open.put(address, opened);
            failed.remove(address);
            LOG.info("This worker listens for commands at {}", opened.url());
            return opened;
        } catch (IOException | RuntimeException e) {
            if (failed.add(address)) {
                LOG.warn(
                        "Cannot listen at {} for commands: {}. The pipelines continue; each status record retries."
                                + "\n  remedy: find the process that listens there. If it is another worker on this machine, configure port 0,"
                                + " or the address per worker by a config provider",
                        address,
                        e.getMessage());
            }
            return null;
        }
    }

    /** Returns the newest task of a pipeline at an address: an earlier one is about to end. */
    private synchronized Optional<ControlledPipeline> find(MetricsAddress address, String pipeline) {
        @Nullable ControlledPipeline found = null;
        for (ControlledPipeline known : requesting.values()) {
            if (known.settings().address().equals(address) && known.name().equals(pipeline)) {
                found = known;
            }
        }
        return Optional.ofNullable(found);
    }

    /** Ends the access to a pipeline. */
    void remove(RunningPipeline pipeline) {
        @Nullable ControlListener last = null;
        synchronized (this) {
            ControlledPipeline removed = requesting.remove(pipeline);
            if (removed == null) {
                return;
            }
            MetricsAddress address = removed.settings().address();
            if (requesting.values().stream()
                    .noneMatch(other -> other.settings().address().equals(address))) {
                last = open.remove(address);
            }
        }
        if (last != null) {
            last.close();
        }
    }
}
