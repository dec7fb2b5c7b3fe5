package io.gaussferry.pipeline.run;

import io.gaussferry.error.Attempt;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.jdbc.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Notices that the target was restarted or lost while nothing is replicated: the appliers then send no statement. Without it, a cutover whose
 * source is fenced could not continue and could not be rolled back, because the run's ownership is that of the former server. Uses one
 * thread; closed by any thread.
 */
final class TargetMonitor implements AutoCloseable {

    private static final Duration INTERVAL = Duration.ofSeconds(1);

    private final Duration interval;
    private final CountDownLatch done = new CountDownLatch(1);

    TargetMonitor() {
        this(INTERVAL);
    }

    /** @param interval between two questions */
    TargetMonitor(Duration interval) {
        this.interval = interval;
    }

    /**
     * Sends a query at intervals until {@link #close}.
     *
     * @param target a connection of the run, used by this thread alone
     * @throws GaussferryException if the target no longer answers, which ends the run: the next one connects again
     */
    void watch(Connection target) throws InterruptedException {
        try {
            while (!done.await(interval.toMillis(), TimeUnit.MILLISECONDS)) {
                Sql.execute(target, "SELECT 1");
                target.rollback();
            }
        } catch (SQLException e) {
            throw Attempt.failure("reach the target", "see the target's log", e);
        }
    }

    @Override
    public void close() {
        done.countDown();
    }
}
