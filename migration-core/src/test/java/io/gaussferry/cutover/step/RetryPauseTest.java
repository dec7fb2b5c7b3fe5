package io.gaussferry.cutover.step;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.cutover.state.Sleeper;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class RetryPauseTest {

    private final List<Duration> slept = new ArrayList<>();
    private final RetryPause pause = new RetryPause((monitor, time) -> slept.add(time));

    @Test
    void waitsBeforeEachRetry() throws InterruptedException {
        pause.pause();
        pause.pause();
        assertThat(slept).hasSize(2).allMatch(time -> time.compareTo(Duration.ZERO) > 0);
    }

    @Test
    void doesNotWaitOnceStopped() throws InterruptedException {
        assertThat(pause.isStopped()).isFalse();
        pause.stop();
        pause.pause();
        assertThat(pause.isStopped()).isTrue();
        assertThat(slept).isEmpty();
    }

    /** A wake-up ends the current wait only. */
    @Test
    void endsTheWaitAtOnce() throws InterruptedException {
        CountDownLatch waiting = new CountDownLatch(1);
        RetryPause woken = new RetryPause((monitor, time) -> {
            waiting.countDown();
            Sleeper.REAL.sleep(monitor, Duration.ofMinutes(1));
        });
        Thread waker = new Thread(() -> {
            try {
                waiting.await();
                woken.wake();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        waker.start();
        woken.pause();
        waker.join();
        assertThat(woken.isStopped()).isFalse();
    }
}
