package io.gaussferry.pipeline.decision;

import io.gaussferry.checkpoint.Ownership;
import io.gaussferry.error.FencedException;
import io.gaussferry.error.TransactionException;
import io.gaussferry.pipeline.status.PipelineStatus.HeldDefinition;
import io.gaussferry.pipeline.status.PipelineStatus.Waiting;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The point where replay waits for the operator at a transaction that it cannot apply. Thread-safe. */
public final class DecisionPoint {

    private final Duration checkInterval;
    private volatile @Nullable Waiting waiting;
    private @Nullable Ownership ownership;
    private boolean deciding;
    /** Whether the decision's COMMIT was sent, and its outcome is unknown. */
    private boolean isCommitting;

    private boolean stopped;

    /** Creates a point that checks the ownership every ten seconds. */
    public DecisionPoint() {
        this(Duration.ofSeconds(10));
    }

    DecisionPoint(Duration checkInterval) {
        this.checkInterval = checkInterval;
    }

    /** Checks whether the daemon still owns the pipeline. */
    public interface OwnershipCheck {

        /** Throws {@link FencedException} if another daemon has taken over; returns if that is not known. */
        void run(Ownership held);
    }

    /** The operator's decision about the transaction. */
    public interface Decision<T> {

        /**
         * Executes the decision.
         *
         * @param held the progress ownership
         * @param committing receives, before the commit, the ownership until its outcome is known
         * @throws io.gaussferry.error.GaussferryException if the decision was not executed, or if the outcome of its
         *     commit is unknown
         */
        Decided<T> run(Ownership held, Consumer<Ownership> committing);
    }

    /**
     * The result of an executed decision.
     *
     * @param outcome reported to the operator
     * @param ownership the progress ownership from now on
     */
    public record Decided<T>(T outcome, Ownership ownership) {}

    /** Returns the transaction at which replay waits; null if it does not wait. */
    @Nullable
    public Waiting waiting() {
        return waiting;
    }

    /**
     * Waits for a decision.
     *
     * @param held the progress ownership
     * @param definition the definition change that is to be decided; null for another transaction
     * @param check called while it waits
     * @return the ownership for the next run; empty if the pipeline ends
     * @throws FencedException if another daemon has taken over: it waits for the decision instead
     */
    public Optional<Ownership> await(
            TransactionException failure, Ownership held, @Nullable HeldDefinition definition, OwnershipCheck check)
            throws InterruptedException {
        begin(held, new Waiting(failure.transaction(), Instant.now(), failure.problem(), failure.remedy(), definition));
        while (!awaitDecision()) {
            try {
                check.run(held);
            } catch (FencedException e) {
                if (endUndecided()) {
                    throw e;
                }
            }
        }
        return end();
    }

    private synchronized void begin(Ownership held, Waiting at) {
        ownership = held;
        waiting = at;
    }

    /** Returns false if there is no decision within the interval. */
    private synchronized boolean awaitDecision() throws InterruptedException {
        long until = System.nanoTime() + checkInterval.toNanos();
        while (waiting != null && !stopped) {
            long left = until - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        return true;
    }

    /** Ends the waiting; returns false if a decision is being executed, which raises the epoch, too. */
    private synchronized boolean endUndecided() {
        if (deciding || waiting == null) {
            return false;
        }
        waiting = null;
        return true;
    }

    private synchronized Optional<Ownership> end() {
        waiting = null;
        return stopped ? Optional.empty() : Optional.of(Objects.requireNonNull(ownership));
    }

    /** Retries the transaction; returns whether replay waits at it. */
    public synchronized boolean retry(String transaction) {
        if (isDecided(transaction)) {
            return false;
        }
        decided();
        return true;
    }

    /**
     * Executes a decision that ends the waiting.
     *
     * @return the outcome; empty if replay does not wait at the transaction
     * @throws io.gaussferry.error.GaussferryException if the decision was not executed; replay waits as before. If its
     *     commit failed, replay resumes, and waits again unless the commit succeeded
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

    /**
     * Stores the ownership during the commit. From here on only the target knows the outcome; the next run reads it.
     */
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

    /** Ends the waiting without a decision. */
    public synchronized void stop() {
        stopped = true;
        notifyAll();
    }
}
