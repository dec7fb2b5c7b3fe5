package io.gaussferry.cutover.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** While writers are refused, every wait ends at the deadline of the step or when an operator rolls back. */
class StepControlTest {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final SteppedClock clock = new SteppedClock();
    private final List<String> events = new ArrayList<>();
    private final StepControl control =
            new StepControl(clock, (monitor, time) -> clock.now = clock.now.plus(time), START.plus(LIMIT));

    @Test
    void endsAtDeadline() throws InterruptedException {
        control.pause(Duration.ofSeconds(29));
        assertThat(control.left()).isEqualTo(Duration.ofSeconds(1));
        assertThat(control.reason()).isNull();
        assertThatThrownBy(() -> control.pause(Duration.ofSeconds(1)))
                .isInstanceOfSatisfying(
                        GaussferryException.class,
                        failure -> assertThat(failure.category())
                                .as("a retry would exceed the deadline again")
                                .isEqualTo(ErrorCategory.FATAL))
                .hasMessageContaining("its deadline has passed");
        assertThat(control.left()).isZero();
    }

    /** By the timer of the step, or by its own reading of the clock. */
    @Test
    void namesWhatItWaitedFor() throws InterruptedException {
        control.waitsFor(() -> "two sessions");
        control.pause(Duration.ofSeconds(29));
        assertThat(control.reason()).isNull();
        clock.now = START.plus(LIMIT);
        assertThat(control.reason()).isEqualTo("its deadline has passed while it waited for two sessions");
        control.expire();
        control.waitsFor(() -> "others");
        assertThat(control.reason()).isEqualTo("its deadline has passed while it waited for two sessions");
    }

    @Test
    void waitsAgainAfterEarlyWakeUp() throws InterruptedException {
        StepControl woken = new StepControl(
                clock,
                (monitor, time) -> clock.now = clock.now.plus(time.dividedBy(2).plusNanos(1)),
                Instant.MAX);
        woken.pause(Duration.ofSeconds(8));
        assertThat(clock.now).isAfterOrEqualTo(START.plusSeconds(8));
    }

    @Test
    void interruptsWaitOnAbort() {
        StepControl aborted = aborting("rolled back by ada");
        assertThatThrownBy(() -> aborted.pause(Duration.ofSeconds(8)))
                .hasMessageContaining("The step was aborted: rolled back by ada.");
        assertThat(clock.now).as("the rest of the time is not waited for").isEqualTo(START);
    }

    private StepControl aborting(String reason) {
        StepControl[] self = new StepControl[1];
        self[0] = new StepControl(clock, (monitor, time) -> self[0].abort(reason), START.plus(LIMIT));
        return self[0];
    }

    @Test
    void closesConnectionsOnce() {
        control.onAbort(() -> events.add("close"));
        control.abort("first");
        control.abort("second");
        assertThat(events).containsExactly("close");
        assertThat(control.reason()).isEqualTo("first");
    }

    /** The call has ended: its connection belongs to other work. */
    @Test
    void doesNotCloseConnectionAfterwards() {
        try (StepControl.Registration unused = control.onAbort(() -> events.add("close"))) {
            assertThatCode(control::check).doesNotThrowAnyException();
        }
        control.abort("late");
        assertThat(events).isEmpty();
    }

    /** The abort came between the check and the call. */
    @Test
    void closesConnectionThatIsRegisteredAfterAbort() {
        control.abort("early");
        control.onAbort(() -> events.add("close"));
        assertThat(events).containsExactly("close");
    }

    private static final class SteppedClock extends Clock {
        private Instant now = START;

        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }
}
