package io.gaussferry.pipeline.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.checkpoint.Ownership;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.FencedException;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.TransactionException;
import io.gaussferry.pipeline.decision.DecisionPoint.Decided;
import io.gaussferry.pipeline.decision.DecisionPoint.OwnershipCheck;
import io.gaussferry.pipeline.status.PipelineStatus.Waiting;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class DecisionPointTest {

    private static final Ownership HELD = new Ownership("shop", 7);
    private static final Ownership TAKEN = new Ownership("shop", 8);

    private final AtomicInteger skips = new AtomicInteger();

    @Test
    void reportsTransactionAndContinuesWithSameOwnershipAfterRetry() throws Exception {
        DecisionPoint point = new DecisionPoint();
        assertThat(point.waiting()).isNull();
        FutureTask<Optional<Ownership>> waiter = waitAt(point, "a:1");
        Waiting waiting = Objects.requireNonNull(point.waiting());
        assertThat(waiting.transaction()).isEqualTo("a:1");
        assertThat(waiting.problem()).isEqualTo("a row is missing");
        assertThat(waiting.remedy()).isEqualTo("put it back");
        assertThat(point.retry("a:1")).isTrue();
        assertThat(waiter.get()).contains(HELD);
        assertThat(point.waiting()).isNull();
    }

    @Test
    void continuesWithOwnershipOfSkip() throws Exception {
        DecisionPoint point = new DecisionPoint();
        FutureTask<Optional<Ownership>> waiter = waitAt(point, "a:1");
        assertThat(point.decide("a:1", this::skip)).contains("done");
        assertThat(waiter.get()).contains(TAKEN);
        assertThat(point.waiting()).isNull();
    }

    @Test
    void ignoresDecisionAboutOtherTransaction() throws Exception {
        DecisionPoint point = new DecisionPoint();
        FutureTask<Optional<Ownership>> waiter = waitAt(point, "a:2");
        assertThat(point.retry("a:1")).isFalse();
        assertThat(point.decide("a:1", this::skip)).isEmpty();
        assertThat(skips).hasValue(0);
        assertThat(point.waiting()).isNotNull();
        assertThat(point.retry("a:2")).isTrue();
        assertThat(waiter.get()).isPresent();
    }

    @Test
    void doesNotDecideTwice() throws Exception {
        DecisionPoint point = new DecisionPoint();
        assertThat(point.retry("a:1")).as("before it waits").isFalse();
        FutureTask<Optional<Ownership>> waiter = waitAt(point, "a:1");
        assertThat(point.retry("a:1")).isTrue();
        assertThat(point.retry("a:1")).isFalse();
        assertThat(point.decide("a:1", this::skip)).isEmpty();
        assertThat(skips).hasValue(0);
        assertThat(waiter.get()).contains(HELD);
    }

    @Test
    void refusesConcurrentDecisions() throws Exception {
        DecisionPoint point = new DecisionPoint();
        FutureTask<Optional<Ownership>> waiter = waitAt(point, "a:1");
        Optional<String> decided = point.decide("a:1", (held, committing) -> {
            assertThat(point.retry("a:1")).isFalse();
            assertThat(point.decide("a:1", this::skip)).isEmpty();
            assertThat(point.waiting()).isNotNull();
            return skip(held, committing);
        });
        assertThat(decided).isPresent();
        assertThat(skips).hasValue(1);
        assertThat(waiter.get()).contains(TAKEN);
    }

    @Test
    void continuesWaitingAfterFailedDecision() throws Exception {
        DecisionPoint point = new DecisionPoint();
        FutureTask<Optional<Ownership>> waiter = waitAt(point, "a:1");
        assertThatThrownBy(() -> point.decide("a:1", (held, committing) -> {
                    throw new GaussferryException(
                            ErrorCode.DECISION_REFUSED,
                            ErrorCategory.RETRY,
                            "The transaction was not skipped.",
                            "try again",
                            null);
                }))
                .hasMessageContaining("The transaction was not skipped.");
        assertThat(point.waiting()).isNotNull();
        assertThat(point.retry("a:1")).isTrue();
        assertThat(waiter.get()).contains(HELD);
    }

    /** The commit may have succeeded: only the target knows the outcome, and the next run reads it. */
    @Test
    void endsWaitWithOwnershipBeforeCommitAfterFailedCommit() throws Exception {
        DecisionPoint point = new DecisionPoint();
        FutureTask<Optional<Ownership>> waiter = waitAt(point, "a:1");
        Ownership undecided = new Ownership(HELD.pipeline(), HELD.epoch(), 471);
        assertThatThrownBy(() -> point.decide("a:1", (held, committing) -> {
                    committing.accept(undecided);
                    throw new GaussferryException(ErrorCode.COMMIT_UNKNOWN, "The outcome is unknown.", "wait", null);
                }))
                .hasMessageContaining("The outcome is unknown.");
        assertThat(waiter.get()).contains(undecided);
        FutureTask<Optional<Ownership>> again = waitAt(point, "a:1");
        assertThat(point.decide("a:1", this::skip)).isPresent();
        assertThat(again.get()).contains(TAKEN);
    }

    @Test
    void waitsAgainAtNextTransaction() throws Exception {
        DecisionPoint point = new DecisionPoint();
        FutureTask<Optional<Ownership>> first = waitAt(point, "a:1");
        assertThat(point.decide("a:1", this::skip)).isPresent();
        assertThat(first.get()).contains(TAKEN);
        FutureTask<Optional<Ownership>> second = waitAt(point, "a:2");
        assertThat(point.decide("a:2", this::skip)).contains("done");
        assertThat(second.get()).contains(TAKEN);
    }

    @Test
    void endsEveryWaitWithoutOwnershipAfterStop() throws Exception {
        DecisionPoint point = new DecisionPoint();
        FutureTask<Optional<Ownership>> waiter = waitAt(point, "a:1");
        point.stop();
        assertThat(waiter.get()).isEmpty();
        assertThat(point.waiting()).isNull();
        assertThat(point.await(failure("a:2"), HELD, null, held -> {})).isEmpty();
    }

    private static FencedException takenOver() {
        return new FencedException(ErrorCode.PIPELINE_TAKEN_OVER, "Another daemon has taken over.", "stop it");
    }

    /** It would keep its port, and offer decisions that it may not make. */
    @Test
    void endsWaitIfAnotherDaemonHasTakenOver() {
        DecisionPoint point = new DecisionPoint(Duration.ofMillis(1));
        AtomicInteger checks = new AtomicInteger();
        assertThatThrownBy(() -> point.await(failure("a:1"), HELD, null, held -> {
                    if (checks.incrementAndGet() == 3) {
                        throw takenOver();
                    }
                }))
                .isInstanceOf(FencedException.class);
        assertThat(point.waiting()).isNull();
    }

    /** The decision raises the epoch before the waiting ends. */
    @Test
    void doesNotTakeItsOwnDecisionForATakeover() throws Exception {
        DecisionPoint point = new DecisionPoint(Duration.ofMillis(1));
        CountDownLatch deciding = new CountDownLatch(1);
        CountDownLatch checked = new CountDownLatch(1);
        FutureTask<Optional<Ownership>> waiter = waitAt(point, "a:1", held -> {
            if (deciding.getCount() == 0) {
                checked.countDown();
                throw takenOver();
            }
        });
        assertThat(point.decide("a:1", (held, committing) -> {
                    deciding.countDown();
                    awaitUninterruptibly(checked);
                    return skip(held, committing);
                }))
                .isPresent();
        assertThat(waiter.get()).contains(TAKEN);
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private Decided<String> skip(Ownership held, Consumer<Ownership> committing) {
        assertThat(held).isEqualTo(HELD);
        skips.incrementAndGet();
        return new Decided<>("done", TAKEN);
    }

    private static TransactionException failure(String transaction) {
        return new TransactionException(
                ErrorCode.ROW_COUNT_DIFFERS, ErrorCategory.DATA, "a row is missing", "put it back", null, transaction);
    }

    /** Returns when the thread waits. */
    private static FutureTask<Optional<Ownership>> waitAt(DecisionPoint point, String transaction)
            throws ExecutionException, InterruptedException {
        return waitAt(point, transaction, held -> {});
    }

    private static FutureTask<Optional<Ownership>> waitAt(DecisionPoint point, String transaction, OwnershipCheck check)
            throws ExecutionException, InterruptedException {
        FutureTask<Optional<Ownership>> waiter =
                new FutureTask<>(() -> point.await(failure(transaction), HELD, null, check));
        Thread thread = new Thread(waiter, "waiter");
        thread.setDaemon(true);
        thread.start();
        while (point.waiting() == null) {
            if (waiter.isDone()) {
                throw new AssertionError("the thread did not wait, its result is " + waiter.get());
            }
            Thread.onSpinWait();
        }
        return waiter;
    }
}
