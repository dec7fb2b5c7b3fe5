package io.gaussferry.pipeline;

import io.gaussferry.error.GaussferryException;
import io.gaussferry.pipeline.status.PipelineListener;
import io.gaussferry.pipeline.status.PipelineState;
import io.gaussferry.pipeline.status.PipelineStatus.Phase;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** The waits of a pipeline after failures that may pass: 1 s at first, then twice the last one, 30 s at most, or until the reason has ended. Used by one thread. */
final class Backoff {

    private static final Duration FIRST_DELAY = Duration.ofSeconds(1);
    private static final Duration LONGEST_DELAY = Duration.ofSeconds(30);

    private final PipelineState state;
    private final PipelineListener listener;
    private static final Duration RECOVERY_POLL = Duration.ofMillis(100);

    private final Predicate<GaussferryException> recovered;
    private final CountDownLatch stopRequested;
    private Duration delay = FIRST_DELAY;

    /**
     * @param recovered returns whether the reason of a failure has ended, and with it the wait
     * @param stopRequested ends a wait when it is counted down
     */
    Backoff(
            PipelineState state,
            PipelineListener listener,
            Predicate<GaussferryException> recovered,
            CountDownLatch stopRequested) {
        this.state = state;
        this.listener = listener;
        this.recovered = recovered;
        this.stopRequested = stopRequested;
    }

    /** Makes the next wait a short one, after progress. */
    void reset() {
        delay = FIRST_DELAY;
    }

    /** Reports a failure and waits. Returns whether the pipeline was stopped meanwhile. */
    boolean awaitNext(GaussferryException failure) throws InterruptedException {
        state.enter(Phase.RETRYING);
        listener.retrying(failure, delay);
        long end = System.nanoTime() + delay.toNanos();
        Duration doubled = delay.multipliedBy(2);
        delay = doubled.compareTo(LONGEST_DELAY) < 0 ? doubled : LONGEST_DELAY;
        long left = end - System.nanoTime();
        while (left > 0 && !recovered.test(failure)) {
            if (stopRequested.await(Math.min(left, RECOVERY_POLL.toNanos()), TimeUnit.NANOSECONDS)) {
                return true;
            }
            left = end - System.nanoTime();
        }
        return stopRequested.getCount() == 0;
    }
}
