package io.gaussferry.app.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.app.config.ConfigurationFile;
import io.gaussferry.metrics.ChangeCounts;
import io.gaussferry.metrics.ReplayStatistics;
import io.gaussferry.model.RowOperation;
import io.gaussferry.model.TableId;
import io.gaussferry.pipeline.settings.PipelineSettings;
import io.gaussferry.status.DaemonView;
import io.gaussferry.status.RecentErrors;
import io.gaussferry.status.Sampler;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplicationMetricsTest {

    private static final int TABLES = ReplicationMetrics.MAXIMUM_TABLES + 50;

    @TempDir
    private Path directory;

    @Test
    void sharesLabelOfFurtherTablesWithoutDecreasingCounters() throws Exception {
        Path configuration = Files.writeString(directory.resolve("gaussferry.yml"), """
                gaussferry:
                  source: {url: "jdbc:mysql://127.0.0.1/", user: u}
                  target: {url: "jdbc:opengauss://127.0.0.1/t", user: u}
                """);
        PipelineSettings settings = ConfigurationFile.read(configuration);
        DaemonView daemon = IdleDaemonView.of(settings, new RecentErrors());
        ReplayStatistics statistics = daemon.statistics();
        ReplicationMetrics collector = new ReplicationMetrics(daemon, new Sampler(daemon), Duration.ofSeconds(60));

        statistics.committed(new long[] {0}, changes("z"), 0);
        Map<String, Double> before = inserts(collector);
        assertThat(before).hasSize(ReplicationMetrics.MAXIMUM_TABLES + 1).containsEntry("(other)", 50.0);
        // these tables sort before the first ones
        statistics.committed(new long[] {0}, changes("a"), 0);
        Map<String, Double> after = inserts(collector);
        assertThat(after.keySet()).isEqualTo(before.keySet());
        assertThat(after).containsEntry("(other)", 50.0 + TABLES).containsEntry("z.t0", 1.0);
    }

    private static ChangeCounts changes(String schema) {
        ChangeCounts changes = new ChangeCounts();
        for (int table = 0; table < TABLES; table++) {
            changes.add(new TableId(schema, "t" + table), RowOperation.INSERT);
        }
        return changes;
    }

    private static Map<String, Double> inserts(ReplicationMetrics collector) {
        return collector.collect().stream()
                .filter(metric -> metric.getMetadata().getPrometheusName().equals("gaussferry_rows"))
                .flatMap(metric -> ((CounterSnapshot) metric).getDataPoints().stream())
                .filter(point -> "insert".equals(point.getLabels().get("operation")))
                .collect(Collectors.toMap(
                        point -> String.valueOf(point.getLabels().get("table")), CounterDataPointSnapshot::getValue));
    }
}
