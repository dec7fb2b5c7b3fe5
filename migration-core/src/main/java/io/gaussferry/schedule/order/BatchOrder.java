package io.gaussferry.schedule.order;

import io.gaussferry.change.RowChange;
import io.gaussferry.change.SourceTransaction;
import io.gaussferry.schedule.key.WriteSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Forms batches of transactions and hands them to appliers, each as an {@link Assignment} that knows when it may be executed and committed.
 *
 * <p>Thread-safe. The scheduler's thread appends and ends; appliers take; anyone may abort.
 */
public interface BatchOrder {

    /**
     * Adds a transaction to a batch; blocks while there is no room for it. A part of a large transaction waits until everything
     * before it is committed, and what comes after it waits for its commit.
     *
     * @param changes its row changes; the caller keeps the list
     * @param writeSet what it depends on; the caller keeps it. Not looked at for parts
     */
    void append(SourceTransaction transaction, List<RowChange> changes, WriteSet writeSet) throws InterruptedException;

    /** There will be no more transactions; what was appended is still executed. */
    void end();

    /** Ends everything: whoever waits here, or will, is interrupted, and no permit to commit is worth anything any more. */
    void abort();

    /**
     * Waits for a batch that is worth executing; null when there will be no more.
     *
     * @param applier who asks, from 0
     */
    @Nullable
    Assignment take(int applier) throws InterruptedException;
}
