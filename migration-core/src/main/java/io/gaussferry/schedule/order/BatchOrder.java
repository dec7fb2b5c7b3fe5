package io.gaussferry.schedule.order;

import io.gaussferry.change.RowChange;
import io.gaussferry.change.SourceTransaction;
import io.gaussferry.schedule.key.WriteSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Forms batches of transactions and assigns them to appliers. An {@link Assignment} determines when its batch may be executed and
 * committed.
 *
 * <p>Thread-safe. The scheduler's thread appends and ends; appliers take; any thread may abort.
 */
public interface BatchOrder {

    /**
     * Adds a transaction to a batch; blocks while there is no space for it. A part of a large transaction waits until all earlier
     * transactions are committed, and later ones wait for its commit.
     *
     * @param changes its row changes; the caller keeps ownership of the list
     * @param writeSet its dependencies; the caller keeps ownership. Ignored for parts
     */
    void append(SourceTransaction transaction, List<RowChange> changes, WriteSet writeSet) throws InterruptedException;

    /** Declares that no more transactions will be appended; those that were appended are still executed. */
    void end();

    /** Aborts all work: every current and future wait is interrupted, and permits to commit are revoked. */
    void abort();

    /**
     * Waits for a batch that is worth executing; returns null when there are no more.
     *
     * @param applier the number of the calling applier, from 0
     */
    @Nullable
    Assignment take(int applier) throws InterruptedException;
}
