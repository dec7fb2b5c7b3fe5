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
 * The figures of a worker's tasks as metrics, read when they are asked for: nothing is counted twice. What the daemon has too is called as there;
 * {@code docs/fleet.md} says what is otherwise. Used by one thread, once.
 */
final class TaskMetrics {

    private static final String PREFIX = "gaussferry_";

    private final Map<String, GaugeSnapshot.Builder> gauges = new LinkedHashMap<>();
    private final Map<String, CounterSnapshot.Builder> counters = new LinkedHashMap<>();

    private TaskMetrics() {}

    /** Returns the figures of tasks, no two of which have one name. */
    static MetricSnapshots of(Collection<ShownTask> tasks) {
        TaskMetrics metrics = new TaskMetrics();
        tasks.forEach(metrics::add);
        MetricSnapshots.Builder all = MetricSnapshots.builder();
        metrics.gauges.values().forEach(gauge -> all.metricSnapshot(gauge.build()));
        metrics.counters.values().forEach(counter -> all.metricSnapshot(counter.build()));
        return all.build();
    }

    private void add(ShownTask task) {
        ShownTask.Name name = task.name();
        Labels labels = Labels.of("pipeline", name.pipeline(), "connector", name.connector(), "source", name.source());
        RunningPipeline pipeline = task.pipeline();
        PipelineStatus status = pipeline.status();
        addState(labels, pipeline, status);
        addPosition(labels, status, task.rowsPerSecond().getAsDouble());
        addCommitted(labels, pipeline.statistics().details());
        CopyProgress copying = pipeline.copying().orElse(null);
        gauge(
                "copy_rows",
                "Rows that the initial copy has committed; 0 when it is not at work",
                labels,
                copying == null ? 0 : copying.rows());
        gauge(
                "copy_estimated_rows",
                "Rows that it will have, by the source's statistics",
                labels,
                copying == null ? 0 : copying.estimatedRows());
        addTroubles(labels, pipeline, status);
        gauge(
                "target_limit_rows_per_second",
                "This pipeline's part of gaussferry.target.rows-per-second; 0 for no limit",
                labels,
                pipeline.targetRowsPerSecond());
        counter(
                "target_limit_wait_seconds",
                "Time that replay was held back by that",
                labels,
                pipeline.heldBackByTargetSeconds());
    }

    private void addState(Labels labels, RunningPipeline pipeline, PipelineStatus status) {
        String now = pipeline.state();
        for (String state : RunningPipeline.STATES) {
            gauge(
                    "state",
                    "1 for the state that the pipeline is in",
                    labels.add("state", state.toLowerCase(Locale.ROOT)),
                    state.equals(now) ? 1 : 0);
        }
        gauge("epoch", "The fencing token that the pipeline writes by; 0 while it has none", labels, pipeline.epoch());
        PipelineStatus.Stall stall = status.stall();
        gauge(
                "stalled_seconds",
                "For how long nothing has been committed although there is work; 0 below gaussferry.replay.stalled-after",
                labels,
                stall == null ? 0 : stall.seconds());
    }

    private void addPosition(Labels labels, PipelineStatus status, double rowsPerSecond) {
        gauge(
                "lag_seconds",
                "Age of the newest committed transaction while others are pending",
                labels,
                status.lagSeconds());
        gauge("pending_transactions", "Transactions read and not committed yet", labels, status.pendingTransactions());
        Long behind = status.behindTransactions();
        gauge(
                "behind_transactions",
                "Transactions that the source has executed and that are not committed yet; NaN if not known",
                labels,
                behind == null ? Double.NaN : behind);
        gauge("rows_per_second", "Row changes committed between the last two status records", labels, rowsPerSecond);
        counter("binlog_bytes", "Bytes of binlog read", labels, status.binlogBytes());
        String help = "Bytes of heap of transactions that wait, by stage";
        gauge("queue_bytes", help, labels.add("stage", "schedule"), status.queueBytes());
        gauge("queue_bytes", help, labels.add("stage", "apply"), status.applierBytes());
    }

    private void addCommitted(Labels labels, Details details) {
        counter("transactions", "Source transactions committed on the target", labels, details.transactions());
        counter("rows_written", "Rows that statements wrote for them, after folding", labels, details.writtenRows());
        addRows(labels, details, "insert", TableRows::inserted);
        addRows(labels, details, "update", TableRows::updated);
        addRows(labels, details, "delete", TableRows::deleted);
    }

    /** Of all tables together: a fleet has too many for one curve each. */
    private void addRows(Labels labels, Details details, String operation, ToLongFunction<TableRows> rows) {
        counter(
                "rows",
                "Row changes committed on the target",
                labels.add("operation", operation),
                details.tables().stream().mapToLong(rows).sum());
    }

    private void addTroubles(Labels labels, RunningPipeline pipeline, PipelineStatus status) {
        for (ErrorCategory category : ErrorCategory.values()) {
            counter(
                    "errors",
                    "Failures that ended a run, by category",
                    labels.add("category", category.name().toLowerCase(Locale.ROOT)),
                    pipeline.failures(category));
        }
        counter("retries", "Fresh starts after a failure", labels, pipeline.retries());
        gauge(
                "quarantined_tables",
                "Tables that are quarantined",
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
