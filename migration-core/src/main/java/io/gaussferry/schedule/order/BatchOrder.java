package io.gaussferry.schedule.order;

import io.gaussferry.change.RowChange;
import io.gaussferry.change.SourceTransaction;
import io.gaussferry.model.Progress;
import io.gaussferry.schedule.key.WriteSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Forms batches of transactions, hands them to appliers, and decides when each may be executed and committed.
 *
 * <p>Thread-safe. The scheduler's thread appends and ends; appliers take, wait and report; anyone may abort.
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

    /** Ends everything: whoever waits here is interrupted. */
    void abort();

    /**
     * Waits for a batch that is worth executing; null when there will be no more.
     *
     * @param applier who asks, from 0
     */
    @Nullable
    Batch take(int applier) throws InterruptedException;

    /** Waits for the next part of a large transaction, whose first part is the given batch; null after the last. */
    @Nullable
    Batch nextFragment(Batch first) throws InterruptedException;

    /** Returns whether everything that the batch depends on is committed. */
    boolean isReady(Batch batch);

    /**
     * Waits until everything that the batch depends on is committed.
     *
     * @return false if an earlier batch may be waiting for locks that this one holds already: it must be rolled back, and executed
     *     anew when {@link #awaitPredecessors} has returned
     */
    boolean awaitDependencies(Batch batch) throws InterruptedException;

    /**
     * Waits until an executed batch may be committed.
     *
     * @return false if an earlier batch may be waiting for this one's locks: it must be rolled back, and executed anew when
     *     {@link #awaitPredecessors} has returned
     */
    boolean awaitCommitOrder(Batch batch) throws InterruptedException;

    /** Returns whether {@link #awaitPredecessors} can be called: whether batches are consecutive parts of the history. */
    boolean isPrefixOrder();

    /** Waits until all earlier batches are committed, for a batch that holds no locks. */
    void awaitPredecessors(Batch batch) throws InterruptedException;

    /** Makes all later batches give up what they hold, until this one is committed. */
    void requestYield(Batch batch);

    /** Returns what the applier's progress row must say when this batch is committed; asked just before that. */
    Progress progress(Batch batch);

    /** Notes that a batch is committed. */
    void committed(Batch batch);
}
