package io.gaussferry.cutover;

import io.gaussferry.cutover.state.Sleeper;
import io.gaussferry.cutover.state.StepControl;
import io.gaussferry.lifecycle.TimeLimit;
import java.time.Clock;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Runs one piece of work at a time on a thread of its own, until it is aborted. Thread-safe. */
final class BackgroundWork implements AutoCloseable {

    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(5);

    private final String name;
    private final Duration longest;
    private final Clock clock;
    private @Nullable StepControl control;
    private @Nullable Thread thread;

    /**
     * @param name of the thread
     * @param longest time that the work may take
     */
    BackgroundWork(String name, Duration longest, Clock clock) {
        this.name = name;
        this.longest = longest;
        this.clock = clock;
    }

    /** Starts work, unless some is running; returns at once. */
    synchronized void start(Consumer<StepControl> work) {
        if (thread != null) {
            throw new IllegalStateException(name + " is running");
        }
        StepControl own = new StepControl(clock, Sleeper.REAL, clock.instant().plus(longest));
        Thread started = CutoverRunner.daemonThread(() -> run(work, own), name);
        control = own;
        thread = started;
        started.start();
    }

    private void run(Consumer<StepControl> work, StepControl own) {
        try {
            work.accept(own);
        } finally {
            synchronized (this) {
                thread = null;
                control = null;
            }
        }
    }

    /** Returns whether work is running. */
    synchronized boolean isRunning() {
        return thread != null;
    }

    /** Aborts running work, and waits for its end. */
    @Override
    public void close() {
        Thread running;
        synchronized (this) {
            running = thread;
            if (control != null) {
                control.abort("the daemon is stopping");
            }
        }
        if (running != null) {
            try {
                TimeLimit.join(running, STOP_TIMEOUT);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
