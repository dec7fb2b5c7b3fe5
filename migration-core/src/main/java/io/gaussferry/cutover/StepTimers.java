package io.gaussferry.cutover;

import io.gaussferry.cutover.state.StepControl;
import io.gaussferry.cutover.step.CutoverMachine;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/** Aborts steps at their deadline, and starts work later, on one thread. Thread-safe. */
final class StepTimers implements CutoverMachine.StepTimer, AutoCloseable {

    private final ScheduledExecutorService executor;

    /** @param threads creates the thread */
    StepTimers(ThreadFactory threads) {
        ScheduledThreadPoolExecutor created = new ScheduledThreadPoolExecutor(1, threads);
        created.setRemoveOnCancelPolicy(true);
        this.executor = created;
    }

    /** Starts a timer that aborts a step; closing it stops it. */
    @Override
    public AutoCloseable start(StepControl control, Duration left) {
        ScheduledFuture<?> end = executor.schedule(control::expire, left.toMillis(), TimeUnit.MILLISECONDS);
        return () -> end.cancel(false);
    }

    /** Runs work after a delay, unless this object is closed before. */
    void later(Duration delay, Runnable work) {
        ScheduledFuture<?> unused = executor.schedule(work, delay.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }
}
