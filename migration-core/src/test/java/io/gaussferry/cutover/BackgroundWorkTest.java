package io.gaussferry.cutover;

import static io.gaussferry.testing.ScriptedConnection.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.cutover.state.Sleeper;
import io.gaussferry.cutover.state.StepControl;
import io.gaussferry.testing.ScriptedConnection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Work that runs concurrently with a cutover, the timers of its steps, and the removal of its rows. */
@Timeout(20)
class BackgroundWorkTest {

    private final BackgroundWork work = new BackgroundWork("test-work", Duration.ofHours(1), Clock.systemUTC());
    private final StepTimers timers = new StepTimers(task -> CutoverRunner.daemonThread(task, "test-timers"));

    @AfterEach
    void close() {
        work.close();
        timers.close();
    }

    @Test
    void runsOneAtATime() throws InterruptedException {
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        work.start(control -> {
            started.countDown();
            await(end);
        });
        started.await();
        assertThat(work.isRunning()).isTrue();
        assertThatThrownBy(() -> work.start(control -> {})).isInstanceOf(IllegalStateException.class);
        end.countDown();
        awaitIdle();
        work.start(control -> {});
        awaitIdle();
    }

    /** A failure must not leave the work running indefinitely: no cutover could start. */
    @Test
    void endsWithAnyFailure() throws InterruptedException {
        work.start(control -> {
            throw new IllegalStateException("broken");
        });
        awaitIdle();
    }

    @Test
    void isAbortedByClose() throws InterruptedException {
        AtomicReference<@Nullable String> reason = new AtomicReference<>();
        CountDownLatch started = new CountDownLatch(1);
        work.start(control -> {
            started.countDown();
            try {
                while (true) {
                    control.pause(Duration.ofMillis(5));
                }
            } catch (RuntimeException aborted) {
                reason.set(control.reason());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        started.await();
        work.close();
        assertThat(work.isRunning()).isFalse();
        assertThat(reason.get()).isEqualTo("the daemon is stopping");
    }

    private void awaitIdle() throws InterruptedException {
        while (work.isRunning()) {
            Thread.sleep(1);
        }
    }

    private static void awaitDeadline(StepControl step) throws InterruptedException {
        while (step.reason() == null) {
            Thread.sleep(1);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static StepControl control() {
        return new StepControl(Clock.systemUTC(), Sleeper.REAL, Instant.MAX);
    }

    @Test
    void abortsStepAtItsDeadline() throws Exception {
        StepControl late = control();
        StepControl early = control();
        try (AutoCloseable unused = timers.start(late, Duration.ofMillis(10))) {
            timers.start(early, Duration.ofMillis(10)).close();
            awaitDeadline(late);
        }
        StepControl afterThem = control();
        try (AutoCloseable unused = timers.start(afterThem, Duration.ofMillis(10))) {
            awaitDeadline(afterThem);
        }
        assertThat(late.reason()).isEqualTo("its deadline has passed");
        assertThat(early.reason()).as("it has ended before").isNull();
    }

    @Test
    void startsNoWorkAfterClose() throws InterruptedException {
        CountDownLatch first = new CountDownLatch(1);
        timers.later(Duration.ofMillis(1), first::countDown);
        assertThat(first.await(5, TimeUnit.SECONDS)).isTrue();
        CountDownLatch second = new CountDownLatch(1);
        timers.later(Duration.ofMillis(50), second::countDown);
        timers.close();
        assertThat(second.await(100, TimeUnit.MILLISECONDS)).isFalse();
    }

    @Test
    void removesRowsOfOnePipelineFromEachTable() throws SQLException {
        ScriptedConnection target = new ScriptedConnection()
                .answer("pg_catalog.pg_class", row("table_history"), row("copy_range"))
                .updates("DELETE FROM \"gaussferry\".\"table_history\"", 3)
                .updates("DELETE FROM \"gaussferry\".\"copy_range\"", 4);
        assertThat(new PipelineCleanup("shop").remove(target.connection())).isEqualTo(7);
        assertThat(target.changes())
                .containsExactly(
                        "DELETE FROM \"gaussferry\".\"table_history\" WHERE pipeline = ? [shop]",
                        "DELETE FROM \"gaussferry\".\"copy_range\" WHERE pipeline = ? [shop]");
        assertThat(target.executed().get(0))
                .as("later daemons read who has switched the pipeline")
                .contains("NOT LIKE 'cutover%'")
                .contains("NOT IN ('progress', 'reverse_run')");
    }
}
