package io.gaussferry.connect;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** How long a backlog takes, from what is known of it every few seconds. */
class TimeLeftTest {

    private static final double LAGS = 60;

    private final TimeLeft left = new TimeLeft();

    private @Nullable Long at(long second, @Nullable Long behind) {
        return left.ofBacklog(TimeUnit.SECONDS.toNanos(second), behind, LAGS);
    }

    @Test
    void a_backlog_that_shrinks_ends_at_that_speed() {
        assertThat(at(0, 10_000L)).isNull();
        // over a few seconds it is not said: the figures are a few seconds old themselves
        assertThat(at(5, 9_500L)).isNull();
        assertThat(at(10, 9_000L)).isEqualTo(90);
        assertThat(at(15, 8_500L)).isEqualTo(85);
    }

    @Test
    void the_speed_is_that_of_the_last_minute() {
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
    void one_that_grows_or_stands_has_no_end() {
        at(0, 1_000L);
        assertThat(at(20, 1_000L)).isNull();
        assertThat(at(40, 1_500L)).isNull();
    }

    @Test
    void states_that_are_told_seldom_are_compared_with_the_one_before() {
        at(0, 10_000L);
        assertThat(at(600, 5_000L)).isEqualTo(600);
        assertThat(at(1200, 1_000L)).isEqualTo(150);
    }

    @Test
    void what_follows_and_what_is_not_known_begin_afresh() {
        at(0, 10_000L);
        assertThat(left.ofBacklog(TimeUnit.SECONDS.toNanos(20), 5L, 0.3)).isNull();
        assertThat(at(30, 4_000L)).isNull();
        assertThat(at(35, null)).isNull();
        assertThat(at(50, 3_000L)).isNull();
        assertThat(at(60, 2_000L)).isEqualTo(20);
    }
}
