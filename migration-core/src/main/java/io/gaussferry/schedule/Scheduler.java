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

/** Takes transactions from the queue, splits them into row changes, and appends them to batches. */
public final class Scheduler {

    private final TransactionQueue queue;
    private final BatchOrder order;
    private final RowSplitter splitter;
    private final DependencyTracking tracking;
    private final @Nullable CatchUpFilter catchUp;
    private final LogicalClock clock = new LogicalClock();

    /** Creates a scheduler of all changes, for a target without rows from after the start of the replay. */
    public Scheduler(TransactionQueue queue, BatchOrder order, RowSplitter splitter, DependencyTracking tracking) {
        this(queue, order, splitter, tracking, null);
    }

    /**
     * @param queue source of the transactions
     * @param order receives the transactions
     * @param splitter determines their row changes and keys
     * @param tracking determines which transactions are independent
     * @param catchUp removes changes that copied rows contain; null if all rows are as of the start of the replay
     */
    public Scheduler(
            TransactionQueue queue,
            BatchOrder order,
            RowSplitter splitter,
            DependencyTracking tracking,
            @Nullable CatchUpFilter catchUp) {
        this.catchUp = catchUp;
        this.queue = queue;
        this.order = order;
        this.splitter = splitter;
        this.tracking = tracking;
    }

    /**
     * Runs until the queue has ended and is empty; the appliers then end after they have executed all batches. The appliers are notified
     * however this method ends.
     */
    public void run() throws InterruptedException {
        try {
            schedule();
        } catch (GaussferryException | InterruptedException e) {
            // earlier transactions are complete and must be on the target when replay stops
            order.end();
            throw e;
        } catch (Throwable e) {
            // the order may contain an incomplete transaction
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
                        e.code(),
                        e.category(),
                        e.problem() + "\n  at: schedule, " + transaction,
                        e.remedy(),
                        e,
                        transaction.gtid().toString());
            }
            if (tracking == DependencyTracking.LOGICAL_CLOCK && transaction.fragment() != Fragment.LAST) {
                writeSet.requireAfter(clock.sequenceToWaitFor(transaction));
            }
            order.append(transaction, changes, writeSet);
        }
    }
}
