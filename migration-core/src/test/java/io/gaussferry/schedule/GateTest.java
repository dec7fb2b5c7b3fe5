package io.gaussferry.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class GateTest {

    private static final int PATIENCE_SECONDS = 60;

    private final Gate gate = new Gate();
    private final AtomicBoolean ending = new AtomicBoolean();

    @Test
    void an_open_gate_lets_everything_through() throws InterruptedException {
        assertThat(gate.pass(1_000_000, true, ending::get)).isTrue();
        assertThat(gate.isPaused()).isFalse();
        assertThat(gate.rowsPerSecond()).isEqualTo(Gate.UNLIMITED);
    }

    @Test
    void a_pause_holds_the_next_transaction_until_it_is_over() throws Exception {
        gate.pause();
        CompletableFuture<Boolean> passage = startPassing(true);
        gate.resume();
        assertThat(passage.get(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void a_pause_does_not_cut_a_large_transaction() throws InterruptedException {
        gate.pause();
        assertThat(gate.pass(1, false, ending::get)).isTrue();
    }

    @Test
    void whoever_waits_when_replay_ends_has_not_passed() throws Exception {
        gate.pause();
        CompletableFuture<Boolean> passage = startPassing(true);
        ending.set(true);
        gate.wake();
        assertThat(passage.get(PATIENCE_SECONDS, TimeUnit.SECONDS)).isFalse();
    }

    /** A limit of a row in more than a day: what passes after the first can only do so because the limit is lifted. */
    @Test
    void a_limit_makes_the_next_transaction_pay_for_the_one_before() throws Exception {
        gate.throttle(1);
        assertThat(gate.pass(100_000, true, ending::get)).isTrue();
        CompletableFuture<Boolean> passage = startPassing(false);
        gate.throttle(Gate.UNLIMITED);
        assertThat(passage.get(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    }

    /** Starts passing, and returns when that waits. */
    private CompletableFuture<Boolean> startPassing(boolean isBoundary) {
        CompletableFuture<Boolean> passage = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                passage.complete(gate.pass(1, isBoundary, ending::get));
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
