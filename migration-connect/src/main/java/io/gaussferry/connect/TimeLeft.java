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
 * How long a pipeline still takes until its target is where its source is: of the initial copy what the copy itself says, as the daemon shows
 * it, and afterwards what the target is behind at the speed at which that has shrunk, which is the difference between the speed of the
 * replay and that of the source. An estimate: either speed may change. Confined to one thread.
 */
final class TimeLeft {

    /** Over this time it is looked how fast a backlog shrinks: what the source is asked is some seconds old, and batches are of any size. */
    private static final Duration WINDOW = Duration.ofMinutes(1);

    /** Nothing is said over less: the source is asked every 2 s. */
    private static final Duration SHORTEST = Duration.ofSeconds(10);

    /** Below this lag, in seconds, a target follows: what it is behind is under way, and no backlog. */
    private static final double FOLLOWING_SECONDS = 10;

    private record Sample(long nanos, long behind) {}

    private final Deque<Sample> samples = new ArrayDeque<>();

    /**
     * Takes a look at a pipeline; to be called about as often as its state is told.
     *
     * @param now of {@link System#nanoTime}
     * @return whole seconds; null where it is not known, or where there is nothing to be waited for
     */
    @Nullable
    Long look(long now, RunningPipeline pipeline) {
        PipelineStatus status = pipeline.status();
        Optional<CopyProgress> copying = pipeline.copying();
        if (copying.isPresent()) {
            samples.clear();
            // after a failure the copy's own figure is that of before
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
     * Adds what is known of a backlog, and returns how long it takes to shrink to nothing.
     *
     * @param now of {@link System#nanoTime}
     * @param behind transactions; null if not known
     */
    @Nullable
    Long ofBacklog(long now, @Nullable Long behind, double lagSeconds) {
        if (behind == null || lagSeconds < FOLLOWING_SECONDS) {
            samples.clear();
            return null;
        }
        samples.addLast(new Sample(now, behind));
        Sample first = samples.getFirst();
        // who tells its state every ten minutes looks at those ten
        while (samples.size() > 2 && now - first.nanos() > WINDOW.toNanos()) {
            samples.removeFirst();
            first = samples.getFirst();
        }
        long elapsed = now - first.nanos();
        long shrunk = first.behind() - behind;
        if (elapsed < SHORTEST.toNanos() || shrunk <= 0) {
            return null;
        }
        return Math.round(elapsed / 1e9 * behind / shrunk);
    }
}
