package io.gaussferry.app.http;

import io.gaussferry.control.DaemonView;
import io.gaussferry.control.ReplicationState;
import io.gaussferry.control.Sampler;
import io.gaussferry.metrics.Buckets.Histogram;
import io.gaussferry.metrics.ChangeCounts.TableRows;
import io.gaussferry.metrics.ReplayStatistics.Details;
import io.gaussferry.model.TableId;
import io.gaussferry.pipeline.reverse.ReverseStatus;
import io.gaussferry.pipeline.status.PipelineStatus;
import io.gaussferry.schedule.observe.ApplierView;
import io.gaussferry.schedule.observe.ApplierView.Activity;
import io.gaussferry.schedule.observe.WaitTimes;
import io.gaussferry.schedule.observe.WaitTimes.Reason;
import io.gaussferry.snapshot.CopyProgress;
import io.gaussferry.verify.ContinuousVerification;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Exposes the daemon's figures as metrics. Reads them from the core at each scrape and counts nothing itself. {@code docs/reference/metrics.md}
 * explains each metric. Thread-safe.
 */
final class ReplicationMetrics implements MultiCollector {

    /** Further tables share one label, so that a schema with many tables does not flood the metrics server. */
    static final int MAXIMUM_TABLES = 200;

    private static final String OTHER_TABLES = "(other)";
    private static final String PREFIX = "gaussferry_";

    private final DaemonView daemon;
    private final Sampler sampler;
    private final Duration laggingAfter;
    /** Tables that have a label keep it, because a counter must not decrease. */
    private final Set<TableId> labelled = new HashSet<>();

    ReplicationMetrics(DaemonView daemon, Sampler sampler, Duration laggingAfter) {
        this.daemon = daemon;
        this.sampler = sampler;
        this.laggingAfter = laggingAfter;
    }

    @Override
    public synchronized MetricSnapshots collect() {
        MetricSnapshots.Builder all = MetricSnapshots.builder();
        Details details = daemon.statistics().details();
        PipelineStatus status = daemon.pipeline().status();
        addCommitted(all, details);
        addPosition(all, status);
        addAppliers(all, status);
        addErrors(all, status);
        Optional<CopyProgress> copying = daemon.copying().get();
        all.metricSnapshot(gauge(
                "copy_rows",
                "Rows committed by the initial copy; 0 when it does not run",
                copying.map(CopyProgress::rows).orElse(0L)));
        all.metricSnapshot(gauge(
                "copy_estimated_rows",
                "Rows to copy, estimated from the source's statistics",
                copying.map(CopyProgress::estimatedRows).orElse(0L)));
        all.metricSnapshot(definitionChanges());
        addVerification(all, daemon.verified());
        addReverseReplication(all, daemon.cutover().reverseReplication());
        all.metricSnapshot(gauge(
                "reverse_changed_tables",
                "Tables of the target that were created, dropped, recreated or altered since the switch",
                daemon.cutover().targetTables().size()));
        return all.build();
    }

    private void addCommitted(MetricSnapshots.Builder all, Details details) {
        all.metricSnapshot(rows(details.tables()));
        all.metricSnapshot(
                counter("transactions", "Source transactions committed on the target", details.transactions()));
        all.metricSnapshot(
                counter("rows_written", "Rows written to the target, after coalescing", details.writtenRows()));
        all.metricSnapshot(gauge(
                "coalescing_ratio",
                "Row changes of the source per row written",
                details.writtenRows() == 0 ? 1 : (double) details.rows() / details.writtenRows()));
        all.metricSnapshot(histogram("batch_rows", "Row changes per target transaction", details.batchRows()));
        all.metricSnapshot(histogram(
                "batch_transactions", "Source transactions per target transaction", details.batchTransactions()));
        all.metricSnapshot(
                histogram("commit_seconds", "Duration of each COMMIT on the target", details.commitSeconds()));
        all.metricSnapshot(histogram(
                "transaction_lag_seconds",
                "Time from source commit to target commit of each source transaction",
                details.lagSeconds()));
        all.metricSnapshot(ruleUses());
    }

