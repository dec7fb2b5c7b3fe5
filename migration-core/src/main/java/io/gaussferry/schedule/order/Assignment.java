package io.gaussferry.schedule.order;

import io.gaussferry.change.SourceTransaction;
import io.gaussferry.model.Progress;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A batch assigned to an applier, with all state that the applier needs until the batch is committed. Used by the applier's thread; all
 * waits end when the order is aborted.
 */
public interface Assignment {

    /** Result of a wait by an applier that holds locks. */
    enum Pass {
        /** The batches it waited for are committed. */
        GRANTED,
        /** An earlier batch may be waiting for its locks: it must roll back and call {@link #awaitRetry}. */
        YIELD
    }

    /** Returns the batch to execute; for a large transaction, its first part. */
    Batch batch();

    /** Waits for the next part of a large transaction; returns null after the last. */
    @Nullable
    Batch nextFragment() throws InterruptedException;

    /** Returns whether all batches that this one depends on are committed. */
    boolean isReady();

    /** Waits until all batches that this one depends on are committed. */
    Pass awaitDependencies() throws InterruptedException;

    /**
     * Waits until the executed batch may be committed.
     *
     * @return the permit to commit; empty if the applier must yield, as with {@link Pass#YIELD}
     */
    Optional<CommitPermit> awaitCommitOrder() throws InterruptedException;

    /** Waits, without holding locks, until a batch that was rolled back may be executed again. */
    void awaitRetry() throws InterruptedException;

    /**
     * Records that the batch was rolled back because the target rejected it or it blocked others. Later batches must not block it again.
     */
    void rolledBack();

    /** Returns the progress for the applier's progress row in the commit. All parts of a large transaction must have been taken. */
    Progress progress();

    /**
     * Returns an assignment of the transactions before one of its own, which can be committed instead of all; empty if that is the first.
     */
    Optional<Assignment> before(SourceTransaction end);

    /**
     * Returns an assignment for each of its transactions, in source order, to be committed one after the other in place of this one. At
     * least one; only a whole batch has them, not a part of a large transaction.
     */
    List<Assignment> oneByOne();

    /** Records that the batch is committed. */
    void committed();
}
