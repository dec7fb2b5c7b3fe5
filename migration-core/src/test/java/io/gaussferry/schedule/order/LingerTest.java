package io.gaussferry.schedule.order;

import static io.gaussferry.testing.IntTable.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.change.RowChange;
import io.gaussferry.change.SourceTransaction;
import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.LowWaterMark;
import io.gaussferry.model.Progress;
import io.gaussferry.schedule.key.RowSplitter;
import io.gaussferry.schedule.key.WriteSet;
import io.gaussferry.schema.ForeignKeys;
import io.gaussferry.testing.IntTable;
import io.gaussferry.testing.Transactions;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests how long an applier waits for more transactions, with a clock that only advances while it waits. */
class LingerTest {

    /** Two transactions, half of the limit, are worth a commit. */
    private static final BatchLimits LIMITS = new BatchLimits(4, 10_000, 10_000);

    private final IntTable table = new IntTable("keyed", 1, List.of(List.of(0)));
    private final RowSplitter splitter = new RowSplitter(
            IntTable.CONVERSION::format, ForeignKeys.NONE, id -> table.version().definition(), false);
    private final WaitClock clock = new WaitClock();
    private int number;

    @Test
    void waitsForMoreWhileReplayLags() throws InterruptedException {
        BatchOrder order = order();
        append(order, 501);
        assertThat(take(order, 0).transactions()).hasSize(1);
        assertThat(clock.waitedMillis()).isEqualTo(40);
    }

    @Test
    void stopsWaitingWhenBatchIsWorthwhile() throws InterruptedException {
        BatchOrder order = order();
        append(order, 501);
        clock.meanwhile(() -> append(order, 501));
        assertThat(take(order, 0).transactions()).hasSize(2);
        assertThat(clock.waitedMillis()).isZero();
    }

    @Test
    void doesNotWaitWithoutBacklog() throws InterruptedException {
        BatchOrder order = order();
        append(order, 500);
        assertThat(take(order, 0).transactions()).hasSize(1);
        assertThat(clock.waitedMillis()).isZero();
    }

    @Test
    void waitsBrieflyWhileAnotherApplierExecutes() throws InterruptedException {
        BatchOrder order = order();
        append(order, 0);
        take(order, 0);
        append(order, 0);
        assertThat(take(order, 1).transactions()).hasSize(1);
        assertThat(clock.waitedMillis()).isEqualTo(4);
    }

    @Test
    void doesNotWaitAfterEnd() throws InterruptedException {
        BatchOrder order = order();
        append(order, 501);
        order.end();
        assertThat(take(order, 0).transactions()).hasSize(1);
        assertThat(clock.waitedMillis()).isZero();
    }

    private BatchOrder order() {
        Progress none = new Progress("", new LowWaterMark(0, new BinlogPosition("", 0)));
        return new CommitOrder(LIMITS, none, clock);
    }

    private static Batch take(BatchOrder order, int applier) throws InterruptedException {
        return Objects.requireNonNull(order.take(applier)).batch();
    }

    /** Appends an independent change that the source committed the given time ago. */
    private void append(BatchOrder order, long millisAgo) throws InterruptedException {
        number++;
        SourceTransaction transaction = Transactions.committedAt(
                (clock.currentMillis() - millisAgo) * 1_000, number, table.insert(row(number)));
        WriteSet writeSet = new WriteSet();
        List<RowChange> changes = new ArrayList<>();
        splitter.split(transaction, changes, writeSet);
        order.append(transaction, changes, writeSet);
    }

    /** An event at the source while an applier waits. */
    private interface Event {
        void happen() throws InterruptedException;
    }

    /** For one thread: a wait ends with the next event, or when its time has elapsed. */
    private static final class WaitClock implements Monitor {
        private static final long START_MILLIS = 1_700_000_000_000L;

        private final Deque<Event> events = new ArrayDeque<>();
        private long nanos;

        private void meanwhile(Event event) {
            events.add(event);
        }

        private long waitedMillis() {
            return TimeUnit.NANOSECONDS.toMillis(nanos);
        }

        @Override
        public void enter() {}

        @Override
        public void leave() {}

        @Override
        public void await(long patience) throws InterruptedException {
            Event event = events.poll();
            if (event != null) {
                event.happen();
            } else if (patience == NO_TIMEOUT) {
                throw new AssertionError("no thread would wake it");
            } else {
                nanos += patience;
            }
        }

        @Override
        public void wakeAll() {}

        @Override
        public long nanoTime() {
            return nanos;
        }

        @Override
        public long currentMillis() {
            return START_MILLIS + waitedMillis();
        }
    }
}
