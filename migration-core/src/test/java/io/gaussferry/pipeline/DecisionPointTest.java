package io.gaussferry.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.checkpoint.ProgressStore.Ownership;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.TransactionException;
import io.gaussferry.pipeline.PipelineStatus.Waiting;
import io.gaussferry.pipeline.TransactionSkip.Outcome;
import io.gaussferry.pipeline.TransactionSkip.Skipped;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class DecisionPointTest {

    private static final Ownership HELD = new Ownership("shop", 7);
    private static final Ownership TAKEN = new Ownership("shop", 8);

    private final AtomicInteger skips = new AtomicInteger();

    @Test
    void says_what_it_waits_at_and_goes_on_by_the_same_right_after_a_retry() throws Exception {
        DecisionPoint point = new DecisionPoint(this::skip);
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
    void goes_on_by_the_right_that_the_skip_took() throws Exception {
        DecisionPoint point = new DecisionPoint(this::skip);
        FutureTask<Optional<Ownership>> waiter = waitAt(point, "a:1");
        assertThat(point.skip("a:1", "known", true)).contains(outcome("a:1"));
        assertThat(waiter.get()).contains(TAKEN);
        assertThat(point.waiting()).isNull();
    }

    @Test
    void a_decision_about_another_transaction_is_none() throws Exception {
        DecisionPoint point = new DecisionPoint(this::skip);
        FutureTask<Optional<Ownership>> waiter = waitAt(point, "a:2");
        assertThat(point.retry("a:1")).isFalse();
        assertThat(point.skip("a:1", "known", true)).isEmpty();
        assertThat(skips).hasValue(0);
        assertThat(point.waiting()).isNotNull();
        assertThat(point.retry("a:2")).isTrue();
        assertThat(waiter.get()).isPresent();
    }

    @Test
    void nothing_is_decided_twice() throws Exception {
        DecisionPoint point = new DecisionPoint(this::skip);
        assertThat(point.retry("a:1")).as("before it waits").isFalse();
        FutureTask<Optional<Ownership>> waiter = waitAt(point, "a:1");
        assertThat(point.retry("a:1")).isTrue();
        assertThat(point.retry("a:1")).isFalse();
        assertThat(point.skip("a:1", "known", true)).isEmpty();
        assertThat(skips).hasValue(0);
        assertThat(waiter.get()).contains(HELD);
    }

    @Test
    void while_a_skip_is_at_work_nobody_else_decides() throws Exception {
        AtomicInteger begun = new AtomicInteger();
        DecisionPoint[] self = new DecisionPoint[1];
        DecisionPoint point = new DecisionPoint((transaction, reason, takeDefinitions, held) -> {
            begun.incrementAndGet();
            assertThat(self[0].retry(transaction)).isFalse();
            assertThat(self[0].skip(transaction, reason, takeDefinitions)).isEmpty();
            assertThat(self[0].waiting()).isNotNull();
            return skip(transaction, reason, takeDefinitions, held);
        });
        self[0] = point;
        FutureTask<Optional<Ownership>> waiter = waitAt(point, "a:1");
        assertThat(point.skip("a:1", "known", true)).isPresent();
        assertThat(begun).hasValue(1);
        assertThat(waiter.get()).contains(TAKEN);
    }

    @Test
    void a_skip_that_fails_decides_nothing() throws Exception {
        DecisionPoint point = new DecisionPoint((transaction, reason, takeDefinitions, held) -> {
            throw new GaussferryException(ErrorCategory.RETRY, "Nothing was skipped.", "try again", null);
        });
        FutureTask<Optional<Ownership>> waiter = waitAt(point, "a:1");
        assertThatThrownBy(() -> point.skip("a:1", "known", true)).hasMessageContaining("Nothing was skipped.");
        assertThat(point.waiting()).isNotNull();
        assertThat(point.retry("a:1")).isTrue();
        assertThat(waiter.get()).contains(HELD);
    }

    @Test
    void waits_again_at_the_next_transaction() throws Exception {
        DecisionPoint point = new DecisionPoint(this::skip);
        FutureTask<Optional<Ownership>> first = waitAt(point, "a:1");
        assertThat(point.skip("a:1", "known", true)).isPresent();
        assertThat(first.get()).contains(TAKEN);
        FutureTask<Optional<Ownership>> second = waitAt(point, "a:2");
        assertThat(point.skip("a:2", "known", true)).contains(outcome("a:2"));
        assertThat(second.get()).contains(TAKEN);
    }

    @Test
    void a_stop_ends_every_wait_and_leaves_no_right() throws Exception {
        DecisionPoint point = new DecisionPoint(this::skip);
        FutureTask<Optional<Ownership>> waiter = waitAt(point, "a:1");
        point.stop();
        assertThat(waiter.get()).isEmpty();
        assertThat(point.waiting()).isNull();
        assertThat(point.await(failure("a:2"), HELD)).isEmpty();
    }

    private Skipped skip(String transaction, String reason, boolean takeDefinitions, Ownership held) {
        assertThat(held).isEqualTo(HELD);
        assertThat(reason).isEqualTo("known");
        assertThat(takeDefinitions).isTrue();
        skips.incrementAndGet();
        return new Skipped(outcome(transaction), TAKEN);
    }

    private static Outcome outcome(String transaction) {
        return new Outcome(transaction, List.of(), List.of(), List.of());
    }

    private static TransactionException failure(String transaction) {
        return new TransactionException(ErrorCategory.DATA, "a row is missing", "put it back", null, transaction);
    }

    /** Returns when it waits. */
    private static FutureTask<Optional<Ownership>> waitAt(DecisionPoint point, String transaction)
            throws ExecutionException, InterruptedException {
        FutureTask<Optional<Ownership>> waiter = new FutureTask<>(() -> point.await(failure(transaction), HELD));
        Thread thread = new Thread(waiter, "waiter");
        thread.setDaemon(true);
        thread.start();
        while (point.waiting() == null) {
            if (waiter.isDone()) {
                throw new AssertionError("it did not wait, and had " + waiter.get());
            }
            Thread.onSpinWait();
        }
        return waiter;
    }
}
