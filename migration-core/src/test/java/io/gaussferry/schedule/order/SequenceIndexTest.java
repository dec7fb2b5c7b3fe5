package io.gaussferry.schedule.order;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SequenceIndexTest {

    private final SequenceIndex index = new SequenceIndex();

    @Test
    void findsLastBatchUpToSequenceNumber() {
        index.add(1, 1);
        index.add(2, 1);
        index.add(5, 2);
        assertThat(index.batchOf(4)).isEqualTo(1);
        assertThat(index.batchOf(5)).isEqualTo(2);
        assertThat(index.batchOf(9)).isEqualTo(2);
    }

    @Test
    void dropsCommittedBatchesWithoutLookup() {
        for (long batch = 1; batch <= 1_000; batch++) {
            index.add(batch, batch);
            index.committed(batch - 1);
        }
        assertThat(index.size()).isEqualTo(1);
        assertThat(index.batchOf(999)).isZero();
    }
}
