package io.gaussferry.connect;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.metrics.ChangeCounts.TableRows;
import io.gaussferry.metrics.ReplayStatistics.Details;
import io.gaussferry.pipeline.status.PipelineStatus;
import io.gaussferry.snapshot.CopyProgress;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * Exposes the figures of a worker's tasks as metrics. Reads them at each scrape and counts nothing itself. Metrics that the daemon has too
 * have the same name; {@code docs/reference/fleet.md} lists the differences. Used by one thread, once.
 */
final class TaskMetrics {

    private static final String PREFIX = "gaussferry_";

    private final Map<String, GaugeSnapshot.Builder> gauges = new LinkedHashMap<>();
    private final Map<String, CounterSnapshot.Builder> counters = new LinkedHashMap<>();

    private TaskMetrics() {}

    /** Returns the figures of tasks with different names. */
    static MetricSnapshots of(Collection<MonitoredTask> tasks) {
        TaskMetrics metrics = new TaskMetrics();
        tasks.forEach(metrics::add);
        MetricSnapshots.Builder all = MetricSnapshots.builder();
        metrics.gauges.values().forEach(gauge -> all.metricSnapshot(gauge.build()));
        metrics.counters.values().forEach(counter -> all.metricSnapshot(counter.build()));
        return all.build();
    }

    private void add(MonitoredTask task) {
        MonitoredTask.Name name = task.name();
        Labels labels = Labels.of("pipeline", name.pipeline(), "connector", name.connector(), "source", name.source());
        RunningPipeline pipeline = task.pipeline();
        PipelineStatus status = pipeline.status();
        addState(labels, pipeline, status);
        addPosition(labels, status, task.rowsPerSecond().getAsDouble());
        addCommitted(labels, pipeline.statistics().details());
        CopyProgress copying = pipeline.copying().orElse(null);
        gauge(
                "copy_rows",
                "Rows committed by the initial copy; 0 when it does not run",
                labels,
                copying == null ? 0 : copying.rows());
        gauge(
                "copy_estimated_rows",
                "Rows to copy, estimated from the source's statistics",
                labels,
                copying == null ? 0 : copying.estimatedRows());
        addErrors(labels, pipeline, status);
        gauge(
                "target_limit_rows_per_second",
                "This pipeline's share of gaussferry.target.rows-per-second; 0 for no limit",
                labels,
                pipeline.targetRowsPerSecond());
        counter(
                "target_limit_wait_seconds",
                "Time that replication waited because of this limit",
                labels,
                pipeline.heldBackByTargetSeconds());
    }

    private void addState(Labels labels, RunningPipeline pipeline, PipelineStatus status) {
        String now = pipeline.state();
        for (String state : RunningPipeline.STATES) {
            gauge(
                    "state",
                    "1 for the current state of the pipeline, 0 for the others",
                    labels.add("state", state.toLowerCase(Locale.ROOT)),
                    state.equals(now) ? 1 : 0);
        }
        gauge("epoch", "The pipeline's fencing token; 0 while it has none", labels, pipeline.epoch());
        PipelineStatus.Stall stall = status.stall();
        gauge(
                "stalled_seconds",
                "Time without a commit although transactions are pending; 0 below gaussferry.replay.stalled-after",
                labels,
                stall == null ? 0 : stall.seconds());
    }

    private void addPosition(Labels labels, PipelineStatus status, double rowsPerSecond) {
        gauge(
                "lag_seconds",
                "Age of the newest committed transaction while others are pending; 0 if none are",
                labels,
                status.lagSeconds());
        gauge("pending_transactions", "Transactions read but not yet committed", labels, status.pendingTransactions());
        Long behind = status.behindTransactions();
        gauge(
                "behind_transactions",
                "Transactions executed on the source but not yet committed on the target; NaN if unknown",
                labels,
                behind == null ? Double.NaN : behind);
        gauge("rows_per_second", "Row changes committed between the last two status records", labels, rowsPerSecond);
        counter("binlog_bytes", "Bytes of binlog read", labels, status.binlogBytes());
        String help = "Heap bytes of waiting transactions, by stage";
        gauge("queue_bytes", help, labels.add("stage", "schedule"), status.queueBytes());
        gauge("queue_bytes", help, labels.add("stage", "apply"), status.applierBytes());
    }

    private void addCommitted(Labels labels, Details details) {
        counter("transactions", "Source transactions committed on the target", labels, details.transactions());
        counter("rows_written", "Rows written to the target, after coalescing", labels, details.writtenRows());
        addRows(labels, details, "insert", TableRows::inserted);
        addRows(labels, details, "update", TableRows::updated);
        addRows(labels, details, "delete", TableRows::deleted);
    }

    /** Sums over all tables, because a fleet has too many tables for separate time series. */
    private void addRows(Labels labels, Details details, String operation, ToLongFunction<TableRows> rows) {
        counter(
                "rows",
                "Row changes committed on the target",
                labels.add("operation", operation),
                details.tables().stream().mapToLong(rows).sum());
    }

    private void addErrors(Labels labels, RunningPipeline pipeline, PipelineStatus status) {
        for (ErrorCategory category : ErrorCategory.values()) {
            counter(
                    "errors",
                    "Failures that stopped the pipeline, by category",
                    labels.add("category", category.name().toLowerCase(Locale.ROOT)),
                    pipeline.failures(category));
        }
        counter("retries", "Restarts after a failure", labels, pipeline.retries());
        gauge(
                "quarantined_tables",
                "Quarantined tables",
                labels,
                status.quarantined().size());
    }

    private void gauge(String name, String help, Labels labels, double value) {
        gauges.computeIfAbsent(
                        name, key -> GaugeSnapshot.builder().name(PREFIX + key).help(help))
                .dataPoint(GaugeDataPointSnapshot.builder()
                        .value(value)
                        .labels(labels)
                        .build());
    }

    private void counter(String name, String help, Labels labels, double value) {
        counters.computeIfAbsent(
                        name,
                        key -> CounterSnapshot.builder().name(PREFIX + key).help(help))
                .dataPoint(CounterDataPointSnapshot.builder()
                        .value(value)
                        .labels(labels)
                        .build());
    }
}
