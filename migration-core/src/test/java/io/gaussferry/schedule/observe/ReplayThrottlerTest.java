package io.gaussferry.schedule.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class ReplayThrottlerTest {

    private static final int PATIENCE_SECONDS = 60;

    private final ReplayThrottler throttler = new ReplayThrottler();
    private final AtomicBoolean ending = new AtomicBoolean();

    @Test
    void passesEverythingWithoutLimit() throws InterruptedException {
        assertThat(throttler.pass(1_000_000, true, ending::get)).isTrue();
        assertThat(throttler.isPaused()).isFalse();
        assertThat(throttler.rowsPerSecond()).isEqualTo(ReplayThrottler.UNLIMITED);
    }

    @Test
    void holdsNextTransactionDuringPause() throws Exception {
        throttler.pause();
        CompletableFuture<Boolean> passage = startPassing(true);
        throttler.resume();
        assertThat(passage.get(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    }

    /** PREPARE holds, and an operator pauses: neither ends the other. */
    @Test
    void holdsUntilReleaseWhateverTheOperatorDoes() throws Exception {
        throttler.hold();
        CompletableFuture<Boolean> passage = startPassing(true);
        throttler.pause();
        throttler.resume();
        assertThat(throttler.isPaused()).isFalse();
        assertThat(throttler.isHeld()).isTrue();
        assertThat(passage).isNotDone();
        throttler.release();
        assertThat(passage.get(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        throttler.pause();
        CompletableFuture<Boolean> paused = startPassing(true);
        throttler.release();
        assertThat(paused).isNotDone();
        throttler.resume();
        assertThat(paused.get(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void doesNotPauseWithinLargeTransaction() throws InterruptedException {
        throttler.pause();
        assertThat(throttler.pass(1, false, ending::get)).isTrue();
    }

    @Test
    void returnsFalseIfReplayEndsDuringWait() throws Exception {
        throttler.pause();
        CompletableFuture<Boolean> passage = startPassing(true);
        ending.set(true);
        throttler.wake();
        assertThat(passage.get(PATIENCE_SECONDS, TimeUnit.SECONDS)).isFalse();
    }

    /** A limit of one row in more than a day: further rows can only pass because the limit is lifted. */
    @Test
    void delaysNextTransactionByRowsOfPreviousOne() throws Exception {
        throttler.throttle(1);
        assertThat(throttler.pass(100_000, true, ending::get)).isTrue();
        CompletableFuture<Boolean> passage = startPassing(false);
        throttler.throttle(ReplayThrottler.UNLIMITED);
        assertThat(passage.get(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    }

    /** Starts to pass, and returns once that waits. */
    private CompletableFuture<Boolean> startPassing(boolean isBoundary) {
        CompletableFuture<Boolean> passage = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                passage.complete(throttler.pass(1, isBoundary, ending::get));
            } catch (InterruptedException e) {
                passage.completeExceptionally(e);
            }
        });
        thread.setDaemon(true);
        thread.start();
        while (thread.getState() != Thread.State.WAITING && thread.getState() != Thread.State.TIMED_WAITING) {
            assertThat(passage).isNotDone();
            Thread.onSpinWait();
        }
        return passage;
    }
}
