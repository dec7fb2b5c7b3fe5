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
 * Detects that changes are pending but replay makes no progress, and reports what each stage waits for, so that no
 * thread dump is needed. Only reports: a stall may have a cause outside this process. One instance per pipeline.
 */
public final class Watchdog {

    private static final Logger LOG = LoggerFactory.getLogger(Watchdog.class);

    private static final Duration BETWEEN_CHECKS = Duration.ofSeconds(1);

    /** The longest interval that counts: a process that was suspended was not stalled during that time. */
    private static final Duration LONGEST_STEP = Duration.ofSeconds(2);

    private final PipelineState state;
    private final long afterNanos;
    private final CountDownLatch ended = new CountDownLatch(1);
    private final Thread thread = new Thread(this::watch, "watchdog");
    private @Nullable Done last;
    private long idleNanos;
    private boolean isReported;

    /** @param after the time without progress, while changes are pending, after which replay counts as stalled */
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

    /** Ends the checks. */
    public void stop() {
        ended.countDown();
    }

    private void watch() {
        try {
            long before = System.nanoTime();
            while (!ended.await(BETWEEN_CHECKS.toMillis(), TimeUnit.MILLISECONDS)) {
                long now = System.nanoTime();
                state.stalled(check(state.status(), state.done(), now - before));
                before = now;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Checks once.
     *
     * @param done the completed work
     * @param step nanoseconds since the last check
     * @return the stall; null while replay makes progress, or no changes are pending
     */
    @Nullable
    Stall check(PipelineStatus status, Done done, long step) {
        boolean hasProgressed = !done.equals(last);
        last = done;
        if (hasProgressed || !hasWork(status) || state.throttler().isHeld()) {
            if (isReported) {
                LOG.info("Replay makes progress again, after {} s", TimeUnit.NANOSECONDS.toSeconds(idleNanos));
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
                    "Replay is stalled: changes are pending, and none has been committed for {} s:\n  {}\n{}",
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