    private void addPosition(MetricSnapshots.Builder all, PipelineStatus status) {
        all.metricSnapshot(gauge(
                "rows_per_second",
                "Row changes committed in the last second",
                sampler.last().rowsPerSecond()));
        all.metricSnapshot(gauge(
                "lag_seconds",
                "Age of the newest committed transaction while others are pending; 0 if none are",
                status.lagSeconds()));
        PipelineStatus.Stall stall = status.stall();
        all.metricSnapshot(gauge(
                "stalled_seconds",
                "Time without a commit although transactions are pending; 0 below gaussferry.replay.stalled-after",
                stall == null ? 0 : stall.seconds()));
        all.metricSnapshot(
                gauge("pending_transactions", "Transactions read but not yet committed", status.pendingTransactions()));
        Long behind = status.behindTransactions();
        all.metricSnapshot(gauge(
                "behind_transactions",
                "Transactions executed on the source but not yet committed on the target; NaN if unknown",
                behind == null ? Double.NaN : behind));
        all.metricSnapshot(counter("binlog_bytes", "Bytes of binlog read", status.binlogBytes()));
        all.metricSnapshot(GaugeSnapshot.builder()
                .name(PREFIX + "queue_bytes")
                .help("Heap bytes of waiting transactions, by stage")
                .dataPoint(point(status.queueBytes(), Labels.of("stage", "schedule")))
                .dataPoint(point(status.applierBytes(), Labels.of("stage", "apply")))
                .build());
        GaugeSnapshot.Builder states = GaugeSnapshot.builder()
                .name(PREFIX + "state")
                .help("1 for the current state of replication, 0 for the others");
        ReplicationState now = daemon.state(status, laggingAfter);
        for (ReplicationState state : ReplicationState.values()) {
            states.dataPoint(point(state == now ? 1 : 0, Labels.of("state", lower(state))));
        }
        all.metricSnapshot(states.build());
        all.metricSnapshot(gauge("paused", "1 while an operator has paused replication", status.isPaused() ? 1 : 0));
        all.metricSnapshot(
                gauge("throttle_rows_per_second", "The operator's speed limit; 0 for none", status.rowsPerSecond()));
        all.metricSnapshot(gauge(
                "target_limit_rows_per_second",
                "This pipeline's share of gaussferry.target.rows-per-second; 0 for no limit",
                daemon.pipeline().targetRowsPerSecond()));
        all.metricSnapshot(counter(
                "target_limit_wait_seconds",
                "Time that replication waited because of this limit",
                daemon.pipeline().heldBackByTargetSeconds()));
    }

    private void addAppliers(MetricSnapshots.Builder all, PipelineStatus status) {
        GaugeSnapshot.Builder appliers =
                GaugeSnapshot.builder().name(PREFIX + "appliers").help("Appliers by activity");
        for (Activity activity : Activity.values()) {
            long count = status.appliers().stream()
                    .map(ApplierView::activity)
                    .filter(activity::equals)
                    .count();
            appliers.dataPoint(point(count, Labels.of("activity", lower(activity))));
        }
        all.metricSnapshot(appliers.build());
        WaitTimes times = daemon.pipeline().waitTimes();
        CounterSnapshot.Builder waits = CounterSnapshot.builder()
                .name(PREFIX + "applier_waits")
                .help("Number of times that an applier waited for another");
        CounterSnapshot.Builder seconds = CounterSnapshot.builder()
                .name(PREFIX + "applier_wait_seconds")
                .help("Time that appliers waited for others");
        for (Reason reason : Reason.values()) {
            waits.dataPoint(count(times.waits(reason), Labels.of("reason", lower(reason))));
            seconds.dataPoint(count(times.seconds(reason), Labels.of("reason", lower(reason))));
        }
        all.metricSnapshot(waits.build());
        all.metricSnapshot(seconds.build());
        all.metricSnapshot(counter("batch_rollbacks", "Batches rolled back and retried", times.rollbacks()));
    }

    private void addErrors(MetricSnapshots.Builder all, PipelineStatus status) {
        CounterSnapshot.Builder errors = CounterSnapshot.builder()
                .name(PREFIX + "errors")
                .help("Failures that stopped the pipeline, by category");
        daemon.errors()
                .counts()
                .forEach((category, count) -> errors.dataPoint(count(count, Labels.of("category", lower(category)))));
        all.metricSnapshot(errors.build());
        all.metricSnapshot(
                counter("retries", "Restarts after a failure", daemon.errors().retries()));
        all.metricSnapshot(gauge(
                "quarantined_tables", "Quarantined tables", status.quarantined().size()));
    }

    private static void addVerification(MetricSnapshots.Builder all, ContinuousVerification.State verified) {
        Instant upTo = verified.verifiedUpTo();
        all.metricSnapshot(gauge(
                "verified_up_to_timestamp_seconds",
                "Time up to which the source's changes are verified; 0 for never",
                upTo == null ? 0 : upTo.toEpochMilli() / 1e3));
        all.metricSnapshot(counter("verify_rounds", "Completed verification rounds", verified.rounds()));
        all.metricSnapshot(gauge("verify_rows", "Rows compared in the current round", verified.rowsInRound()));
        all.metricSnapshot(
                gauge("verify_differences", "Rows that differed in the last complete round", verified.differences()));
        all.metricSnapshot(gauge(
                "verify_structure_differences",
                "Differences in the definitions of tables in the last complete round",
                verified.structureDifferences()));
        all.metricSnapshot(gauge(
                "verify_undecided_tables",
                "Tables that the last complete round could not compare",
                verified.undecidedTables()));
    }

