package io.gaussferry.connect;

import io.gaussferry.status.MigrationStatus;
import io.gaussferry.status.PrometheusFigures;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The figures of a worker's tasks as metrics: the daemon's, with labels for the task and without the label of a table, because a fleet has too many
 * tables for separate time series. Stateless.
 */
final class TaskMetrics {

    private TaskMetrics() {}

    /** Returns the figures of tasks with different names. */
    static MetricSnapshots of(Collection<MonitoredTask> tasks) {
        Map<Labels, MigrationStatus> migrations = new LinkedHashMap<>();
        for (MonitoredTask task : tasks) {
            migrations.put(
                    Labels.of(
                            "pipeline", task.name().pipeline(), "connector", task.connector(), "source", task.source()),
                    task.pipeline().migrationStatus());
        }
        return PrometheusFigures.of(migrations, table -> "");
    }
}
