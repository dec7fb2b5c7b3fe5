package io.gaussferry.pipeline.reverse;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.RowValueMarks;
import io.gaussferry.error.TransactionException;
import io.gaussferry.lifecycle.TimeLimit;
import io.gaussferry.opengauss.decoding.ChangedTableException;
import io.gaussferry.pipeline.reverse.ReverseStatus.Phase;
import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Repeats the runs of reverse replication: after a failure that may pass with a growing delay, after a refused transaction when it is decided.
 * Ends when it is stopped, or after a permanent failure. {@link #run} needs a thread of its own; the other methods may be called from any
 * thread.
 */
final class ReverseLoop {

    private static final long NONE_COMPLETED = -1;

    private static final Logger LOG = LoggerFactory.getLogger(ReverseLoop.class);

    private static final Duration FIRST_DELAY = Duration.ofMillis(200);
    private static final Duration LONGEST_DELAY = Duration.ofSeconds(10);
    private static final Duration RECOVERY_POLL = Duration.ofMillis(100);

    private final Run run;
    private final Decision decision;
    private final LongSupplier definitions;
    private final ReverseReplicationState state;
    private final Predicate<GaussferryException> recovered;
    /** How many definitions MySQL had received when a changed table last ended a run without progress since; -1 if none has. */
    private long completedAtChange = NONE_COMPLETED;

    private Duration delay = FIRST_DELAY;
    private boolean stopped;

    /** One run. */
    interface Run {
        /**
         * Runs until it is stopped.
         *
         * @throws GaussferryException if it cannot continue
         */
        void once() throws InterruptedException;
    }

    /** Decides about a transaction that MySQL refuses. */
    interface Decision {
        /**
         * Waits for the decision of the operator or of the configuration.
         *
         * @return false if it was stopped first
         * @throws GaussferryException if the decision could not be stored
         */
        boolean await(TransactionException refused) throws InterruptedException;
    }

    /**
     * @param definitions returns how many definitions of the target MySQL has received
     * @param state receives the phases
     * @param recovered returns whether the reason of a failure has ended, and with it the delay
     */
    ReverseLoop(
            Run run,
            Decision decision,
            LongSupplier definitions,
            ReverseReplicationState state,
            Predicate<GaussferryException> recovered) {
        this.run = run;
        this.decision = decision;
        this.definitions = definitions;
        this.state = state;
        this.recovered = recovered;
    }

    /** Runs until {@link #stop} or a permanent failure. */
    void run() {
        try {
            while (!isStopped()) {
                long before = state.statistics().transactions();
                try {
                    run.once();
                } catch (GaussferryException e) {
                    if (state.statistics().transactions() > before) {
                        delay = FIRST_DELAY;
                        completedAtChange = NONE_COMPLETED;
                    }
                    if (!continuesAfter(e)) {
                        return;
                    }
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error e) {
            state.enter(Phase.FAILED, "A defect in Gaussferry: " + RowValueMarks.defect(e));
            LOG.error("A defect in Gaussferry ended reverse replication; a restarted daemon continues it", e);
        } finally {
            if (state.phase() != Phase.FAILED) {
                state.enter(Phase.ENDED, state.problem());
            }
        }
    }

    /** Returns whether another run is to follow a failure. */
    private boolean continuesAfter(GaussferryException failure) throws InterruptedException {
        if (failure instanceof ChangedTableException && isFirstSince(definitions.getAsLong())) {
            // the next run gives MySQL the definition, if it can
            LOG.info("Reading the target's definitions again: {}", failure.problem());
            return true;
        }
        if (failure.category() == ErrorCategory.RETRY) {
            retryLater(failure);
            return true;
        }
        state.enter(Phase.FAILED, String.valueOf(failure.getMessage()));
        LOG.error("Reverse replication failed, MySQL no longer receives changes: {}", failure.getMessage());
        return failure instanceof TransactionException refused && isDecided(refused);
    }

    private boolean isDecided(TransactionException refused) throws InterruptedException {
        try {
            return decision.await(refused);
        } catch (GaussferryException notStored) {
            // the next run meets the refused transaction again
            return continuesAfter(notStored);
        }
    }

    private void retryLater(GaussferryException failure) throws InterruptedException {
        state.enter(Phase.RETRYING, String.valueOf(failure.getMessage()));
        LOG.warn("Retrying reverse replication in {} ms: {}", delay.toMillis(), failure.getMessage());
        pauseAfter(failure);
        Duration longer = delay.multipliedBy(2);
        delay = longer.compareTo(LONGEST_DELAY) < 0 ? longer : LONGEST_DELAY;
    }

    /** Returns whether MySQL has received a definition since a changed table last ended a run. */
    private boolean isFirstSince(long completed) {
        boolean isFirst = completed != completedAtChange;
        completedAtChange = completed;
        return isFirst;
    }

    private void pauseAfter(GaussferryException failure) throws InterruptedException {
        long end = System.nanoTime() + delay.toNanos();
        long left = delay.toNanos();
        while (left > 0 && !isStopped() && !recovered.test(failure)) {
            pause(Duration.ofNanos(Math.min(left, RECOVERY_POLL.toNanos())));
            left = end - System.nanoTime();
        }
    }

    /** A shorter pause does no harm. */
    private synchronized void pause(Duration longest) throws InterruptedException {
        if (!stopped) {
            TimeLimit.await(this, longest);
        }
    }

    synchronized boolean isStopped() {
        return stopped;
    }

    /** Ends {@link #run} after its current run, which the caller stops. */
    synchronized void stop() {
        stopped = true;
        notifyAll();
    }
}
