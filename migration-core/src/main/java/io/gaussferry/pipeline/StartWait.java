package io.gaussferry.pipeline;

import io.gaussferry.error.Attempt;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.lifecycle.Supervisor;
import io.gaussferry.lifecycle.Supervisor.Role;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * The wait of a pipeline for its servers before the first run. Each check is made on a thread of its own, because a connection attempt cannot be
 * interrupted. {@link #await} is called by one thread, {@link #stop} by any.
 */
final class StartWait {

    /** A check only reads, so the process may end while its thread waits for a server. */
    private static final Duration LONGEST_ABORT = Duration.ofMillis(500);

    private final Backoff backoff;
    private final CountDownLatch stopRequested;
    private volatile @Nullable Supervisor checking;

    StartWait(Backoff backoff, CountDownLatch stopRequested) {
        this.backoff = backoff;
        this.stopRequested = stopRequested;
    }

    /**
     * Makes a check until it succeeds.
     *
     * @param found the failure of a check that the caller has made; null for none
     * @return whether it succeeded; not if the pipeline was stopped before
     * @throws GaussferryException of the check, of another category than RETRY
     */
    boolean await(@Nullable GaussferryException found, Runnable check) throws InterruptedException {
        if (found != null && backoff.awaitNext(found)) {
            return false;
        }
        while (stopRequested.getCount() > 0) {
            try {
                return make(check);
            } catch (GaussferryException e) {
                if (stopRequested.getCount() == 0) {
                    return false;
                }
                if (e.category() != ErrorCategory.RETRY) {
                    throw e;
                }
                if (backoff.awaitNext(e)) {
                    return false;
                }
            }
        }
        return false;
    }

    private boolean make(Runnable check) throws InterruptedException {
        Supervisor threads = new Supervisor("the check of both servers");
        checking = threads;
        threads.start("start-check", Role.PREPARES, check::run);
        if (stopRequested.getCount() == 0) {
            stop(threads);
        }
        try {
            threads.join();
            return !threads.isStopped();
        } catch (SQLException e) {
            throw Attempt.failure("check both servers", "see what the message names", e);
        } catch (InterruptedException e) {
            if (threads.isStopped()) {
                return false;
            }
            throw e;
        } finally {
            checking = null;
        }
    }

    /** Ends a check that is being made; any thread. */
    void stop() {
        Supervisor threads = checking;
        if (threads != null) {
            stop(threads);
        }
    }

    private static void stop(Supervisor threads) {
        threads.stop();
        threads.abort(LONGEST_ABORT);
    }
}
