package io.gaussferry.connect;

import io.gaussferry.pipeline.status.PipelineStatus;
import io.gaussferry.pipeline.status.PipelineStatus.Phase;
import io.gaussferry.snapshot.CopyProgress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Estimates the time until a pipeline's target has caught up with its source. During the initial copy it is the copy's own estimate.
 * Afterwards it is the backlog divided by the rate at which the backlog has shrunk, which is the speed of replication minus that of the
 * source. Either speed may change. Confined to one thread.
 */
final class CatchUpEstimate {

    /** The rate is measured over this time: the source's position is some seconds old, and batches differ in size. */
    private static final Duration WINDOW = Duration.ofMinutes(1);

    /** No estimate is made over a shorter time: the source is queried every 2 s. */
    private static final Duration SHORTEST_WINDOW = Duration.ofSeconds(10);

    /** Below this lag, in seconds, a target follows its source: pending transactions are in flight, not a backlog. */
    private static final double FOLLOWING_SECONDS = 10;

    private record Sample(long nanos, long behind) {}

    private final Deque<Sample> samples = new ArrayDeque<>();

    /**
     * Samples a pipeline and returns the estimate; called with every status record.
     *
     * @param now from {@link System#nanoTime}
     * @return whole seconds; null if unknown, or if there is no backlog
     */
    @Nullable
    Long estimate(long now, RunningPipeline pipeline) {
        PipelineStatus status = pipeline.status();
        Optional<CopyProgress> copying = pipeline.copying();
        if (copying.isPresent()) {
            samples.clear();
            // after a failure the copy's estimate is outdated
            return status.phase() == Phase.COPYING
                    ? copying.get().left().map(Duration::toSeconds).orElse(null)
                    : null;
        }
        if (status.isPaused() || (status.phase() != Phase.COPYING && status.phase() != Phase.REPLAYING)) {
            samples.clear();
            return null;
        }
        return ofBacklog(now, status.behindTransactions(), status.lagSeconds());
    }

    /**
     * Samples a backlog and returns the time until it is processed.
     *
     * @param now from {@link System#nanoTime}
     * @param behind transactions; null if unknown
     */
    @Nullable
    Long ofBacklog(long now, @Nullable Long behind, double lagSeconds) {
        if (behind == null || lagSeconds < FOLLOWING_SECONDS) {
            samples.clear();
            return null;
        }
        samples.addLast(new Sample(now, behind));
        Sample first = samples.getFirst();
        // status records may be up to ten minutes apart; then the rate is measured over that interval
        while (samples.size() > 2 && now - first.nanos() > WINDOW.toNanos()) {
            samples.removeFirst();
            first = samples.getFirst();
        }
        long elapsed = now - first.nanos();
        long shrunk = first.behind() - behind;
        if (elapsed < SHORTEST_WINDOW.toNanos() || shrunk <= 0) {
            return null;
        }
        return Math.round(elapsed / 1e9 * behind / shrunk);
    }
}
