package io.gaussferry.schedule.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class TargetRowRateTest {

    private static final int PATIENCE_SECONDS = 60;

    /** Constant unless a test advances it. */
    private final AtomicLong now = new AtomicLong(-5);

    private final AtomicBoolean ending = new AtomicBoolean();
    private final TargetRowRate rate = new TargetRowRate(now::get);

    @Test
    void passesAllRowsWithoutLimit() throws InterruptedException {
        pass(1_000_000);
        pass(1_000_000);
        assertThat(rate.rowsPerSecond()).isEqualTo(TargetRowRate.UNLIMITED);
        assertThat(rate.heldBackSeconds()).isZero();
    }

    @Test
    void passesOneSecondsShareAtOnce() throws InterruptedException {
        rate.limit(100);
        for (int i = 0; i < 100; i++) {
            pass(1);
        }
        assertThat(rate.holds(1)).isTrue();
        moveMillis(10);
        pass(1);
        assertThat(rate.holds(1)).isTrue();
    }

    @Test
    void accumulatesAtMostOneSecond() throws InterruptedException {
        rate.limit(100);
        moveMillis(3_600_000);
        pass(100);
        assertThat(rate.holds(1)).isTrue();
    }

    @Test
    void passesLargeTransactionAndDelaysNextOne() throws Exception {
        rate.limit(100);
        pass(1);
        assertThat(rate.holds(500)).as("a full second is not accumulated").isTrue();
        moveMillis(10);
        pass(500);
        moveMillis(4_000);
        assertThat(rate.holds(1)).isTrue();
        assertThat(rate.holds(0)).as("a transaction without rows").isFalse();
        moveMillis(10);
        assertThat(rate.holds(1)).isFalse();
    }

    @Test
    void delaysNextRowsAfterRowsThatMayNotWait() throws InterruptedException {
        rate.limit(100);
        pass(100);
        rate.pass(200, false, ending::get);
        moveMillis(2_000);
        assertThat(rate.holds(1)).isTrue();
        moveMillis(10);
        assertThat(rate.holds(1)).isFalse();
    }

    @Test
    void accumulatesLessWithSmallerShare() throws InterruptedException {
        rate.limit(100);
        rate.limit(50);
        pass(50);
        assertThat(rate.holds(1)).isTrue();
        moveMillis(19);
        assertThat(rate.holds(1)).isTrue();
        moveMillis(1);
        assertThat(rate.holds(1)).isFalse();
        rate.limit(0.5);
        pass(1);
        moveMillis(1_900);
        assertThat(rate.holds(1)).as("one row in two seconds").isTrue();
    }

    @Test
    void releasesWaitingThreadOnLargerShare() throws Exception {
        rate.limit(1);
        pass(1);
        CompletableFuture<Void> passage = startPassing(1);
        rate.limit(TargetRowRate.UNLIMITED);
        passage.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    @Test
    void waitsForCapacityAndMeasuresWait() throws Exception {
        rate.limit(1_000);
        pass(1_000);
        CompletableFuture<Void> passage = startPassing(1);
        moveMillis(250);
        assertThat(rate.heldBackSeconds()).isGreaterThan(0);
        passage.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        assertThat(rate.heldBackSeconds()).isCloseTo(0.25, within(1e-9));
        moveMillis(1_000);
        assertThat(rate.heldBackSeconds()).isCloseTo(0.25, within(1e-9));
    }

    @Test
    void releasesWaitingThreadAtEndOfReplay() throws Exception {
        rate.limit(1);
        pass(1);
        CompletableFuture<Void> passage = startPassing(1);
        ending.set(true);
        rate.wake();
        passage.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    @Test
    void doesNotPassWhenInterrupted() throws Exception {
        rate.limit(1);
        pass(1);
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> pass(1)).isInstanceOf(InterruptedException.class);
        moveMillis(1_000);
        assertThat(rate.holds(1)).isFalse();
    }

    /** For any sizes, the rows in a period never exceed the limit for that period and one second, or the largest transaction. */
    @Test
    void respectsLimitOverAnyPeriod() throws InterruptedException {
        rate.limit(1_000);
        Random random = new Random(7);
        long begun = now.get();
        long passed = 0;
        for (int i = 0; i < 10_000; i++) {
            int rows = random.nextInt(100) == 0 ? random.nextInt(5_000) : random.nextInt(50);
            while (rate.holds(rows)) {
                moveMillis(1);
            }
            pass(rows);
            passed += rows;
            double allowed = (now.get() - begun) / 1e6 + 5_000;
            assertThat((double) passed).isLessThanOrEqualTo(allowed);
        }
        double seconds = (now.get() - begun) / 1e9;
        assertThat(passed / seconds).as("the limit is used").isGreaterThan(950);
    }

    private void pass(int rows) throws InterruptedException {
        rate.pass(rows, true, ending::get);
    }

    private void moveMillis(long millis) {
        now.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
    }

    /** Starts to pass, and returns once that waits. */
    private CompletableFuture<Void> startPassing(int rows) {
        CompletableFuture<Void> passage = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                pass(rows);
                passage.complete(null);
            } catch (InterruptedException e) {
                passage.completeExceptionally(e);
            }
        });
        thread.setDaemon(true);
        thread.start();
        while (thread.getState() != Thread.State.TIMED_WAITING) {
            assertThat(passage).isNotDone();
            Thread.onSpinWait();
        }
        return passage;
    }
}
