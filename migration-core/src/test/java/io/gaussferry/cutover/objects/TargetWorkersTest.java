package io.gaussferry.cutover.objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.cutover.state.Sleeper;
import io.gaussferry.cutover.state.StepControl;
import io.gaussferry.testing.ScriptedConnection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class TargetWorkersTest {

    private final ScriptedConnection own = new ScriptedConnection();
    private final AtomicInteger opened = new AtomicInteger();
    private final StepControl control =
            new StepControl(Clock.systemUTC(), Sleeper.REAL, Instant.now().plusSeconds(60));

    private int run(int parts, TargetWorkers.Work<Integer> work) throws SQLException, InterruptedException {
        List<Integer> all = IntStream.range(0, parts).boxed().toList();
        return new TargetWorkers<>(
                        all,
                        () -> {
                            opened.incrementAndGet();
                            return new ScriptedConnection().connection();
                        },
                        control::check,
                        work)
                .run(own.connection());
    }

    @Test
    void workSimultaneously() throws SQLException, InterruptedException {
        CountDownLatch all = new CountDownLatch(TargetWorkers.SESSIONS);
        Set<Integer> done = ConcurrentHashMap.newKeySet();
        int sum = run(2 * TargetWorkers.SESSIONS, (session, part) -> {
            all.countDown();
            await(all);
            done.add(part);
            return 10;
        });
        assertThat(sum).isEqualTo(20 * TargetWorkers.SESSIONS);
        assertThat(done).hasSize(2 * TargetWorkers.SESSIONS);
        assertThat(opened).hasValue(TargetWorkers.SESSIONS - 1);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void useNoOtherSessionForOnePart() throws SQLException, InterruptedException {
        assertThat(run(1, (session, part) -> 1)).isEqualTo(1);
        assertThat(run(0, (session, part) -> 1)).isZero();
        assertThat(opened).hasValue(0);
    }

    /** The target has no connection left, or does not answer: writers wait for none. */
    @Test
    void doWithoutSessionsThatCannotBeOpened() throws SQLException, InterruptedException {
        CountDownLatch never = new CountDownLatch(1);
        AtomicInteger attempts = new AtomicInteger();
        TargetWorkers.Opening opening = () -> {
            if (attempts.incrementAndGet() == 1) {
                throw new SQLException("too many connections", "53300");
            }
            await(never);
            return new ScriptedConnection().connection();
        };
        int sum = new TargetWorkers<>(
                        IntStream.range(0, 20).boxed().toList(), opening, control::check, (session, part) -> 1)
                .run(own.connection());
        assertThat(sum).isEqualTo(20);
        never.countDown();
    }

    /** The step ends with the failure, and no session still alters a table then. */
    @Test
    void endAfterFailureOfOne() {
        AtomicInteger running = new AtomicInteger();
        AtomicInteger begun = new AtomicInteger();
        assertThatThrownBy(() -> run(1_000, (session, part) -> {
                    running.incrementAndGet();
                    try {
                        if (begun.incrementAndGet() == 3) {
                            throw new SQLException("refused", "42501");
                        }
                        LockSupport.parkNanos(5_000_000);
                        return 1;
                    } finally {
                        running.decrementAndGet();
                    }
                }))
                .isInstanceOf(SQLException.class)
                .hasMessage("refused");
        assertThat(running).hasValue(0);
        assertThat(begun.get()).isLessThan(1_000);
    }

    @Test
    void endWhenStepIsAborted() {
        control.abort("the operator asked for it");
        assertThatThrownBy(() -> run(10, (session, part) -> 1)).hasMessageContaining("the operator asked for it");
    }
}
