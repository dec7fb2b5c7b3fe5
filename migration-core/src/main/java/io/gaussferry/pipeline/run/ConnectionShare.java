package io.gaussferry.pipeline.run;

import io.gaussferry.error.ErrorCode;
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
 * A run's share of the connections that pipelines share on the target, taken before the run copies or replays. If the
 * run has more than its share while another pipeline waits, it ends after its current batches, and the next run starts
 * with fewer connections. Closed by any thread.
 */
final class ConnectionShare implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ConnectionShare.class);

    private static final long BETWEEN_ATTEMPTS_MILLIS = 500;

    /** Restarting a run costs about a second of replay. */
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

    /** Waits until a connection is free for this pipeline; returns null if the run was stopped before that. */
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
                ErrorCode.CONNECTIONS_EXHAUSTED,
                "Pipeline \"" + settings.name() + "\" waits for one of the " + total
                        + " connections that pipelines share on the target.",
                "no action needed: the pipeline continues when another one returns a connection. If there are fewer connections"
                        + " than pipelines, that is when another pipeline ends: then raise gaussferry.target.shared-connections for all",
                null);
    }

    /** Returns the number of connections that the run may use, at most the given number. */
    int atMost(int wanted) {
        return Math.min(wanted, taken);
    }

    /**
     * Checks at intervals whether other pipelines wait for a connection, on a thread of the run, until {@link #close}.
     */
    void watch() throws SQLException, InterruptedException {
        while (shared != null && !done.await(BETWEEN_LOOKS_SECONDS, TimeUnit.SECONDS)) {
            if (shared.isReleaseRequested(taken)) {
                LOG.info(
                        "Restarting replay with fewer than {} connections: another pipeline is waiting for one", taken);
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
