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
 * Sees to it that taking over does not wait for a former owner that has stopped, or whose connection was cut: its transaction would keep
 * the locks of the progress rows until the target notices, which may be never. An owner that is at work commits in that time. Begun and closed by one
 * thread; has one of its own.
 */
final class TakeOver implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(TakeOver.class);

    /** A commit, or a batch that waits for its turn to commit, is done in less. */
    private static final long PATIENCE_MILLIS = 1_500;

    private final CountDownLatch done = new CountDownLatch(1);

    /** @param waiting the connection that is going to take over */
    TakeOver(Supervisor threads, TargetSessions pool, Connection waiting) throws SQLException {
        long session = LockHolders.session(waiting);
        threads.start("take-over", Role.PREPARES, () -> watch(pool, session));
    }

    private void watch(TargetSessions pool, long session) throws InterruptedException {
        while (!done.await(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)) {
            try (Connection target = pool.openBounded()) {
                int ended = LockHolders.endIdle(target, session);
                if (ended > 0) {
                    LOG.warn(
                            "Ended {} session(s) on the target that kept the progress rows locked without doing anything:"
                                    + " a former owner has stopped, or its connection was cut",
                            ended);
                }
            } catch (SQLException | GaussferryException e) {
                LOG.warn("Cannot end the session of the former owner, taking over waits for it: {}", e.getMessage());
                return;
            }
        }
    }

    @Override
    public void close() {
        done.countDown();
    }
}
