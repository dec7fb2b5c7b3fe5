package io.gaussferry.pipeline.status;

import io.gaussferry.pipeline.status.PipelineState.Done;
import io.gaussferry.pipeline.status.PipelineStatus.Stall;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notices that there is work and that nothing of it gets done, and says what each stage waits for, before anybody has to take a thread
 * dump. It only looks: what stands still may have a reason that nobody here knows. One for each pipeline.
 */
public final class Watchdog {

    private static final Logger LOG = LoggerFactory.getLogger(Watchdog.class);

    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

    /** A process that was stopped for a while has not stood still for that while. */
    private static final Duration LONGEST_STEP = Duration.ofSeconds(2);

    private final PipelineState state;
    private final long afterNanos;
    private final CountDownLatch ended = new CountDownLatch(1);
    private final Thread thread = new Thread(this::watch, "watchdog");
    private @Nullable Done last;
    private long idleNanos;
    private boolean isReported;

    /** @param after how long nothing must have been done while there is work */
    public Watchdog(PipelineState state, Duration after) {
        this.state = state;
        this.afterNanos = after.toNanos();
        thread.setDaemon(true);
    }

    /** Starts to look; a second call has no effect. Called by one thread. */
    public void start() {
        if (thread.getState() == Thread.State.NEW) {
            thread.start();
        }
    }

    /** Looks no more. */
    public void stop() {
        ended.countDown();
    }

    private void watch() {
        try {
            long before = System.nanoTime();
            while (!ended.await(BETWEEN_LOOKS.toMillis(), TimeUnit.MILLISECONDS)) {
                long now = System.nanoTime();
                state.stalled(look(state.status(), state.done(), now - before));
                before = now;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Looks once.
     *
     * @param done what has been done by now
     * @param step nanoseconds since the last look
     * @return what it found; null while replay gets ahead, or has nothing to do
     */
    @Nullable
    Stall look(PipelineStatus status, Done done, long step) {
        boolean getsAhead = !done.equals(last);
        last = done;
        if (getsAhead || !hasWork(status)) {
            if (isReported) {
                LOG.info("Replay gets ahead again, after {} s", TimeUnit.NANOSECONDS.toSeconds(idleNanos));
            }
            idleNanos = 0;
            isReported = false;
            return null;
        }
        idleNanos += Math.min(step, LONGEST_STEP.toNanos());
        if (idleNanos < afterNanos) {
            return null;
        }
        List<String> waits = state.explain();
        if (!isReported) {
            isReported = true;
            LOG.error(
                    "There is work, and nothing has been committed for {} s:\n  {}\n{}",
                    TimeUnit.NANOSECONDS.toSeconds(idleNanos),
                    String.join("\n  ", waits),
                    state.stacks());
        }
        return new Stall(idleNanos / 1e9, waits);
    }

    private static boolean hasWork(PipelineStatus status) {
        if (status.isPaused()) {
            return false;
        }
        Long behind = status.behindTransactions();
        boolean isPending = status.pendingTransactions() > 0 || status.queueBytes() + status.applierBytes() > 0;
        return switch (status.phase()) {
            case STARTING, FOLLOWING, RETRYING -> true;
            case REPLAYING -> isPending || (behind != null && behind > 0);
            case COPYING, WAITING, ENDED -> false;
        };
    }
}
