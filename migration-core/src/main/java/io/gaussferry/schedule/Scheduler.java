package io.gaussferry.schedule;

import io.gaussferry.change.RowChange;
import io.gaussferry.change.SourceTransaction;
import io.gaussferry.change.SourceTransaction.Fragment;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.TransactionException;
import io.gaussferry.schedule.key.DependencyTracking;
import io.gaussferry.schedule.key.LogicalClock;
import io.gaussferry.schedule.key.RowSplitter;
import io.gaussferry.schedule.key.WriteSet;
import io.gaussferry.schedule.order.BatchOrder;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Takes transactions from the queue, splits them into row changes, and appends them to a batch. */
public final class Scheduler {

    private final TransactionQueue queue;
    private final BatchOrder order;
    private final RowSplitter splitter;
    private final DependencyTracking tracking;
    private final @Nullable CatchUp catchUp;
    private final LogicalClock clock = new LogicalClock();

    /** A scheduler of all changes, for a target that has no rows from after where replay begins. */
    public Scheduler(TransactionQueue queue, BatchOrder order, RowSplitter splitter, DependencyTracking tracking) {
        this(queue, order, splitter, tracking, null);
    }

    /**
     * @param queue where transactions come from
     * @param order where they go to
     * @param splitter finds their rows and keys
     * @param tracking by what transactions are found independent
     * @param catchUp leaves out what copied rows have; null where they are all as of where replay begins
     */
    public Scheduler(
            TransactionQueue queue,
            BatchOrder order,
            RowSplitter splitter,
            DependencyTracking tracking,
            @Nullable CatchUp catchUp) {
        this.catchUp = catchUp;
        this.queue = queue;
        this.order = order;
        this.splitter = splitter;
        this.tracking = tracking;
    }

    /**
     * Runs until the queue has ended and is empty; then the appliers end when they have executed what is there. However it ends, the appliers
     * hear of it.
     */
    public void run() throws InterruptedException {
        try {
            schedule();
        } catch (GaussferryException | InterruptedException e) {
            // what came before is sound, and shall be on the target when replay stops
            order.end();
            throw e;
        } catch (Throwable e) {
            // nobody knows what a transaction has left in the order that was appended by half
            order.abort();
            throw e;
        }
        order.end();
    }

    private void schedule() throws InterruptedException {
        WriteSet writeSet = new WriteSet();
        List<RowChange> changes = new ArrayList<>();
        for (SourceTransaction transaction = queue.take(); transaction != null; transaction = queue.take()) {
            changes.clear();
            writeSet.clear();
            try {
                splitter.split(transaction, changes, writeSet);
                if (catchUp != null) {
                    catchUp.reduce(changes);
                }
            } catch (GaussferryException e) {
                throw new TransactionException(
                        e.category(),
                        e.problem() + "\n  at: schedule, " + transaction,
                        e.remedy(),
                        e,
                        transaction.gtid().toString());
            }
            if (tracking == DependencyTracking.LOGICAL_CLOCK && transaction.fragment() != Fragment.LAST) {
                writeSet.comeAfter(clock.comesAfter(transaction));
            }
            order.append(transaction, changes, writeSet);
        }
    }
}
