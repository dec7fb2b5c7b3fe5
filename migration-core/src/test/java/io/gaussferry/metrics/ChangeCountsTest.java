package io.gaussferry.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.metrics.ChangeCounts.TableRows;
import io.gaussferry.model.RowOperation;
import io.gaussferry.model.TableId;
import org.junit.jupiter.api.Test;

class ChangeCountsTest {

    private static final TableId A = new TableId("s", "a");
    private static final TableId B = new TableId("s", "b");

    @Test
    void countsOperationsByTable() {
        ChangeCounts counts = new ChangeCounts();
        counts.add(B, RowOperation.INSERT);
        counts.add(A, RowOperation.UPDATE);
        counts.add(A, RowOperation.UPDATE);
        counts.add(new TableId("s", "a"), RowOperation.DELETE);
        counts.add(B, RowOperation.INSERT);

        assertThat(counts.tables()).containsExactly(new TableRows(A, 0, 2, 1), new TableRows(B, 2, 0, 0));
        assertThat(counts.rows()).isEqualTo(5);
        assertThat(counts.tables().get(0).total()).isEqualTo(3);
    }

    @Test
    void addsCountsOfAnotherBatchWithoutSharingThem() {
        ChangeCounts batch = new ChangeCounts();
        batch.add(A, RowOperation.INSERT);
        ChangeCounts all = new ChangeCounts();
        all.add(A, RowOperation.DELETE);
        all.addAll(batch);
        all.addAll(batch);
        batch.add(A, RowOperation.INSERT);
        all.add(A, RowOperation.DELETE);

        assertThat(all.tables()).containsExactly(new TableRows(A, 2, 0, 2));
        assertThat(all.rows()).isEqualTo(4);
        assertThat(batch.rows()).isEqualTo(2);
    }
}
