package io.gaussferry.cutover.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.gaussferry.cutover.record.CutoverStatus.Step;
import io.gaussferry.cutover.record.ReturnCourse.Name;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ReturnCourseTest {

    private final AtomicInteger changes = new AtomicInteger();
    private final TestClock clock = new TestClock();
    private final ReturnCourse course = new ReturnCourse(clock, changes::incrementAndGet);

    private static final class TestClock extends Clock {
        private Instant now = Instant.EPOCH;

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
            throw new UnsupportedOperationException();
        }
    }

    @Test
    void reportsEachStepWhenItEnds() {
        course.start(Name.PREPARE, "");
        assertThat(course.steps())
                .extracting(Step::step, Step::outcome, Step::ended)
                .containsExactly(tuple("PREPARE", "AT_WORK", null));
        course.start(Name.FENCE, "compared");
        course.decided("decided");
        assertThat(course.steps())
                .extracting(Step::step, Step::outcome, Step::detail)
                .containsExactly(tuple("PREPARE", "DONE", "compared"), tuple("FENCE", "DONE", "decided"));
        assertThat(changes).hasValue(3);
    }

    @Test
    void measuresRefusedTimeFromTheFence() {
        course.start(Name.PREPARE, "");
        clock.now = clock.now.plusMillis(5_000);
        course.start(Name.FENCE, "");
        clock.now = clock.now.plusMillis(840);
        assertThat(course.opened()).contains("0.84 s");
        assertThat(course.opened()).as("of another cutover").isEmpty();
    }

    @Test
    void endsWithTheProblem() {
        course.start(Name.FENCE, "");
        course.failed("rows differ");
        course.failed("again");
        assertThat(course.steps())
                .extracting(Step::outcome, Step::detail)
                .containsExactly(tuple("FAILED", "rows differ"));
        assertThat(course.opened()).isEmpty();
        course.clear();
        assertThat(course.steps()).isEmpty();
    }
}
