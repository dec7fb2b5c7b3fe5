package io.gaussferry.schedule.observe;

import io.gaussferry.lifecycle.TimeLimit;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Limits replay on the operator's request: while paused, no further transaction passes; while limited, a maximum number of rows per
 * second. Transactions that have passed continue to their commit. Thread-safe: only the scheduler passes, any thread may change the
 * limits. It outlives the runs of a pipeline, so that a lost connection does not end a pause.
 */
public final class ReplayThrottler {

    /** No limit. */
    public static final long UNLIMITED = 0;

    private boolean paused;
    private boolean held;
    private long rowsPerSecond = UNLIMITED;
    /** Time until which the capacity is used by rows that have passed, by {@link System#nanoTime}. */
    private long usedUntilNanos = System.nanoTime();

    /** Pauses: no further transaction passes. */
    public synchronized void pause() {
        paused = true;
        notifyAll();
    }

    /** Ends a pause. */
    public synchronized void resume() {
        paused = false;
        usedUntilNanos = System.nanoTime();
        notifyAll();
    }

    /**
     * Holds: no further transaction passes until {@link #release}, whatever the operator's pause. For work on the target that replay must
     * not meet; the lag grows meanwhile.
     */
    public synchronized void hold() {
        held = true;
        notifyAll();
    }

    /** Ends a hold; without effect if there is none. */
    public synchronized void release() {
        held = false;
        usedUntilNanos = System.nanoTime();
        notifyAll();
    }

    /**
     * Changes the rate limit.
     *
     * @param limit rows per second, or {@link #UNLIMITED}
     */
    public synchronized void throttle(long limit) {
        if (limit < 0) {
            throw new IllegalArgumentException("a limit of " + limit + " rows per second");
        }
        rowsPerSecond = limit;
        usedUntilNanos = System.nanoTime();
        notifyAll();
    }

    /** Returns whether replay is paused. */
    public synchronized boolean isPaused() {
        return paused;
    }

    /** Returns whether replay is held. */
    public synchronized boolean isHeld() {
        return held;
    }

    /** Returns the rate limit in rows per second, or {@link #UNLIMITED}. */
    public synchronized long rowsPerSecond() {
        return rowsPerSecond;
    }

    /**
     * Waits until the rows may pass. A transaction with more rows than the limit of one second passes at once; the next one waits
     * correspondingly longer.
     *
     * @param rows the number of rows
     * @param isBoundary whether a transaction starts here; within a transaction a pause has no effect
     * @param isEnding whether to stop waiting; {@link #wake} triggers another check
     * @return false if waiting was stopped; the rows have not passed then
     */
    synchronized boolean pass(int rows, boolean isBoundary, BooleanSupplier isEnding) throws InterruptedException {
        while (!isEnding.getAsBoolean()) {
            if (isBoundary && (paused || held)) {
                wait();
            } else if (waitNanos() > 0) {
                TimeLimit.await(this, Duration.ofNanos(waitNanos()));
            } else {
                break;
            }
        }
        if (isBoundary && (paused || held)) {
            return false;
        }
        if (rowsPerSecond != UNLIMITED) {
            // unused capacity of idle times is not accumulated
            usedUntilNanos += Math.max(0, -waitNanos()) + rows * TimeUnit.SECONDS.toNanos(1) / rowsPerSecond;
        }
        return true;
    }

    /** Returns the time until the capacity used by passed rows is available again; negative if it is. */
    private long waitNanos() {
        return rowsPerSecond == UNLIMITED ? 0 : usedUntilNanos - System.nanoTime();
    }

    /** Makes waiting threads check again whether to stop. */
    synchronized void wake() {
        notifyAll();
    }
}
