package io.gaussferry.connect;

import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The page for Prometheus that all tasks of a worker have together: the first that asks for one opens it, and it ends with the last that has
 * asked. It shows the tasks that have not asked, too. Nothing that fails here fails a task. Thread-safe.
 */
final class WorkerMetrics {

    private static final Logger LOG = LoggerFactory.getLogger(WorkerMetrics.class);

    private static final String KEY = FleetKeys.PREFIX + ".metrics-listener";

    /** Connect makes the tasks, and has nothing that those of one worker share. */
    private static final WorkerMetrics OF_THIS_WORKER = new WorkerMetrics();

    /** Of two tasks of one name, the later: the other is about to end. */
    private final Map<ShownTask.Name, ShownTask> shown = new LinkedHashMap<>();

    private final Map<ShownTask, MetricsAddress> asking = new LinkedHashMap<>();
    private @Nullable MetricsPage page;
    private boolean isFailureTold;

    static WorkerMetrics ofThisWorker() {
        return OF_THIS_WORKER;
    }

    /**
     * Shows a task from now on.
     *
     * @param address where its configuration wants the page; null if it asks for none
     */
    synchronized void begin(ShownTask task, @Nullable MetricsAddress address) {
        shown.put(task.name(), task);
        if (address == null) {
            return;
        }
        asking.put(task, address);
        MetricsPage open = page;
        if (open != null && !open.address().equals(address)) {
            LOG.warn(
                    "{} of pipeline {} is {}, but this worker has its page at {}: a worker has one for all tasks."
                            + "\n  remedy: give all connectors the same address",
                    KEY,
                    task.name().pipeline(),
                    address,
                    open.address());
        }
        openIfMissing(address);
    }

    /** Opens the page if that could not be done before and this task has asked for one; called now and then. */
    synchronized void look(ShownTask task) {
        MetricsAddress address = asking.get(task);
        if (address != null) {
            openIfMissing(address);
        }
    }

    private synchronized void openIfMissing(MetricsAddress address) {
        if (page != null) {
            return;
        }
        try {
            page = MetricsPage.open(address, this::figures);
            isFailureTold = false;
            LOG.info("Metrics of this worker's pipelines are at http://{}/metrics", address);
        } catch (IOException | RuntimeException e) {
            if (!isFailureTold) {
                isFailureTold = true;
                LOG.warn(
                        "Nobody can read this worker's metrics: cannot listen at {}: {}\n  remedy: see who does there; if it is"
                                + " another worker of this machine, have each worker's own file or environment say its address"
                                + " (a config provider, such as {}=${file:/etc/gaussferry/worker:metrics}). The pipelines go on,"
                                + " and it is tried again with each status record",
                        address,
                        e.getMessage(),
                        KEY);
            }
        }
    }

    /** Shows a task no more. */
    synchronized void end(ShownTask task) {
        shown.remove(task.name(), task);
        asking.remove(task);
        MetricsPage open = page;
        if (asking.isEmpty() && open != null) {
            page = null;
            open.close();
        }
    }

    private MetricSnapshots figures() {
        List<ShownTask> tasks;
        synchronized (this) {
            tasks = List.copyOf(shown.values());
        }
        return TaskMetrics.of(tasks);
    }
}
