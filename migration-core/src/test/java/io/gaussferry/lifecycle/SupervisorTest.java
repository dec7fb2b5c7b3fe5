package io.gaussferry.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.lifecycle.Supervisor.Role;
import java.lang.reflect.Proxy;
import java.sql.Connection;
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

    /** An applier waits for the commit of another one; that this fails must end it, whatever has ended the source before. */
    @Test
    void a_worker_that_fails_after_one_that_feeds_it_ends_those_that_wait_for_it() throws Exception {
        CompletableFuture<Boolean> fed = new CompletableFuture<>();
        threads.start(
                "source",
                Role.FEEDS,
                () -> {
                    throw failure("a statement that changes a definition");
                },
                () -> fed.complete(true));
        threads.onAbort(aborted::countDown);
        threads.start("lane-1", Role.WORKS, aborted::await);
        // last, as its failure ends all: whatever is to be started after that is refused
        threads.start("lane-0", Role.WORKS, () -> {
            fed.join();
            throw failure("a row that the target does not take");
        });
        // what the applier fails at stands before the place that the source had come to: it is the one to report
        assertThatThrownBy(threads::join).hasMessageContaining("a row that the target does not take");
    }

    @Test
    void one_that_feeds_others_and_fails_lets_them_do_what_they_have() throws Exception {
        CountDownLatch ended = new CountDownLatch(1);
        CompletableFuture<String> done = new CompletableFuture<>();
        threads.start("lane", Role.WORKS, () -> {
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

    /** Fails if only exceptions of one kind are told on: what is not expected reaches the others as well. */
    @Test
    void any_throwable_of_a_worker_ends_all() throws Exception {
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
    void waits_are_aborted_before_anything_is_cut_and_threads_are_waited_for_last() throws Exception {
        List<String> order = new CopyOnWriteArrayList<>();
        CountDownLatch cut = new CountDownLatch(1);
        threads.cutOnAbort(() -> {
            order.add("cut");
            cut.countDown();
        });
        threads.onAbort(() -> order.add("wait"));
        threads.onAbort(() -> {
            throw new IllegalStateException("one action that fails keeps none of the others");
        });
        threads.onAbort(() -> order.add("other wait"));
        threads.start("lane", Role.WORKS, () -> {
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
    void what_is_added_after_an_abort_is_aborted_at_once_and_nothing_is_started() {
        threads.abort();
        threads.onAbort(aborted::countDown);
        assertThat(aborted.getCount()).isZero();
        List<String> begun = new CopyOnWriteArrayList<>();
        threads.start("late", Role.WORKS, () -> begun.add("late"));
        assertThatThrownBy(threads::join).isInstanceOf(InterruptedException.class);
        assertThat(begun).isEmpty();
    }

    /** Fails if whoever starts several hears, instead of what the first one failed at, that the second was not started. */
    @Test
    void the_failure_of_the_first_is_told_although_the_second_was_not_started() {
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
    void a_thread_that_does_not_end_is_named_and_not_waited_for() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        threads.start("stands still", Role.WORKS, () -> {
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
                .hasMessageContaining("[stands still]")
                .hasMessageContaining("the target is gone");
        never.countDown();
    }

    @Test
    void what_only_prepares_holds_up_nobody_who_has_asked_for_the_end() throws Exception {
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
    void an_interrupt_that_nobody_asked_for_ends_all_and_is_tried_again() throws Exception {
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
    void a_part_is_aborted_with_the_whole_and_its_failure_is_the_wholes() throws Exception {
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
    void ends_when_its_own_thread_is_to_end() throws Exception {
        threads.onAbort(aborted::countDown);
        threads.start("waits", Role.WORKS, aborted::await);
        Thread.currentThread().interrupt();
        assertThatThrownBy(threads::join).isInstanceOf(InterruptedException.class);
        assertThat(threads.hasEnded()).isTrue();
    }

    @Test
    void threads_may_be_started_while_it_is_waited_for() throws Exception {
        CompletableFuture<String> late = new CompletableFuture<>();
        threads.start(
                "prepare",
                Role.PREPARES,
                () -> threads.start("lane", Role.WORKS, () -> {
                    LockSupport.parkNanos(20_000_000);
                    late.complete("done");
                }));
        threads.join();
        assertThat(late).isCompletedWithValue("done");
    }

    @Test
    void stops_at_once_what_is_added_after_it_was_asked_to() {
        threads.stop();
        threads.onStop(aborted::countDown);
        assertThat(aborted.getCount()).isZero();
        assertThat(threads.isStopped()).isTrue();
    }

    /** Two threads that give one connection back to a pool meet it half closed, and one ends with a null pointer. */
    @Test
    void no_connection_is_closed_by_two_threads() throws Exception {
        CountDownLatch closing = new CountDownLatch(1);
        CountDownLatch answers = new CountDownLatch(1);
        AtomicInteger closes = new AtomicInteger();
        threads.own((Connection) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("isWrapperFor")) {
                        return false;
                    }
                    if (method.getName().equals("close")) {
                        closes.incrementAndGet();
                        closing.countDown();
                        answers.await();
                    }
                    return null;
                }));
        threads.start("lane", Role.WORKS, () -> {});
        threads.join();
        closing.await();
        threads.closeOwned();
        answers.countDown();
        assertThat(closes).hasValue(1);
    }

    private static GaussferryException failure(String problem) {
        return new GaussferryException(ErrorCategory.DATA, problem, "none", null);
    }
}
