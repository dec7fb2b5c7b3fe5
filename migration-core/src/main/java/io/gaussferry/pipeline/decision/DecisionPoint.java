package io.gaussferry.pipeline.decision;

import io.gaussferry.checkpoint.Ownership;
import io.gaussferry.error.TransactionException;
import io.gaussferry.pipeline.status.PipelineStatus.HeldDefinition;
import io.gaussferry.pipeline.status.PipelineStatus.Waiting;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Where replay waits for a person at a transaction that it cannot pass. Thread-safe. */
public final class DecisionPoint {

    private volatile @Nullable Waiting waiting;
    private @Nullable Ownership ownership;
    private boolean deciding;
    /** Whether the decision's COMMIT was sent, and its outcome is unknown. */
    private boolean isCommitting;

    private boolean stopped;

    /** What a person wants done with the transaction. */
    public interface Decision<T> {

        /**
         * Does it.
         *
         * @param held the right by which it is done
         * @param committing receives, before the commit, what is owned until its outcome is known
         * @throws io.gaussferry.error.GaussferryException if it cannot be done, and nothing was; or if the outcome of its commit is not known
         */
        Decided<T> run(Ownership held, Consumer<Ownership> committing);
    }

    /**
     * What a daemon goes on by when a decision was carried out.
     *
     * @param outcome what was done
     * @param ownership the right to write progress from now on
     */
    public record Decided<T>(T outcome, Ownership ownership) {}

    /** Returns what it waits at; null while it does not. */
    @Nullable
    public Waiting waiting() {
        return waiting;
    }

    /**
     * Waits for a decision.
     *
     * @param held the right to write progress
     * @param definition the change of definitions that it is about; null for another transaction
     * @return the right by which the next run goes on; empty if there is to be none
     */
    public synchronized Optional<Ownership> await(
            TransactionException failure, Ownership held, @Nullable HeldDefinition definition)
            throws InterruptedException {
        ownership = held;
        waiting = new Waiting(failure.transaction(), Instant.now(), failure.problem(), failure.remedy(), definition);
        while (waiting != null && !stopped) {
            wait();
        }
        waiting = null;
        return stopped ? Optional.empty() : Optional.of(Objects.requireNonNull(ownership));
    }

    /** The transaction is tried again; returns whether replay waits at it. */
    public synchronized boolean retry(String transaction) {
        if (isDecided(transaction)) {
            return false;
        }
        decided();
        return true;
    }

    /**
     * Carries out a decision that ends the waiting.
     *
     * @return what was done; empty if replay does not wait at the transaction
     * @throws io.gaussferry.error.GaussferryException if nothing was done; replay waits as before. If its commit failed, replay resumes, and waits again unless
     *     the commit succeeded
     */
    public <T> Optional<T> decide(String transaction, Decision<T> decision) {
        Ownership held;
        synchronized (this) {
            if (isDecided(transaction)) {
                return Optional.empty();
            }
            deciding = true;
            held = Objects.requireNonNull(ownership);
        }
        try {
            Decided<T> decided = decision.run(held, this::committing);
            synchronized (this) {
                ownership = decided.ownership();
                isCommitting = false;
                decided();
            }
            return Optional.of(decided.outcome());
        } finally {
            synchronized (this) {
                deciding = false;
                if (isCommitting) {
                    isCommitting = false;
                    decided();
                }
            }
        }
    }

    /** Only the target knows from here on what was done: the next run finds out. */
    private synchronized void committing(Ownership until) {
        ownership = until;
        isCommitting = true;
    }

    private boolean isDecided(String transaction) {
        Waiting at = waiting;
        return deciding || at == null || !at.transaction().equals(transaction);
    }

    private void decided() {
        waiting = null;
        notifyAll();
    }

    /** There is nothing more to wait for. */
    public synchronized void stop() {
        stopped = true;
        notifyAll();
    }
}
