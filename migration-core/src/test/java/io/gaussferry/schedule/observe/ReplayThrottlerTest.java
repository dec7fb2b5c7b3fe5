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
    void an_open_gate_lets_everything_through() throws InterruptedException {
        assertThat(throttler.pass(1_000_000, true, ending::get)).isTrue();
        assertThat(throttler.isPaused()).isFalse();
        assertThat(throttler.rowsPerSecond()).isEqualTo(ReplayThrottler.UNLIMITED);
    }

    @Test
    void a_pause_holds_the_next_transaction_until_it_is_over() throws Exception {
        throttler.pause();
        CompletableFuture<Boolean> passage = startPassing(true);
        throttler.resume();
        assertThat(passage.get(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void a_pause_does_not_cut_a_large_transaction() throws InterruptedException {
        throttler.pause();
        assertThat(throttler.pass(1, false, ending::get)).isTrue();
    }

    @Test
    void whoever_waits_when_replay_ends_has_not_passed() throws Exception {
        throttler.pause();
        CompletableFuture<Boolean> passage = startPassing(true);
        ending.set(true);
        throttler.wake();
        assertThat(passage.get(PATIENCE_SECONDS, TimeUnit.SECONDS)).isFalse();
    }

    /** A limit of a row in more than a day: what passes after the first can only do so because the limit is lifted. */
    @Test
    void a_limit_makes_the_next_transaction_pay_for_the_one_before() throws Exception {
        throttler.throttle(1);
        assertThat(throttler.pass(100_000, true, ending::get)).isTrue();
        CompletableFuture<Boolean> passage = startPassing(false);
        throttler.throttle(ReplayThrottler.UNLIMITED);
        assertThat(passage.get(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    }

    /** Starts passing, and returns when that waits. */
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