    /** @param back the state of reverse replication; null if this process has not run it */
    private static void addReverseReplication(MetricSnapshots.Builder all, @Nullable ReverseStatus back) {
        GaugeSnapshot.Builder states = GaugeSnapshot.builder()
                .name(PREFIX + "reverse_state")
                .help(
                        "1 for the current state of reverse replication, 0 for the others; all 0 without reverse replication");
        for (ReverseStatus.Phase phase : ReverseStatus.Phase.values()) {
            states.dataPoint(point(back != null && back.phase() == phase ? 1 : 0, Labels.of("state", lower(phase))));
        }
        all.metricSnapshot(states.build());
        Long behind = back == null ? null : back.behindBytes();
        all.metricSnapshot(gauge(
                "reverse_behind_bytes",
                "Bytes of the target's WAL not yet replicated to MySQL; NaN if unknown",
                behind == null ? Double.NaN : behind));
        Double lag = back == null ? null : back.lagSeconds();
        all.metricSnapshot(gauge(
                "reverse_lag_seconds",
                "Age of the newest target transaction committed in MySQL while others may be pending; NaN if unknown",
                lag == null ? Double.NaN : lag));
        all.metricSnapshot(gauge(
                "reverse_pending_transactions",
                "Transactions read from the target but not yet committed in MySQL",
                back == null ? 0 : back.pendingTransactions()));
        all.metricSnapshot(gauge(
                "reverse_rows_per_second",
                "Row changes of the target committed in MySQL per second, over the last seconds",
                back == null ? 0 : back.rowsPerSecond()));
        all.metricSnapshot(counter(
                "reverse_transactions",
                "Transactions of the target committed in MySQL",
                back == null ? 0 : back.transactions()));
        all.metricSnapshot(counter(
                "reverse_rows", "Row changes of the target committed in MySQL", back == null ? 0 : back.rows()));
    }

    private CounterSnapshot rows(List<TableRows> tables) {
        Map<String, long[]> byLabel = new TreeMap<>();
        for (TableRows table : tables) {
            long[] sums = byLabel.computeIfAbsent(label(table.table()), unused -> new long[3]);
            sums[0] += table.inserted();
            sums[1] += table.updated();
            sums[2] += table.deleted();
        }
        List<String> operations = List.of("insert", "update", "delete");
        CounterSnapshot.Builder rows =
                CounterSnapshot.builder().name(PREFIX + "rows").help("Row changes committed on the target");
        byLabel.forEach((table, sums) -> {
            for (int operation = 0; operation < sums.length; operation++) {
                rows.dataPoint(
                        count(sums[operation], Labels.of("table", table, "operation", operations.get(operation))));
            }
        });
        return rows.build();
    }

    private CounterSnapshot ruleUses() {
        Map<List<String>, Long> byLabel =
                new TreeMap<>((one, other) -> one.toString().compareTo(other.toString()));
        daemon.pipeline()
                .ruleUsage()
                .uses()
                .forEach(use -> byLabel.merge(List.of(use.rule(), label(use.table())), use.times(), Long::sum));
        CounterSnapshot.Builder uses = CounterSnapshot.builder()
                .name(PREFIX + "rule_uses")
                .help("Values changed by a conversion rule and committed");
        byLabel.forEach((labels, times) ->
                uses.dataPoint(count(times, Labels.of("rule", labels.get(0), "table", labels.get(1)))));
        return uses.build();
    }

    private CounterSnapshot definitionChanges() {
        CounterSnapshot.Builder changes = CounterSnapshot.builder()
                .name(PREFIX + "definition_changes")
                .help("DDL statements of the source, by result");
        daemon.pipeline()
                .definitionChanges()
                .forEach((result, times) -> changes.dataPoint(count(times, Labels.of("result", lower(result)))));
        return changes.build();
    }

    private String label(TableId table) {
        if (labelled.size() < MAXIMUM_TABLES) {
            labelled.add(table);
        }
        return labelled.contains(table) ? table.toString() : OTHER_TABLES;
    }

    private static CounterSnapshot counter(String name, String help, double value) {
        return CounterSnapshot.builder()
                .name(PREFIX + name)
                .help(help)
                .dataPoint(count(value, Labels.EMPTY))
                .build();
    }

    private static GaugeSnapshot gauge(String name, String help, double value) {
        return GaugeSnapshot.builder()
                .name(PREFIX + name)
                .help(help)
                .dataPoint(point(value, Labels.EMPTY))
                .build();
    }

    private static HistogramSnapshot histogram(String name, String help, Histogram values) {
        List<Double> bounds = new ArrayList<>(values.bounds());
        bounds.add(Double.POSITIVE_INFINITY);
        return HistogramSnapshot.builder()
                .name(PREFIX + name)
                .help(help)
                .dataPoint(HistogramDataPointSnapshot.builder()
                        .classicHistogramBuckets(ClassicHistogramBuckets.of(bounds, values.counts()))
                        .sum(values.sum())
                        .build())
                .build();
    }

    private static CounterDataPointSnapshot count(double value, Labels labels) {
        return CounterDataPointSnapshot.builder().value(value).labels(labels).build();
    }

    private static GaugeDataPointSnapshot point(double value, Labels labels) {
        return GaugeDataPointSnapshot.builder().value(value).labels(labels).build();
    }

    private static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
