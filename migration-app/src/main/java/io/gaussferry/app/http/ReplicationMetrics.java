package io.gaussferry.app.http;

import io.gaussferry.status.DaemonView;
import io.gaussferry.status.MigrationStatus;
import io.gaussferry.status.PrometheusFigures;
import io.gaussferry.status.Sampler;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Serves the daemon's figures as metrics. Reads them at each scrape and counts nothing itself. Thread-safe. */
final class ReplicationMetrics implements MultiCollector {

    /** Further tables share one label, so that a schema with many tables does not flood the metrics server. */
    static final int MAXIMUM_TABLES = 200;

    private static final String OTHER_TABLES = "(other)";

    private final DaemonView daemon;
    private final Sampler sampler;
    private final Duration laggingAfter;
    /** Tables that have a label keep it, because a counter must not decrease. */
    private final Set<String> labelled = new HashSet<>();

    ReplicationMetrics(DaemonView daemon, Sampler sampler, Duration laggingAfter) {
        this.daemon = daemon;
        this.sampler = sampler;
        this.laggingAfter = laggingAfter;
    }

    @Override
    public synchronized MetricSnapshots collect() {
        return PrometheusFigures.of(
                Map.of(Labels.EMPTY, MigrationStatus.of(daemon, sampler, laggingAfter)), this::label);
    }

    private String label(String table) {
        if (labelled.size() < MAXIMUM_TABLES) {
            labelled.add(table);
        }
        return labelled.contains(table) ? table : OTHER_TABLES;
    }
}
