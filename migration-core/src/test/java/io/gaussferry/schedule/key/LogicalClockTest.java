package io.gaussferry.schedule.key;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.change.SourceTransaction;
import io.gaussferry.change.SourceTransaction.Fragment;
import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.Gtid;
import io.gaussferry.model.LogicalTime;
import io.gaussferry.testing.Transactions;
import java.util.List;
import org.junit.jupiter.api.Test;

class LogicalClockTest {

    private final LogicalClock clock = new LogicalClock();
    private long captureSequence;

    @Test
    void ordersTransactionAfterLastCommitBeforePrepare() {
        assertThat(next("a", 0, 1)).isZero();
        assertThat(next("a", 0, 2)).isZero();
        assertThat(next("a", 1, 3)).isEqualTo(1);
        assertThat(next("a", 3, 4)).isEqualTo(3);
    }

    @Test
    void ordersFilesOneAfterTheOther() {
        next("a", 0, 1);
        next("a", 0, 2);
        assertThat(next("b", 0, 1)).isEqualTo(2);
        assertThat(next("b", 0, 2)).isEqualTo(2);
        assertThat(next("b", 1, 3)).isEqualTo(3);
    }

    @Test
    void skipsExecutedSequenceNumbers() {
        next("a", 7, 10);
        assertThat(next("a", 10, 14)).isEqualTo(1);
        assertThat(next("a", 12, 15)).isEqualTo(1);
        assertThat(next("a", 14, 16)).isEqualTo(2);
    }

    @Test
    void keepsOrderWithoutLogicalClock() {
        assertThat(next("a", 0, 0)).isZero();
        assertThat(next("a", 0, 0)).isEqualTo(1);
        assertThat(next("a", 0, 0)).isEqualTo(2);
    }

    @Test
    void waitsForAllTransactionsBeforeRememberedOnes() {
        for (int i = 1; i <= LogicalClock.REMEMBERED + 10; i++) {
            next("a", 0, i);
        }
        assertThat(next("a", 3, LogicalClock.REMEMBERED + 11)).isBetween(3L, 12L);
    }

    private long next(String file, long lastCommitted, long sequenceNumber) {
        captureSequence++;
        return clock.sequenceToWaitFor(new SourceTransaction(
                new Gtid(Transactions.SOURCE, "", captureSequence),
                captureSequence,
                new BinlogPosition(file, captureSequence),
                new BinlogPosition(file, captureSequence + 1),
                new LogicalTime(lastCommitted, sequenceNumber),
                0,
                List.of(),
                0,
                Fragment.WHOLE));
    }
}
