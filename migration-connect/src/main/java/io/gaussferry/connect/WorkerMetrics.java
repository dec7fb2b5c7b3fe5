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
 * The Prometheus page of a worker, shared by all its tasks. The first task that requests it opens it; it closes with the last of them. It also
 * shows tasks that have not requested it. A failure here never fails a task. Thread-safe.
 */
final class WorkerMetrics {

    private static final Logger LOG = LoggerFactory.getLogger(WorkerMetrics.class);

    private static final String KEY = FleetKeys.PREFIX + ".metrics-listener";

    /** A static instance, because Connect creates the tasks and offers no object that tasks of a worker share. */
    private static final WorkerMetrics OF_THIS_WORKER = new WorkerMetrics();

    /** If two tasks have the same name, the later one: the other is about to end. */
    private final Map<MonitoredTask.Name, MonitoredTask> shown = new LinkedHashMap<>();

    private final Map<MonitoredTask, MetricsAddress> requesting = new LinkedHashMap<>();
    private @Nullable MetricsPage page;
    private boolean isFailureLogged;

    static WorkerMetrics ofThisWorker() {
        return OF_THIS_WORKER;
    }

    /**
     * Adds a task to the page.
     *
     * @param address the page's address in the task's configuration; null if it does not request the page
     */
    synchronized void add(MonitoredTask task, @Nullable MetricsAddress address) {
        shown.put(task.name(), task);
        if (address == null) {
            return;
        }
        requesting.put(task, address);
        MetricsPage open = page;
        if (open != null && !open.address().equals(address)) {
            LOG.warn(
                    "{} of pipeline {} is {}, but the page of this worker is already at {}; a worker has one page for all tasks."
                            + "\n  remedy: configure the same address in all connectors",
                    KEY,
                    task.name().pipeline(),
                    address,
                    open.address());
        }
        openIfMissing(address);
    }

    /** Tries again to open the page if this task requests it and opening failed; called with every status record. */
    synchronized void openIfRequested(MonitoredTask task) {
        MetricsAddress address = requesting.get(task);
        if (address != null) {
            openIfMissing(address);
        }
    }

    private synchronized void openIfMissing(MetricsAddress address) {
        if (page != null) {
            return;
        }
        try {
            page = new MetricsPage(address, this::figures);
            isFailureLogged = false;
            LOG.info("Metrics of this worker's pipelines are at http://{}/metrics", address);
        } catch (IOException | RuntimeException e) {
            if (!isFailureLogged) {
                isFailureLogged = true;
                LOG.warn(
                        "Cannot listen at {} for this worker's metrics: {}. The pipelines continue; each status record retries."
                                + "\n  remedy: find the process that listens there. If it is another worker on this machine, configure the"
                                + " address per worker, by a file or an environment variable (a config provider, such as"
                                + " {}=${file:/etc/gaussferry/worker:metrics})",
                        address,
                        e.getMessage(),
                        KEY);
            }
        }
    }

    /** Removes a task from the page. */
    synchronized void remove(MonitoredTask task) {
        shown.remove(task.name(), task);
        requesting.remove(task);
        MetricsPage open = page;
        if (requesting.isEmpty() && open != null) {
            page = null;
            open.close();
        }
    }

    private MetricSnapshots figures() {
        List<MonitoredTask> tasks;
        synchronized (this) {
            tasks = List.copyOf(shown.values());
        }
        return TaskMetrics.of(tasks);
    }
}
