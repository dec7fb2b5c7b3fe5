package io.gaussferry.schedule.observe;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Holds replay back as an operator says: paused, it lets no further transaction through; limited, no more rows a second. What has passed goes on to its commit. Thread-safe: the scheduler passes, anyone steers. It outlives the runs of a
 * pipeline, so that a lost connection does not undo a pause.
 */
public final class ReplayThrottler {

    /** Means that rows pass as fast as they come. */
    public static final long UNLIMITED = 0;

    private boolean paused;
    private long rowsPerSecond = UNLIMITED;
    /** When the rows that have passed are paid for, by {@link System#nanoTime}. */
    private long paidNanos = System.nanoTime();

    /** Lets nothing more through. */
    public synchronized void pause() {
        paused = true;
        notifyAll();
    }

    /** Lets transactions through again. */
    public synchronized void resume() {
        paused = false;
        paidNanos = System.nanoTime();
        notifyAll();
    }

    /**
     * Changes the speed limit.
     *
     * @param limit rows a second, or {@link #UNLIMITED}
     */
    public synchronized void throttle(long limit) {
        if (limit < 0) {
            throw new IllegalArgumentException("a limit of " + limit + " rows a second");
        }
        rowsPerSecond = limit;
        paidNanos = System.nanoTime();
        notifyAll();
    }

    /** Returns whether it is closed. */
    public synchronized boolean isPaused() {
        return paused;
    }

    /** Returns the speed limit in rows a second, or {@link #UNLIMITED}. */
    public synchronized long rowsPerSecond() {
        return rowsPerSecond;
    }

    /**
     * Waits until the rows may pass. A transaction of more rows than a second's passes at once, and the next one waits for it.
     *
     * @param rows how many
     * @param isBoundary whether a transaction begins here: within one, nothing is held back by a pause
     * @param isEnding whether to wait no longer; {@link #wake} makes it look again
     * @return false if it ended closed: the rows have not passed
     */
    synchronized boolean pass(int rows, boolean isBoundary, BooleanSupplier isEnding) throws InterruptedException {
        while (!isEnding.getAsBoolean()) {
            if (isBoundary && paused) {
                wait();
            } else if (debtNanos() > 0) {
                // 0 milliseconds would mean for ever
                wait(Math.max(1, TimeUnit.NANOSECONDS.toMillis(debtNanos())));
            } else {
                break;
            }
        }
        if (isBoundary && paused) {
            return false;
        }
        if (rowsPerSecond != UNLIMITED) {
            // what was not used in idle time is not saved up
            paidNanos += Math.max(0, -debtNanos()) + rows * TimeUnit.SECONDS.toNanos(1) / rowsPerSecond;
        }
        return true;
    }

    /** How long it takes until the rows that have passed are paid for; negative if they are. */
    private long debtNanos() {
        return rowsPerSecond == UNLIMITED ? 0 : paidNanos - System.nanoTime();
    }

    /** Makes whoever waits here look again at whether to go on waiting. */
    synchronized void wake() {
        notifyAll();
    }
}
