package io.gaussferry.pipeline;

import io.gaussferry.checkpoint.ProgressStore.Ownership;
import io.gaussferry.error.TransactionException;
import io.gaussferry.pipeline.PipelineStatus.Waiting;
import io.gaussferry.pipeline.TransactionSkip.Outcome;
import io.gaussferry.pipeline.TransactionSkip.Skipped;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Where replay waits for a person at a transaction that it cannot pass. Thread-safe. */
final class DecisionPoint {

    private final Skip skip;
    private volatile @Nullable Waiting waiting;
    private @Nullable Ownership ownership;
    private boolean skipping;
    private boolean stopped;

    /** Has a transaction passed over, as {@link TransactionSkip} does. */
    interface Skip {

        /**
         * Does it.
         *
         * @param held the right by which it is done
         * @throws io.gaussferry.error.GaussferryException if it cannot be done, and nothing was
         */
        Skipped run(String transaction, String reason, boolean takeDefinitions, Ownership held);
    }

    DecisionPoint(Skip skip) {
        this.skip = skip;
    }

    /** Returns what it waits at; null while it does not. */
    @Nullable
    Waiting waiting() {
        return waiting;
    }

    /**
     * Waits for a decision.
     *
     * @param held the right to write progress
     * @return the right by which the next run goes on; empty if there is to be none
     */
    synchronized Optional<Ownership> await(TransactionException failure, Ownership held) throws InterruptedException {
        ownership = held;
        waiting = new Waiting(failure.transaction(), Instant.now(), failure.problem(), failure.remedy());
        while (waiting != null && !stopped) {
            wait();
        }
        waiting = null;
        return stopped ? Optional.empty() : Optional.of(Objects.requireNonNull(ownership));
    }

    /** The transaction is tried again; returns whether replay waits at it. */
    synchronized boolean retry(String transaction) {
        if (isDecided(transaction)) {
            return false;
        }
        decided();
        return true;
    }

    /**
     * The transaction is not to be replayed.
     *
     * @return what was done; empty if replay does not wait at it
     * @throws io.gaussferry.error.GaussferryException if nothing was done; replay waits as before
     */
    Optional<Outcome> skip(String transaction, String reason, boolean takeDefinitions) {
        Ownership held;
        synchronized (this) {
            if (isDecided(transaction)) {
                return Optional.empty();
            }
            skipping = true;
            held = Objects.requireNonNull(ownership);
        }
        try {
            Skipped skipped = skip.run(transaction, reason, takeDefinitions, held);
            synchronized (this) {
                ownership = skipped.ownership();
                decided();
            }
            return Optional.of(skipped.outcome());
        } finally {
            synchronized (this) {
                skipping = false;
            }
        }
    }

    private boolean isDecided(String transaction) {
        Waiting at = waiting;
        return skipping || at == null || !at.transaction().equals(transaction);
    }

    private void decided() {
        waiting = null;
        notifyAll();
    }

    /** There is nothing more to wait for. */
    synchronized void stop() {
        stopped = true;
        notifyAll();
    }
}
