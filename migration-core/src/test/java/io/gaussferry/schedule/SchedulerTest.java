package io.gaussferry.schedule;

import static io.gaussferry.testing.IntTable.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.convert.RowFormat;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.LowWaterMark;
import io.gaussferry.model.Progress;
import io.gaussferry.schedule.key.DependencyTracking;
import io.gaussferry.schedule.key.RowSplitter;
import io.gaussferry.schedule.order.Assignment;
import io.gaussferry.schedule.order.BatchLimits;
import io.gaussferry.schedule.order.CommitOrder;
import io.gaussferry.schedule.order.ThreadMonitor;
import io.gaussferry.schema.ForeignKeys;
import io.gaussferry.schema.TableVersion;
import io.gaussferry.testing.IntTable;
import io.gaussferry.testing.Transactions;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Appliers wait for the scheduler's batches: they must be notified however it ends. */
@Timeout(30)
class SchedulerTest {

    private static final Progress NOTHING = new Progress("", new LowWaterMark(0, new BinlogPosition("", 0)));

    private final IntTable good = new IntTable("good", 1, List.of(List.of(0)));
    private final IntTable bad = new IntTable("bad", 1, List.of(List.of(0)));
    private final TransactionQueue queue = new TransactionQueue(10_000, () -> {}, new ThreadMonitor());
    private final CommitOrder order = new CommitOrder(new BatchLimits(1, 1_000, 10_000), NOTHING, new ThreadMonitor());

    /** Failed when only a GaussferryException ended the order. */
    @Test
    void abortsOrderOnDefect() throws InterruptedException {
        Error defect = new OutOfMemoryError("heap");
        deliver();
        assertThatThrownBy(() -> scheduler(defect).run()).isSameAs(defect);
        assertThat(order.take(0)).isNull();
    }

    @Test
    void executesTransactionsBeforeUnreadableOne() throws InterruptedException {
        deliver();
        GaussferryException unreadable =
                new GaussferryException(ErrorCode.DEFINITION_UNKNOWN, "no such column", "none", null);
        assertThatThrownBy(() -> scheduler(unreadable).run()).hasMessageContaining("no such column");
        Assignment sound = Objects.requireNonNull(order.take(0));
        assertThat(sound.batch().transactions()).hasSize(1);
        sound.awaitCommitOrder().orElseThrow().require();
        sound.committed();
        assertThat(order.take(0)).isNull();
    }

    private void deliver() throws InterruptedException {
        queue.accept(Transactions.transaction(1, good.insert(row(1))));
        queue.accept(Transactions.transaction(2, bad.insert(row(1))));
        queue.flush();
    }

    private Scheduler scheduler(Throwable failure) {
        Function<TableVersion, RowFormat> formats = table -> {
            if (table.definition().id().equals(good.version().definition().id())) {
                return IntTable.CONVERSION.format(table);
            }
            throw SchedulerTest.<RuntimeException>sneaky(failure);
        };
        RowSplitter splitter =
                new RowSplitter(formats, ForeignKeys.NONE, id -> good.version().definition(), false);
        return new Scheduler(queue, order, splitter, DependencyTracking.WRITE_SET);
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> RuntimeException sneaky(Throwable failure) throws T {
        throw (T) failure;
    }
}
