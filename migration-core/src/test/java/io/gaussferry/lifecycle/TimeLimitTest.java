package io.gaussferry.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A limit that is used up ends a wait; the methods of the JDK would wait indefinitely. */
@Timeout(10)
class TimeLimitTest {

    @Test
    void doesNotWaitWithoutTime() throws Exception {
        Object monitor = new Object();
        synchronized (monitor) {
            TimeLimit.await(monitor, Duration.ZERO);
            TimeLimit.await(monitor, Duration.ofMillis(-1));
            TimeLimit.await(monitor, Duration.ofNanos(1));
        }
    }

    @Test
    void doesNotJoinWithoutTime() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        Thread thread = new Thread(() -> {
            try {
                boolean unused = end.await(1, TimeUnit.MINUTES);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        thread.start();
        TimeLimit.join(thread, Duration.ZERO);
        TimeLimit.join(thread, Duration.ofNanos(1));
        assertThat(thread.isAlive()).isTrue();
        end.countDown();
        TimeLimit.join(thread, Duration.ofMinutes(1));
        assertThat(thread.isAlive()).isFalse();
    }

    /** For a server, 0 means no limit. */
    @Test
    void isNeverZero() {
        assertThat(TimeLimit.seconds(Duration.ofMillis(999))).isEqualTo(1);
        assertThat(TimeLimit.seconds(Duration.ofSeconds(30))).isEqualTo(30);
        assertThat(TimeLimit.millis(Duration.ofNanos(1))).isEqualTo(1);
        assertThat(TimeLimit.ofSocket(Duration.ofNanos(1))).isEqualTo(1);
        assertThat(TimeLimit.ofSocket(Duration.ZERO)).as("no limit is wanted").isZero();
        assertThat(TimeLimit.millis(Duration.ofDays(100))).as("no overflow").isEqualTo(Integer.MAX_VALUE);
    }
}
