package io.gaussferry.pipeline.reverse;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.change.TransactionSink;
import io.gaussferry.metrics.ChangeCounts;
import io.gaussferry.metrics.ReplayStatistics;
import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.LowWaterMark;
import io.gaussferry.model.Progress;
import io.gaussferry.opengauss.decoding.LogicalSlot;
import io.gaussferry.pipeline.reverse.ReverseStatus.Phase;
import io.gaussferry.schedule.TransactionQueue;
import io.gaussferry.schedule.observe.ObservedOrder;
import io.gaussferry.schedule.order.BatchLimits;
import io.gaussferry.schedule.order.CommitOrder;
import io.gaussferry.schedule.order.ThreadMonitor;
import io.gaussferry.testing.IntTable;
import io.gaussferry.testing.Transactions;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** The figures of reverse replication: a lag of 0 while MySQL lacks transactions would let an operator return too early. */
class ReverseReplicationStateTest {

    /** The slot is at 1,000, and the log ends at 5,000. */
    private static final LogicalSlot.State TARGET = new LogicalSlot.State(1_000, 900, 4_000, true);

    private final ReverseReplicationState state = new ReverseReplicationState(new ReplayStatistics());
    private final IntTable table = new IntTable("t", 2, List.of(List.of(0)));

    private ReverseStatus status() {
        return state.status(TARGET, OptionalLong.empty());
    }

    private TransactionSink show() {
        ObservedOrder order = state.observed(
                new CommitOrder(
                        new BatchLimits(10, 1_000_000, 1_000_000),
                        Progress.ofCaptureSequences(new LowWaterMark(0, new BinlogPosition("lsn", 0))),
                        new ThreadMonitor()),
                1);
        return state.show(order, new TransactionQueue(1_000_000, state::connected, new ThreadMonitor()));
    }

    @Test
    void isUnknownBeforeTheFirstRun() {
        ReverseStatus status = status();
        assertThat(status.phase()).isEqualTo(Phase.ENDED);
        assertThat(status.lagSeconds()).isNull();
        assertThat(status.waits()).isEmpty();
        assertThat(status.behindBytes())
                .as("MySQL has what the slot was confirmed for")
                .isEqualTo(4_000L);
        assertThat(status.retainedBytes()).isEqualTo(4_100L);
        assertThat(status.retainedLimitBytes()).isNull();
        assertThat(state.status(null, OptionalLong.of(7)).behindBytes()).isNull();
        assertThat(state.status(null, OptionalLong.of(7)).retainedLimitBytes()).isEqualTo(7L);
    }

    @Test
    void followsOnlyWhileConnectedAndRunning() {
        assertThat(state.follows()).isFalse();
        TransactionSink unused = show();
        state.enter(Phase.RUNNING, "");
        assertThat(state.follows()).as("most of the backlog is not read yet").isFalse();
        state.connected();
        assertThat(state.follows()).isTrue();
        state.enter(Phase.RETRYING, "lost");
        assertThat(state.follows()).isFalse();
        state.enter(Phase.RUNNING, "");
        assertThat(state.follows())
                .as("the connection was that of the run before")
                .isFalse();
    }

    @Test
    void hasNoLagWhenAllThatWasReadIsCommitted() {
        TransactionSink unused = show();
        state.enter(Phase.RUNNING, "");
        state.connected();
        state.follow(() -> 4_990);
        assertThat(status().lagSeconds()).isZero();
        assertThat(status().behindBytes()).isEqualTo(10);
    }

    @Test
    void lagsWhileTransactionsArePending() throws InterruptedException {
        TransactionSink sink = show();
        state.enter(Phase.RUNNING, "");
        state.connected();
        state.follow(() -> 4_990);
        state.reached(2_000);
        long second = 1_000_000;
        long now = System.currentTimeMillis() * 1_000;
        sink.accept(Transactions.committedAt(now - 60 * second, 1, table.insert(IntTable.row(1, 2))));
        sink.flush();
        ReverseStatus status = status();
        assertThat(status.pendingTransactions()).isEqualTo(1);
        assertThat(status.behindBytes()).as("read is not committed").isEqualTo(3_000);
        assertThat(status.lagSeconds()).isNotEqualTo(0.0);
    }

    /** A position that was read by a former run is not committed. */
    @Test
    void countsReadPositionOnlyWhileItFollows() {
        TransactionSink unused = show();
        state.follow(() -> 4_990);
        state.reached(3_000);
        state.enter(Phase.RETRYING, "lost");
        assertThat(status().behindBytes()).isEqualTo(2_000);
        assertThat(status().problem()).isEqualTo("lost");
    }

    @Test
    void namesReasonOfEachWait() {
        state.enter(Phase.RETRYING, "");
        assertThat(status().waits()).singleElement().asString().contains("the next one starts soon");
        state.enter(Phase.FAILED, "");
        assertThat(status().waits()).singleElement().asString().contains("waiting for the operator");
        state.enter(Phase.RUNNING, "");
        assertThat(status().waits()).singleElement().asString().contains("connecting to both servers");
        assertThat(ReverseStatus.beforeFirstRun().in(Phase.FAILED).phase()).isEqualTo(Phase.FAILED);
    }

    @Test
    void showsSpeedOnlyWhileItRuns() throws InterruptedException {
        state.enter(Phase.RUNNING, "");
        state.statistics().committed(new long[] {1, 1}, new ChangeCounts(), 2);
        state.measure();
        assertThat(status().transactionsPerSecond()).isPositive();
        state.enter(Phase.FAILED, "");
        assertThat(status().transactionsPerSecond()).isZero();
        assertThat(status().transactions()).isEqualTo(2);
    }
}
