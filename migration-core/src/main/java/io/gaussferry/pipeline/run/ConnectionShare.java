package io.gaussferry.pipeline.run;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.opengauss.SharedConnections;
import io.gaussferry.pipeline.settings.PipelineSettings;
import java.sql.SQLException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A run's part of the connections that pipelines share on the target, taken before it copies or replays. If it has more than its part while
 * another waits, replay ends after what it has begun, and the next run begins with less. Closed by any thread.
 */
final class ConnectionShare implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ConnectionShare.class);

    private static final long BETWEEN_ATTEMPTS_MILLIS = 500;

    /** Beginning a run again costs about a second of replay. */
    private static final long BETWEEN_LOOKS_SECONDS = 5;

    private final RunSessions sessions;
    private final @Nullable SharedConnections shared;
    private final int taken;
    private final CountDownLatch done = new CountDownLatch(1);

    private ConnectionShare(RunSessions sessions, @Nullable SharedConnections shared, int taken) {
        this.sessions = sessions;
        this.shared = shared;
        this.taken = taken;
    }

    /** Waits until there is a connection for this pipeline; null if it was stopped before. */
    static @Nullable ConnectionShare take(RunContext context, RunSessions sessions)
            throws SQLException, InterruptedException {
        PipelineSettings settings = context.settings();
        int total = settings.target().sharedConnections();
        if (total == 0) {
            return new ConnectionShare(sessions, null, Integer.MAX_VALUE);
        }
        int wanted = Math.max(settings.appliers(), settings.copy().workers());
        SharedConnections shared = new SharedConnections(sessions.openBounded(), total);
        int taken = shared.take(wanted);
        if (taken == 0) {
            context.listener().queued(waits(settings, total));
        }
        while (taken == 0) {
            if (sessions.threads().isStopped()) {
                return null;
            }
            Thread.sleep(BETWEEN_ATTEMPTS_MILLIS);
            taken = shared.take(wanted);
        }
        LOG.info("{} has {} of {} connections that pipelines share on the target", settings.name(), taken, total);
        return new ConnectionShare(sessions, shared, taken);
    }

    private static GaussferryException waits(PipelineSettings settings, int total) {
        return new GaussferryException(
                ErrorCategory.RETRY,
                "Pipeline \"" + settings.name() + "\" waits for one of the " + total
                        + " connections that pipelines share on the target.",
                "nothing to do: it has its turn when another gives one back; with fewer connections than pipelines"
                        + " that is when one ends: then raise gaussferry.target.shared-connections for all",
                null);
    }

    /** Returns how many of a number may be used. */
    int atMost(int wanted) {
        return Math.min(wanted, taken);
    }

    /** Looks whether others wait, on a thread of the run, until {@link #close}. */
    void watch() throws SQLException, InterruptedException {
        while (shared != null && !done.await(BETWEEN_LOOKS_SECONDS, TimeUnit.SECONDS)) {
            if (shared.isAskedFor(taken)) {
                LOG.info("Replay begins again with less than {} connections: another pipeline waits for some", taken);
                sessions.threads().end();
                return;
            }
        }
    }

    /** Ends {@link #watch}. */
    @Override
    public void close() {
        done.countDown();
    }
}
