package io.gaussferry.connect;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.model.TableId;
import io.gaussferry.snapshot.CopyProgress;
import io.gaussferry.snapshot.CopyProgress.Stage;
import io.gaussferry.status.MigrationStatus;
import io.gaussferry.status.Sampler.Sample;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The status record of a pipeline that has not started; needs no servers. */
class StatusRecordTest {

    private final RunningPipeline pipeline = new RunningPipeline(ConnectorSettings.read(new HashMap<>(Map.of(
                    "name", "shop",
                    "gaussferry.source.url", "jdbc:mysql://127.0.0.1:1/",
                    "gaussferry.source.user", "u",
                    "gaussferry.target.url", "jdbc:opengauss://127.0.0.1:1/t",
                    "gaussferry.target.user", "g")))
            .sources()
            .get(0)
            .migration());

    @Test
    void reportsCopyProgress() {
        CopyProgress.Table table = new CopyProgress.Table(new TableId("shop", "item"), Stage.COPYING, 30, 100);
        CopyProgress copying =
                new CopyProgress(30, 100, 5_000, 3, List.of(table), 10, Optional.of(Duration.ofSeconds(7)));
        assertThat(StatusRecord.values(pipeline, observation(Sample.NONE, copying), "http://127.0.0.1:1/", 7L))
                .containsEntry("copy_rows", 30L)
                .containsEntry("copy_estimated_rows", 100L)
                .containsEntry("copy_rows_per_second", 10L)
                .containsEntry("seconds_left", 7L)
                .containsEntry(
                        "copy",
                        "copied 30 of about 100 rows (0 MiB, 3 ranges, 0 of 1 tables), 10 rows/s, about 7 s left");
    }

    @Test
    void omitsUnknownValues() {
        assertThat(StatusRecord.values(
                        pipeline, observation(new Sample(Instant.EPOCH, 1.4, 0.6, 0, null), null), "", null))
                .containsEntry("rows_per_second", 1L)
                .containsEntry("transactions_per_second", 1L)
                .doesNotContainKeys("seconds_left", "copy", "copy_rows", "behind_transactions", "problem");
    }

    private MigrationStatus observation(Sample speed, @Nullable CopyProgress copying) {
        MigrationStatus idle = pipeline.migrationStatus();
        return new MigrationStatus(
                idle.state(),
                idle.states(),
                idle.daemon(),
                idle.pipeline(),
                idle.committed(),
                speed,
                copying,
                idle.verified(),
                idle.target(),
                idle.reverse());
    }

    @Test
    void quotesStrings() {
        assertThat(StatusRecord.json(new HashMap<>(Map.of("problem", "a \"b\"\n\\"))))
                .isEqualTo("{\"problem\":\"a \\\"b\\\"\\u000a\\\\\"}");
    }
}
