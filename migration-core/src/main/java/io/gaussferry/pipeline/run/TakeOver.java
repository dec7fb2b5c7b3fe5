package io.gaussferry.pipeline.run;

import io.gaussferry.error.GaussferryException;
import io.gaussferry.lifecycle.Supervisor;
import io.gaussferry.lifecycle.Supervisor.Role;
import io.gaussferry.opengauss.LockHolders;
import io.gaussferry.opengauss.TargetSessions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends idle sessions of a former owner that has stopped or whose connection was cut, while this daemon takes over. The
 * former owner's transaction would keep the progress rows locked until the target notices, which may be never. An
 * active owner commits within this time. Started and closed by one thread; uses a thread of its own.
 */
final class TakeOver implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(TakeOver.class);

    /** A commit, or a batch that waits for its turn to commit, takes less time. */
    private static final long PATIENCE_MILLIS = 1_500;

    private final CountDownLatch done = new CountDownLatch(1);

    /** @param waiting the connection that takes over */
    TakeOver(Supervisor threads, TargetSessions pool, Connection waiting) throws SQLException {
        long session = LockHolders.session(waiting);
        threads.start("take-over", Role.PREPARES, () -> watch(pool, session));
    }

    private void watch(TargetSessions pool, long session) throws InterruptedException {
        while (!done.await(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)) {
            try (Connection target = pool.openBounded()) {
                int ended = LockHolders.terminateIdle(target, session);
                if (ended > 0) {
                    LOG.warn(
                            "Ended {} idle session(s) on the target that kept the progress rows locked:"
                                    + " a former owner has stopped, or its connection was cut",
                            ended);
                }
            } catch (SQLException | GaussferryException e) {
                LOG.warn("Cannot end the session of the former owner; the takeover waits for it: {}", e.getMessage());
                return;
            }
        }
    }

    @Override
    public void close() {
        done.countDown();
    }
}
