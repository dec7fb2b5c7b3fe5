package io.gaussferry.snapshot.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RowRateThrottlerTest {

    private long now;
    private double part;

    @ParameterizedTest
    @CsvSource(textBlock = """
            0,    0,   0
            100,  0,   1000
            0,    200, 500
            100,  200, 1000
            200,  100, 1000
            100,  0.5, 200000
            """)
    void appliesLowerLimit(long own, double targetPart, long millis) {
        part = targetPart;
        RowRateThrottler throttler = new RowRateThrottler(own, () -> part, () -> now);
        assertThat(throttler.nanosAfter(100)).isEqualTo(TimeUnit.MILLISECONDS.toNanos(millis));
    }

    @Test
    void appliesChangedShareImmediately() {
        part = 100;
        RowRateThrottler throttler = new RowRateThrottler(0, () -> part, () -> now);
        assertThat(throttler.nanosAfter(100)).isEqualTo(TimeUnit.SECONDS.toNanos(1));
        part = 50;
        assertThat(throttler.nanosAfter(100)).isEqualTo(TimeUnit.SECONDS.toNanos(3));
        now += TimeUnit.SECONDS.toNanos(10);
        assertThat(throttler.nanosAfter(100)).as("no capacity is accumulated").isEqualTo(TimeUnit.SECONDS.toNanos(2));
    }
}
