package io.gaussferry.connect;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Estimates from a backlog that is sampled every few seconds. */
class CatchUpEstimateTest {

    private static final double LAG_SECONDS = 60;

    private final CatchUpEstimate left = new CatchUpEstimate();

    private @Nullable Long at(long second, @Nullable Long behind) {
        return left.ofBacklog(TimeUnit.SECONDS.toNanos(second), behind, LAG_SECONDS);
    }

    @Test
    void estimatesFromRateOfShrinkingBacklog() {
        assertThat(at(0, 10_000L)).isNull();
        // no estimate from a few seconds, because the figures are a few seconds old
        assertThat(at(5, 9_500L)).isNull();
        assertThat(at(10, 9_000L)).isEqualTo(90);
        assertThat(at(15, 8_500L)).isEqualTo(85);
    }

    @Test
    void measuresRateOverLastMinute() {
        for (long second = 0; second <= 100; second += 5) {
            at(second, 100_000 - 10 * second);
        }
        @Nullable Long last = null;
        for (long second = 105; second <= 165; second += 5) {
            last = at(second, 99_000 - 1000 * (second - 100));
        }
        assertThat(last).isEqualTo(34);
    }

    @Test
    void hasNoEstimateForGrowingOrConstantBacklog() {
        at(0, 1_000L);
        assertThat(at(20, 1_000L)).isNull();
        assertThat(at(40, 1_500L)).isNull();
    }

    @Test
    void comparesInfrequentSamplesWithPreviousOne() {
        at(0, 10_000L);
        assertThat(at(600, 5_000L)).isEqualTo(600);
        assertThat(at(1200, 1_000L)).isEqualTo(150);
    }

    @Test
    void restartsMeasurementAfterCatchingUpOrUnknownBacklog() {
        at(0, 10_000L);
        assertThat(left.ofBacklog(TimeUnit.SECONDS.toNanos(20), 5L, 0.3)).isNull();
        assertThat(at(30, 4_000L)).isNull();
        assertThat(at(35, null)).isNull();
        assertThat(at(50, 3_000L)).isNull();
        assertThat(at(60, 2_000L)).isEqualTo(20);
    }
}
