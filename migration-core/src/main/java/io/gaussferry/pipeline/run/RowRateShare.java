package io.gaussferry.pipeline.run;

import io.gaussferry.opengauss.RateLimitParticipants;
import io.gaussferry.schedule.observe.TargetRowRate;
import java.sql.SQLException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A run's equal share of the rows per second that all pipelines write to the target. The pipelines are counted when the
 * run starts to copy or replay, and again every few seconds. A new pipeline gets its share immediately; the others
 * reduce theirs at their next count. Closed by any thread.
 */
final class RowRateShare implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(RowRateShare.class);

    /**
     * After a pipeline was added, all together exceed the limit for this long. A count takes the target one
     * millisecond.
     */
    private static final long BETWEEN_LOOKS_SECONDS = 5;

    private final String pipeline;
    private final long total;
    private final TargetRowRate rate;
    private final @Nullable RateLimitParticipants sharers;
    private final CountDownLatch done = new CountDownLatch(1);
    private int known;

    private RowRateShare(RunContext context, @Nullable RateLimitParticipants sharers) {
        this.pipeline = context.settings().name();
        this.total = context.settings().target().rowsPerSecond();
        this.rate = context.state().targetRate();
        this.sharers = sharers;
    }

    /** Counts this pipeline for as long as the run's sessions are open, and sets its share. */
    static RowRateShare take(RunContext context, RunSessions sessions) throws SQLException {
        boolean isLimited = context.settings().target().rowsPerSecond() > 0;
        RowRateShare share =
                new RowRateShare(context, isLimited ? new RateLimitParticipants(sessions.openBounded()) : null);
        share.divide();
        return share;
    }

    private void divide() throws SQLException {
        if (sharers == null) {
            return;
        }
        int pipelines = sharers.count();
        if (pipelines != known) {
            known = pipelines;
            rate.limit((double) total / pipelines);
            LOG.info(
                    "{} has {} of {} rows per second that {} pipeline(s) share on the target",
                    pipeline,
                    Math.round(rate.rowsPerSecond()),
                    total,
                    pipelines);
        }
    }

    /** Counts the pipelines at intervals, on a thread of the run, until {@link #close}. */
    void watch() throws SQLException, InterruptedException {
        while (sharers != null && !done.await(BETWEEN_LOOKS_SECONDS, TimeUnit.SECONDS)) {
            divide();
        }
    }

    /** Ends {@link #watch}. */
    @Override
    public void close() {
        done.countDown();
    }
}
