package io.gaussferry.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.convert.rule.RuleBook;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.mysql.SourceTimeouts;
import io.gaussferry.opengauss.TargetSettings;
import io.gaussferry.schema.ForeignKeyPolicy;
import io.gaussferry.throttle.LoadThrottler;
import io.gaussferry.verify.ContinuousVerification.Answer;
import io.gaussferry.verify.compare.PositionWatch;
import io.gaussferry.verify.compare.VerifySettings;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests the start and the interruption of rounds; finding differences requires servers. */
class ContinuousVerificationTest {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** Long enough to detect a round that must not start. */
    private static final Duration A_WHILE = Duration.ofMillis(200);

    private final BlockingQueue<String> begun = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();
    private @Nullable ContinuousVerification made;

    @AfterEach
    void end() {
        if (made != null) {
            made.close();
        }
    }

    @Test
    void interruptsRoundOnPauseAndRepeatsItAfterwards() throws Exception {
        ContinuousVerification rounds = rounds(1);
        TestDirection forward = new TestDirection("forward", null);
        rounds.start(forward);
        assertThat(next(begun)).isEqualTo("forward");
        rounds.start(forward);

        long before = System.nanoTime();
        rounds.pause(PATIENCE);
        assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(PATIENCE);
        assertThat(forward.ended.await(0, TimeUnit.SECONDS)).isTrue();
        assertThat(rounds.request(50)).isEqualTo(Answer.TOO_EARLY);
        assertThat(begun.poll(A_WHILE.toMillis(), TimeUnit.MILLISECONDS)).isNull();

        rounds.start(new TestDirection("back", null));
        assertThat(next(begun)).isEqualTo("back");
        assertThat(heard).isEmpty();
    }

    @Test
    void keepsRequestDuringPause() throws Exception {
        ContinuousVerification rounds = rounds(0);
        rounds.start(new TestDirection("forward", null));
        assertThat(begun.poll(A_WHILE.toMillis(), TimeUnit.MILLISECONDS)).isNull();
        assertThat(rounds.request(50)).isEqualTo(Answer.BEGINS);
        assertThat(next(begun)).isEqualTo("forward");
        rounds.pause(PATIENCE);
        rounds.start(new TestDirection("back", null));
        assertThat(next(begun)).isEqualTo("back");
        assertThat(rounds.request(50)).isEqualTo(Answer.AT_WORK);
    }

    @Test
    void startsRoundsInAnotherDirection() throws Exception {
        ContinuousVerification rounds = rounds(1);
        rounds.start(new TestDirection("forward", failure(ErrorCategory.CONFIGURATION)));
        assertThat(next(heard)).isEqualTo("ended");
        rounds.pause(PATIENCE);
        rounds.start(new TestDirection("back", failure(ErrorCategory.RETRY)));
        assertThat(next(heard)).isEqualTo("interrupted");
    }

    private static String next(BlockingQueue<String> queue) throws InterruptedException {
        return String.valueOf(queue.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS));
    }

    private static GaussferryException failure(ErrorCategory category) {
        return new GaussferryException(ErrorCode.SOURCE_UNREACHABLE, category, "No server.", "start one", null);
    }

    /** Does not access servers: waits until it is interrupted, or fails. */
    private final class TestDirection implements ContinuousVerification.Direction {
        private final String name;
        private final @Nullable GaussferryException failure;
        private final CountDownLatch ended = new CountDownLatch(1);

        private TestDirection(String name, @Nullable GaussferryException failure) {
            this.name = name;
            this.failure = failure;
        }

        @Override
        public @Nullable PositionWatch open() throws InterruptedException {
            begun.add(name);
            if (failure != null) {
                throw failure;
            }
            try {
                new CountDownLatch(1).await();
                return null;
            } finally {
                ended.countDown();
            }
        }

        @Override
        public void begins() {
            throw new IllegalStateException("there are no servers");
        }

        @Override
        public void verified(VerificationReport report) {
            throw new IllegalStateException("there are no servers");
        }
    }

    private ContinuousVerification rounds(int share) {
        ContinuousVerification rounds = new ContinuousVerification(
                new VerifySettings(
                        "p",
                        new SourceSettings(
                                "jdbc:mysql://h/", "u", "p", List.of("s"), 1, 1_000, 1_000, SourceTimeouts.DEFAULT),
                        new TargetSettings(
                                "jdbc:opengauss://h/d", "u", "p", ForeignKeyPolicy.CREATE, Duration.ofSeconds(1)),
                        RuleBook.of(ConversionRules.defaults()),
                        List.of(),
                        false,
                        false,
                        1,
                        1,
                        100,
                        1),
                share,
                new ContinuousVerification.Listener() {
                    @Override
                    public void verified(VerificationReport report) {
                        heard.add("verified");
                    }

                    @Override
                    public void interrupted(GaussferryException failure, Duration delay) {
                        heard.add("interrupted");
                    }

                    @Override
                    public void ended(GaussferryException failure) {
                        heard.add("ended");
                    }
                },
                LoadThrottler.none());
        made = rounds;
        return rounds;
    }
}
