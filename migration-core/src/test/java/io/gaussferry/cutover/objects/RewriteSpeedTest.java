package io.gaussferry.cutover.objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RewriteSpeedTest {

    private static final long MEGABYTE = 1_000_000;

    private final RewriteSpeed speed = new RewriteSpeed();

    @Test
    void assumesTenMegabytesPerSecondAtFirst() {
        assertThat(speed.estimate(100 * MEGABYTE)).isEqualTo(10);
        // the time of the statement, not of its rows
        speed.rewrote(1, Duration.ofMillis(20));
        assertThat(speed.estimate(100 * MEGABYTE)).isEqualTo(10);
    }

    /** Otherwise a table of a gigabyte would be refused because a small one had to wait for a second. */
    @Test
    void ignoresTimeOfSmallTables() {
        speed.rewrote(MEGABYTE, Duration.ofSeconds(1));
        assertThat(speed.estimate(100 * MEGABYTE)).isEqualTo(10);
    }

    @Test
    void estimatesByMeasuredSpeed() {
        speed.rewrote(30 * MEGABYTE, Duration.ofSeconds(1));
        speed.rewrote(90 * MEGABYTE, Duration.ofSeconds(3));
        assertThat(speed.estimate(600 * MEGABYTE)).isCloseTo(20, within(0.001));
    }
}
