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
    void a_transaction_comes_after_the_one_that_was_committed_before_it_was_prepared() {
        assertThat(next("a", 0, 1)).isZero();
        assertThat(next("a", 0, 2)).isZero();
        assertThat(next("a", 1, 3)).isEqualTo(1);
        assertThat(next("a", 3, 4)).isEqualTo(3);
    }

    @Test
    void the_clock_restarts_in_every_file_and_all_of_the_file_before_comes_first() {
        next("a", 0, 1);
        next("a", 0, 2);
        assertThat(next("b", 0, 1)).isEqualTo(2);
        assertThat(next("b", 0, 2)).isEqualTo(2);
        assertThat(next("b", 1, 3)).isEqualTo(3);
    }

    @Test
    void numbers_that_were_executed_before_are_passed_over() {
        next("a", 7, 10);
        assertThat(next("a", 10, 14)).isEqualTo(1);
        assertThat(next("a", 12, 15)).isEqualTo(1);
        assertThat(next("a", 14, 16)).isEqualTo(2);
    }

    @Test
    void a_source_that_does_not_say_is_taken_in_order() {
        assertThat(next("a", 0, 0)).isZero();
        assertThat(next("a", 0, 0)).isEqualTo(1);
        assertThat(next("a", 0, 0)).isEqualTo(2);
    }

    @Test
    void what_is_older_than_all_that_is_remembered_waits_for_all_of_that() {
        for (int i = 1; i <= LogicalClock.REMEMBERED + 10; i++) {
            next("a", 0, i);
        }
        assertThat(next("a", 3, LogicalClock.REMEMBERED + 11)).isBetween(3L, 12L);
    }

    private long next(String file, long lastCommitted, long sequenceNumber) {
        captureSequence++;
        return clock.comesAfter(new SourceTransaction(
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
