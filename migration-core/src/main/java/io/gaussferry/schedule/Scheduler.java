package io.gaussferry.schedule;

import io.gaussferry.convert.RowFormat;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.schema.TableVersion;
import io.gaussferry.source.SourceTransaction;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Takes transactions from the queue, splits them into row changes, and appends them to the open batch. */
public final class Scheduler {

    private final TransactionQueue queue;
    private final CommitOrder order;
    private final RowSplitter splitter;

    /**
     * @param queue where transactions come from
     * @param order where they go to
     * @param formats finds how a table version's images are read
     */
    public Scheduler(TransactionQueue queue, CommitOrder order, Function<TableVersion, RowFormat> formats) {
        this.queue = queue;
        this.order = order;
        this.splitter = new RowSplitter(formats);
    }

    /** Runs until the queue has ended and is empty; then the lanes end when they have executed what is there. */
    public void run() throws InterruptedException {
        WriteSet writeSet = new WriteSet();
        List<RowChange> changes = new ArrayList<>();
        for (SourceTransaction transaction = queue.take(); transaction != null; transaction = queue.take()) {
            changes.clear();
            writeSet.clear();
            try {
                requireWhole(transaction);
                splitter.split(transaction, changes, writeSet);
            } catch (GaussferryException e) {
                // what came before is sound, and shall be on the target when replay stops
                order.end();
                throw new GaussferryException(
                        e.category(), e.problem() + "\n  at: schedule, " + transaction, e.remedy(), e);
            }
            order.append(transaction, changes, writeSet);
        }
        order.end();
    }

    private static void requireWhole(SourceTransaction transaction) {
        if (transaction.part() != SourceTransaction.Part.WHOLE) {
            throw new GaussferryException(
                    ErrorCategory.FATAL,
                    "A transaction that is larger than a part: applying it in parts is not built yet.",
                    "raise gaussferry.source.transaction-part-bytes, and the heap with it (-Xmx)",
                    null);
        }
    }
}
