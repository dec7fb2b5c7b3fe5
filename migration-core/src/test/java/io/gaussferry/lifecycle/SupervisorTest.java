package io.gaussferry.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.lifecycle.Supervisor.Role;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class SupervisorTest {

    private final Supervisor threads = new Supervisor("the work", Duration.ofMillis(500));
    private final CountDownLatch aborted = new CountDownLatch(1);

    /**
     * An applier waits for the commit of another one: the failure of that one must end the wait, even if the source has
     * failed before.
     */
    @Test
    void endsWaitingWorkersWhenWorkerFailsAfterFeeder() throws Exception {
        CompletableFuture<Boolean> fed = new CompletableFuture<>();
        threads.start(
                "source",
                Role.FEEDS,
                () -> {
                    throw failure("a statement that changes a definition");
                },
                () -> fed.complete(true));
        threads.onAbort(aborted::countDown);
        threads.start("applier-1", Role.WORKS, aborted::await);
        // started last, because its failure ends all: later starts are refused
        threads.start("applier-0", Role.WORKS, () -> {
            fed.join();
            throw failure("a row that the target rejects");
        });
        // the worker's failure precedes the source's position: it is the one to report
        assertThatThrownBy(threads::join).hasMessageContaining("a row that the target rejects");
    }

    /**
     * The source has read ahead to a statement when the scheduler rejects a value before it. If the statement were the reason, replay would restart
     * before the value, and so on forever.
     */
    @Test
    void reportsFailureOfRelayThatFollowsFailureOfFeeder() {
        CompletableFuture<Boolean> fed = new CompletableFuture<>();
        threads.start(
                "source",
                Role.FEEDS,
                () -> {
                    throw failure("a statement that changes a definition");
                },
                () -> fed.complete(true));
        threads.start("schedule", Role.RELAYS, () -> {
            fed.join();
            throw failure("a value that the target cannot hold");
        });
        assertThatThrownBy(threads::join).hasMessageContaining("a value that the target cannot hold");
        assertThat(threads.isAborted())
                .as("the workers complete the input before both")
                .isFalse();
    }

    @Test
    void letsWorkersCompleteTheirInputWhenFeederFails() throws Exception {
        CountDownLatch ended = new CountDownLatch(1);
        CompletableFuture<String> done = new CompletableFuture<>();
        threads.start("applier", Role.WORKS, () -> {
            ended.await();
            done.complete("done");
        });
        threads.start(
                "schedule",
                Role.FEEDS,
                () -> {
                    throw failure("no such column");
                },
                ended::countDown);
        assertThatThrownBy(threads::join).hasMessageContaining("no such column");
        assertThat(done).isCompletedWithValue("done");
    }

    /** Fails if only exceptions of one type are propagated: unexpected throwables must end the other threads too. */
    @Test
    void endsAllThreadsOnAnyThrowableOfWorker() throws Exception {
        for (Throwable thrown :
                List.of(new OutOfMemoryError("heap"), new IllegalStateException(), new SQLException())) {
            Supervisor each = new Supervisor("the work");
            CountDownLatch wait = new CountDownLatch(1);
            each.onAbort(wait::countDown);
            each.start("waits", Role.WORKS, wait::await);
            each.start("fails", Role.WORKS, () -> {
                if (thrown instanceof Error error) {
                    throw error;
                }
                throw (Exception) thrown;
            });
            assertThatThrownBy(each::join)
                    .satisfies(e ->
                            assertThat(e == thrown || e.getCause() == thrown).isTrue());
        }
    }

    @Test
    void namesWorkThatNeedsMoreHeap() {
        threads.start("worker", Role.WORKS, () -> {
            throw new OutOfMemoryError("Java heap space");
        });
        assertThatThrownBy(threads::join)
                .hasMessageContaining("The heap is too small for the work: Java heap space.")
                .hasMessageContaining("--connections 1");
    }

    @Test
    void abortsWaitsThenCutsThenWaitsForThreads() throws Exception {
        List<String> order = new CopyOnWriteArrayList<>();
        CountDownLatch cut = new CountDownLatch(1);
        threads.cutOnAbort(() -> {
            order.add("cut");
            cut.countDown();
        });
        threads.onAbort(() -> order.add("wait"));
        threads.onAbort(() -> {
            throw new IllegalStateException("a failing action does not prevent the others");
        });
        threads.onAbort(() -> order.add("other wait"));
        threads.start("applier", Role.WORKS, () -> {
            while (cut.getCount() > 0) {
                LockSupport.parkNanos(1_000_000);
            }
            order.add("ended");
        });
        threads.abort();
        assertThatThrownBy(threads::join).isInstanceOf(InterruptedException.class);
        assertThat(order).containsExactly("wait", "other wait", "cut", "ended");
        assertThat(threads.hasEnded()).isTrue();
    }

    @Test
    void abortsLateActionsImmediatelyAndStartsNoThreadAfterAbort() {
        threads.abort();
        threads.onAbort(aborted::countDown);
        assertThat(aborted.getCount()).isZero();
        List<String> started = new CopyOnWriteArrayList<>();
        threads.start("late", Role.WORKS, () -> started.add("late"));
        assertThatThrownBy(threads::join).isInstanceOf(InterruptedException.class);
        assertThat(started).isEmpty();
    }

    /**
     * Fails if the caller gets, instead of the first thread's failure, the information that the second was not started.
     */
    @Test
    void reportsFailureOfFirstThreadWhenSecondIsNotStarted() {
        threads.start("first", Role.WORKS, () -> {
            throw failure("the target is gone");
        });
        while (!threads.hasEnded()) {
            LockSupport.parkNanos(1_000_000);
        }
        threads.start("second", Role.WORKS, () -> {});
        assertThatThrownBy(threads::join).hasMessageContaining("the target is gone");
    }

    @Test
    void namesThreadThatDoesNotEndWithoutWaitingForIt() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        threads.start("hangs", Role.WORKS, () -> {
            while (never.getCount() > 0) {
                LockSupport.parkNanos(1_000_000);
            }
        });
        threads.start("fails", Role.WORKS, () -> {
            throw failure("the target is gone");
        });
        assertThatThrownBy(threads::join)
                .isInstanceOfSatisfying(
                        ThreadsLeftException.class,
                        e -> assertThat(e.category().exitCode()).isEqualTo(75))
                .hasMessageContaining("[hangs]")
                .hasMessageContaining("the target is gone");
        never.countDown();
    }

    @Test
    void doesNotWaitForPreparingThreadAfterStop() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        threads.start("prepare", Role.PREPARES, () -> {
            while (never.getCount() > 0) {
                LockSupport.parkNanos(1_000_000);
            }
        });
        threads.stop();
        threads.abort();
        assertThatThrownBy(threads::join).isInstanceOf(InterruptedException.class);
        assertThat(threads.hasEnded()).isFalse();
        never.countDown();
    }

    @Test
    void endsAllThreadsWithRetryOnUnexpectedInterrupt() throws Exception {
        threads.onAbort(aborted::countDown);
        threads.start("waits", Role.WORKS, aborted::await);
        threads.start("ends", Role.WORKS, () -> {
            throw new InterruptedException("by a library");
        });
        assertThatThrownBy(threads::join)
                .isInstanceOfSatisfying(
                        GaussferryException.class, e -> assertThat(e.category()).isEqualTo(ErrorCategory.RETRY))
                .hasMessageContaining("by a library");
    }

    @Test
    void abortsPartWithWholeAndPropagatesItsFailure() throws Exception {
        threads.start("prepare", Role.PREPARES, () -> {
            Supervisor part = threads.within("copy");
            part.onAbort(aborted::countDown);
            part.start("copy-0", Role.WORKS, aborted::await);
            part.join();
        });
        threads.abort();
        assertThatThrownBy(threads::join).isInstanceOf(InterruptedException.class);
        assertThat(aborted.getCount()).isZero();

        Supervisor others = new Supervisor("the work");
        others.start("prepare", Role.PREPARES, () -> {
            Supervisor part = others.within("copy");
            part.start("copy-0", Role.WORKS, () -> {
                throw failure("the target is gone");
            });
            part.join();
        });
        assertThatThrownBy(others::join).hasMessageContaining("the target is gone");
    }

    @Test
    void endsWhenJoiningThreadIsInterrupted() throws Exception {
        threads.onAbort(aborted::countDown);
        threads.start("waits", Role.WORKS, aborted::await);
        Thread.currentThread().interrupt();
        assertThatThrownBy(threads::join).isInstanceOf(InterruptedException.class);
        assertThat(threads.hasEnded()).isTrue();
    }

    @Test
    void allowsStartOfThreadsDuringJoin() throws Exception {
        CompletableFuture<String> late = new CompletableFuture<>();
        threads.start(
                "prepare",
                Role.PREPARES,
                () -> threads.start("applier", Role.WORKS, () -> {
                    LockSupport.parkNanos(20_000_000);
                    late.complete("done");
                }));
        threads.join();
        assertThat(late).isCompletedWithValue("done");
    }

    @Test
    void callsStopActionImmediatelyAfterStop() {
        threads.stop();
        threads.onStop(aborted::countDown);
        assertThat(aborted.getCount()).isZero();
        assertThat(threads.isStopped()).isTrue();
    }

    /**
     * Two threads that return one connection to a pool find it half closed, and one of them fails with a
     * NullPointerException.
     */
    @Test
    void closesConnectionOnlyOnce() throws Exception {
        CountDownLatch closing = new CountDownLatch(1);
        CountDownLatch answers = new CountDownLatch(1);
        AtomicInteger closes = new AtomicInteger();
        threads.own(
                () -> {
                    closes.incrementAndGet();
                    closing.countDown();
                    answers.await();
                },
                connection -> {});
        threads.start("applier", Role.WORKS, () -> {});
        threads.join();
        closing.await();
        threads.closeOwned();
        answers.countDown();
        assertThat(closes).hasValue(1);
    }

    private static GaussferryException failure(String problem) {
        return new GaussferryException(ErrorCode.CHANGE_REFUSED, problem, "none", null);
    }
}
