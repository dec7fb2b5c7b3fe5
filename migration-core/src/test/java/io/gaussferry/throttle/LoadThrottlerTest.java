package io.gaussferry.throttle;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Limits of 10 running threads on the source, and 4 active sessions on the target. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
class LoadThrottlerTest {

    private static final LoadFigure THREADS = LoadFigure.SOURCE_THREADS_RUNNING;
    private static final LoadFigure SESSIONS = LoadFigure.TARGET_ACTIVE_SESSIONS;

    private final AtomicLong now = new AtomicLong(1);
    private final SetProbe source = new SetProbe(THREADS);
    private final SetProbe target = new SetProbe(SESSIONS);

    /** A probe of one figure, whose value a test sets. */
    private static final class SetProbe implements LoadProbe {

        private final LoadFigure figure;
        private Map<LoadFigure, Double> values = Map.of();
        private boolean fails;
        private boolean breaks;

        SetProbe(LoadFigure figure) {
            this.figure = figure;
        }

        void set(double value) {
            values = Map.of(figure, value);
        }

        @Override
        public String subject() {
            return "a server";
        }

        @Override
        public Set<LoadFigure> figures() {
            return Set.of(figure);
        }

        @Override
        public Map<LoadFigure, Double> read() throws SQLException {
            if (breaks) {
                throw new IllegalStateException("a defect");
            }
            if (fails) {
                throw new SQLException("the server is gone", "08001");
            }
            return values;
        }

        @Override
        public void close() {}
    }

    private LoadThrottler throttler(int minimumShare) {
        return new LoadThrottler(
                new ThrottleSettings(Map.of(THREADS, 10.0, SESSIONS, 4.0), List.of(), minimumShare),
                List.of(source, target),
                now::get);
    }

    private void read(LoadThrottler throttler) {
        throttler.readOnce(source);
        throttler.readOnce(target);
    }

    private static List<String> reasons(LoadThrottler throttler) {
        return throttler.reasons().stream().map(LoadReading::reason).toList();
    }

    @Test
    void holdsBackBeforeTheFirstAnswer() {
        assertThat(reasons(throttler(0)))
                .containsExactly(
                        "source-threads-running cannot be read: no answer yet",
                        "target-active-sessions cannot be read: no answer yet");
    }

    @Test
    void holdsBackAboveALimitOnly() {
        LoadThrottler throttler = throttler(0);
        source.set(10);
        target.set(4);
        read(throttler);
        assertThat(throttler.reasons()).isEmpty();
        source.set(11);
        read(throttler);
        assertThat(reasons(throttler)).containsExactly("11 running threads of the source (limit 10)");
    }

    @Test
    void holdsBackWithoutAnAnswer() {
        LoadThrottler throttler = throttler(0);
        source.set(1);
        target.fails = true;
        read(throttler);
        assertThat(reasons(throttler))
                .singleElement()
                .asString()
                .startsWith("target-active-sessions cannot be read: the server is gone");
    }

    @Test
    void holdsBackIfTheAccountDoesNotSeeTheFigure() {
        LoadThrottler throttler = throttler(0);
        source.set(1);
        read(throttler);
        assertThat(reasons(throttler))
                .containsExactly("target-active-sessions cannot be read: a server does not show it to this account");
    }

    @Test
    void forgetsAnOldAnswer() {
        LoadThrottler throttler = throttler(0);
        source.set(1);
        target.set(1);
        read(throttler);
        now.addAndGet(Duration.ofSeconds(6).toNanos());
        throttler.readOnce(source);
        assertThat(reasons(throttler)).containsExactly("target-active-sessions cannot be read: no answer for 6 s");
    }

    @Test
    void doesNotCountItsOwnThreads() throws InterruptedException {
        LoadThrottler throttler = throttler(0);
        source.set(10);
        target.set(1);
        read(throttler);
        ThrottledWorker worker = throttler.worker(ThrottledWork.COPY);
        worker.await(() -> false);
        source.set(11);
        read(throttler);
        assertThat(throttler.reasons()).isEmpty();
        worker.done();
        read(throttler);
        assertThat(throttler.reasons()).hasSize(1);
    }

    @Test
    void heldWorkContinuesForItsMinimumShare() throws InterruptedException {
        LoadThrottler throttler = throttler(10);
        source.set(99);
        target.set(1);
        read(throttler);
        ThrottledWorker worker = throttler.worker(ThrottledWork.VERIFY);
        worker.await(() -> false);
        now.addAndGet(Duration.ofSeconds(1).toNanos());
        worker.done();
        assertThat(waits(worker)).isTrue();
        now.addAndGet(Duration.ofSeconds(9).toNanos());
        throttler.readOnce(source);
        throttler.readOnce(target);
        assertThat(waits(worker)).isFalse();
    }

    @Test
    void hasNoMinimumShareWhileAFigureCannotBeRead() throws InterruptedException {
        assertThat(waits(throttler(10).worker(ThrottledWork.COPY))).isTrue();
    }

    @Test
    void countsTheTimeOfAWait() throws InterruptedException {
        LoadThrottler throttler = throttler(0);
        ThrottledWorker worker = throttler.worker(ThrottledWork.COPY);
        assertThat(waits(worker)).isTrue();
        worker.done();
        now.addAndGet(Duration.ofSeconds(3).toNanos());
        assertThat(throttler.heldFor(ThrottledWork.COPY)).isEqualTo(Duration.ofSeconds(3));
        source.set(1);
        target.set(1);
        read(throttler);
        worker.await(() -> false);
        assertThat(throttler.heldFor(ThrottledWork.COPY)).isZero();
        assertThat(throttler.heldSeconds(ThrottledWork.COPY)).isEqualTo(3);
        assertThat(throttler.heldSeconds(ThrottledWork.VERIFY)).isZero();
    }

    /** A copy may be stopped, or end with its minimum share, while a limit is exceeded. */
    @Test
    void doesNotWaitWithoutWorkers() throws InterruptedException {
        LoadThrottler throttler = throttler(0);
        try (ThrottledWorker first = throttler.worker(ThrottledWork.COPY);
                ThrottledWorker second = throttler.worker(ThrottledWork.COPY)) {
            assertThat(waits(first)).isTrue();
            second.close();
            now.addAndGet(Duration.ofSeconds(3).toNanos());
            assertThat(throttler.heldSeconds(ThrottledWork.COPY)).isEqualTo(3);
        }
        now.addAndGet(Duration.ofSeconds(9).toNanos());
        assertThat(throttler.heldFor(ThrottledWork.COPY)).isZero();
        assertThat(throttler.heldSeconds(ThrottledWork.COPY)).isEqualTo(3);
    }

    @Test
    void survivesADefectOfADriver() {
        LoadThrottler throttler = throttler(0);
        source.set(1);
        target.breaks = true;
        read(throttler);
        assertThat(reasons(throttler))
                .containsExactly("target-active-sessions cannot be read: java.lang.IllegalStateException");
        target.breaks = false;
        target.set(1);
        read(throttler);
        assertThat(throttler.reasons()).isEmpty();
    }

    @Test
    void neverHoldsBackWithoutLimits() throws InterruptedException {
        LoadThrottler none = LoadThrottler.none();
        assertThat(none.reasons()).isEmpty();
        assertThat(waits(none.worker(ThrottledWork.COPY))).isFalse();
    }

    /** Returns whether a worker has to wait, by ending its wait at the first check. */
    private static boolean waits(ThrottledWorker worker) throws InterruptedException {
        boolean[] checked = new boolean[1];
        worker.await(() -> checked[0] = true);
        return checked[0];
    }
}
