package io.gaussferry.schedule.order;

import io.gaussferry.change.SourceTransaction;
import io.gaussferry.model.Progress;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A batch in the hands of an applier, and all that the applier must ask about it until it is committed. Used by the applier's thread; everything that waits ends when the order is aborted.
 */
public interface Assignment {

    /** What an applier that waits with locks in its hands is told. */
    enum Pass {
        /** What it waited for is committed. */
        GRANTED,
        /** An earlier batch may be waiting for its locks: it must roll back, and {@link #awaitRetry}. */
        YIELD
    }

    /** Returns what is to be executed; of a large transaction, its first part. */
    Batch batch();

    /** Waits for the next part of a large transaction; null after the last. */
    @Nullable
    Batch nextFragment() throws InterruptedException;

    /** Returns whether everything that the batch depends on is committed. */
    boolean isReady();

    /** Waits until everything that the batch depends on is committed. */
    Pass awaitDependencies() throws InterruptedException;

    /**
     * Waits until what was executed may be committed.
     *
     * @return the right to do so; empty if it must yield, as {@link Pass#YIELD} has it
     */
    Optional<CommitPermit> awaitCommitOrder() throws InterruptedException;

    /** Waits, with no locks in its hands, until a batch that was rolled back may be executed again. */
    void awaitRetry() throws InterruptedException;

    /** Notes that it was rolled back because the target refused it, or others were in its way: later ones must not be in its way again. */
    void rolledBack();

    /** Returns what the applier's progress row must say when this is committed; all of a large transaction's parts have been taken. */
    Progress progress();

    /** Returns what stands before one of its transactions, which can be committed in place of all; empty if that is the first. */
    Optional<Assignment> before(SourceTransaction end);

    /** Notes that it is committed. */
    void committed();
}
