package io.gaussferry.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.metrics.ReplayStatistics.Details;
import io.gaussferry.metrics.ReplayStatistics.Snapshot;
import io.gaussferry.model.RowOperation;
import io.gaussferry.model.TableId;
import java.util.concurrent.TimeUnit;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class ReplayStatisticsTest {

    private static final TableId TABLE = new TableId("s", "t");

    private final ReplayStatistics statistics = new ReplayStatistics();

    private static ChangeCounts inserts(int rows) {
        ChangeCounts counts = new ChangeCounts();
        for (int i = 0; i < rows; i++) {
            counts.add(TABLE, RowOperation.INSERT);
        }
        return counts;
    }

    @Test
    void isZeroBeforeFirstCommit() {
        assertThat(statistics.snapshot()).isEqualTo(new Snapshot(0, 0, 0, 0, 0, 0, 0));
    }

    @Test
    void countsTransactionsRowsAndBatches() {
        statistics.committed(new long[] {1_000, 2_000}, inserts(5), 3_000);
        statistics.committed(new long[] {4_000}, inserts(1), 5_000);
        statistics.written(4, 2_000_000);

        assertThat(statistics.transactions()).isEqualTo(3);
        assertThat(statistics.snapshot().rows()).isEqualTo(6);
        assertThat(statistics.snapshot().batches()).isEqualTo(2);
        Details details = statistics.details();
        assertThat(details.rows()).isEqualTo(6);
        assertThat(details.writtenRows())
                .as("coalesced changes are written once")
                .isEqualTo(4);
        assertThat(details.batchRows().counts()).startsWith(1L, 1L, 0L);
        assertThat(details.batchTransactions().sum()).isEqualTo(3);
        assertThat(details.commitSeconds().sum()).isEqualTo(0.002);
        assertThat(details.commitSeconds().counts()).startsWith(0L, 1L, 0L);
    }

    /** The lag is per source transaction: one batch may contain old and new ones. */
    @Test
    void measuresLagOfEachTransaction() {
        long now = TimeUnit.HOURS.toMicros(1);
        long[] commits = new long[100];
        for (int i = 0; i < commits.length; i++) {
            commits[i] = now - TimeUnit.SECONDS.toMicros(i + 1);
        }
        statistics.committed(commits, inserts(100), now);

        Snapshot snapshot = statistics.snapshot();
        assertThat(snapshot.lagP50Micros()).isCloseTo(50_000_000L, Percentage.withPercentage(1));
        assertThat(snapshot.lagP99Micros()).isCloseTo(99_000_000L, Percentage.withPercentage(1));
        assertThat(snapshot.lagMaxMicros()).isCloseTo(100_000_000L, Percentage.withPercentage(1));
        assertThat(statistics.details().lagSeconds().counts())
                .as("up to 1, 10, 60 and 600 seconds")
                .startsWith(0L, 0L, 1L, 9L, 50L, 40L);
    }

    /** The clock of the source may be ahead; a backlog may be older than the histogram. */
    @Test
    void limitsLagToRangeOfHistogram() {
        statistics.committed(new long[] {5_000}, inserts(1), 1_000);
        assertThat(statistics.snapshot().lagMaxMicros()).isZero();

        statistics.committed(new long[] {0}, inserts(1), TimeUnit.DAYS.toMicros(90));
        assertThat(statistics.snapshot().lagMaxMicros())
                .isCloseTo(TimeUnit.DAYS.toMicros(30), Percentage.withPercentage(1));
        assertThat(statistics.details().lagSeconds().sum()).isEqualTo(TimeUnit.DAYS.toSeconds(30));
    }
}
