package io.gaussferry.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.Progress;
import io.gaussferry.pipeline.status.PipelineListener;
import io.gaussferry.pipeline.status.PipelineState;
import io.gaussferry.pipeline.status.PipelineStatus.Phase;
import io.gaussferry.pipeline.status.SourceHead;
import io.gaussferry.snapshot.CopyProgress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class StartWaitTest {

    private final List<String> reported = new ArrayList<>();
    private final PipelineState state = new PipelineState(() -> null, new SourceHead());
    private final CountDownLatch stopRequested = new CountDownLatch(1);
    private final StartWait startWait = new StartWait(backoff(failure -> false), stopRequested);

    private Backoff backoff(Predicate<GaussferryException> recovered) {
        return new Backoff(state, new Reported(), recovered, stopRequested);
    }

    @Test
    void aServerThatDoesNotAnswerIsWaitedForAndReported() throws Exception {
        AtomicInteger checks = new AtomicInteger();
        boolean succeeded = startWait.await(null, () -> {
            if (checks.incrementAndGet() == 1) {
                throw failure(ErrorCategory.RETRY, "the target does not answer");
            }
        });
        assertThat(succeeded).isTrue();
        assertThat(checks).hasValue(2);
        assertThat(reported).containsExactly("the target does not answer, 1 s");
        assertThat(state.status().phase()).isEqualTo(Phase.RETRYING);
    }

    /** A switchover of the target takes seconds, and the delays grow meanwhile. */
    @Test
    void noDelayIsWaitedForAfterTheReasonHasEnded() throws Exception {
        AtomicInteger checks = new AtomicInteger();
        long started = System.nanoTime();
        boolean succeeded = new StartWait(backoff(failure -> true), stopRequested).await(null, () -> {
            if (checks.incrementAndGet() < 5) {
                throw failure(ErrorCategory.RETRY, "no primary");
            }
        });
        assertThat(succeeded).isTrue();
        assertThat(reported).hasSize(4).last().isEqualTo("no primary, 8 s");
        assertThat(Duration.ofNanos(System.nanoTime() - started)).isLessThan(Duration.ofSeconds(10));
    }

    @Test
    void theFailureOfAnEarlierCheckIsReportedFirst() throws Exception {
        assertThat(startWait.await(failure(ErrorCategory.RETRY, "found before"), () -> {}))
                .isTrue();
        assertThat(reported).containsExactly("found before, 1 s");
    }

    @Test
    void whatWaitingCannotCureEndsTheWait() {
        assertThatThrownBy(() -> startWait.await(null, () -> {
                    throw failure(ErrorCategory.CONFIGURATION, "wrong password");
                }))
                .isInstanceOf(GaussferryException.class)
                .hasMessageContaining("wrong password");
        assertThat(reported).isEmpty();
    }

    @Test
    void aStopEndsTheWaitAndACheckThatHangs() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        Thread stopping = new Thread(() -> {
            awaitUninterrupted(begun);
            stopRequested.countDown();
            startWait.stop();
        });
        stopping.start();
        boolean succeeded = startWait.await(null, () -> {
            begun.countDown();
            awaitUninterrupted(never);
        });
        assertThat(succeeded).isFalse();
        assertThat(startWait.await(null, () -> {})).as("after the stop").isFalse();
        never.countDown();
        stopping.join();
    }

    /** As a connection attempt does, which no interrupt ends. */
    private static void awaitUninterrupted(CountDownLatch latch) {
        boolean done = false;
        while (!done) {
            try {
                latch.await();
                done = true;
            } catch (InterruptedException e) {
                done = false;
            }
        }
    }

    private static GaussferryException failure(ErrorCategory category, String problem) {
        return new GaussferryException(ErrorCode.SOURCE_UNREACHABLE, category, problem, "see that it runs", null);
    }

    private final class Reported implements PipelineListener {

        @Override
        public void retrying(GaussferryException failure, Duration delay) {
            reported.add(failure.problem() + ", " + delay.toSeconds() + " s");
        }

        @Override
        public void copying(CopyProgress progress) {}

        @Override
        public void copied(long rows, Progress progress) {}

        @Override
        public void catchingUp(Progress from, GtidSet until) {}

        @Override
        public void replaying(Progress progress) {}

        @Override
        public void queued(GaussferryException waitsFor) {}

        @Override
        public void waiting(GaussferryException failure) {}
    }
}
