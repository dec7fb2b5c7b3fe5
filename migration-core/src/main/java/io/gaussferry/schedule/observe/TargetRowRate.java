package io.gaussferry.schedule.observe;

import io.gaussferry.lifecycle.TimeLimit;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Limits a pipeline's replay to its share of the rate that all pipelines into a target have together. Unused capacity is accumulated for
 * at most one second. So at most one second's share passes at once, or one transaction if that is larger.
 *
 * <p>Thread-safe: the scheduler passes before it hands a transaction to the appliers, so that a waiting thread has neither an open
 * transaction on the target nor a turn to commit; another thread sets the share. It outlives the runs of a pipeline.
 */
public final class TargetRowRate {

    /** No limit. */
    public static final double UNLIMITED = 0;

    private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

    private final LongSupplier nanoTime;
    /** Written under the lock; read without it, because most targets have no limit, and every transaction reads it. */
    private volatile double rowsPerSecond = UNLIMITED;

    /** Rows that may pass now; negative while passed rows exceed the capacity. */
    private double available;
    /** Time for which {@link #available} was computed. */
    private long countedNanos;

    private long heldBackNanos;
    private boolean isHolding;
    private long holdsSinceNanos;

    /** Creates a rate without limit. */
    public TargetRowRate() {
        this(System::nanoTime);
    }

    /** @param nanoTime a clock like {@link System#nanoTime} */
    TargetRowRate(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /**
     * Sets the share. Also applies to the excess of rows that have already passed.
     *
     * @param part rows per second, may be a fraction of one; or {@link #UNLIMITED}
     */
    public synchronized void limit(double part) {
        if (!(part >= 0)) {
            throw new IllegalArgumentException("a share of " + part + " rows per second");
        }
        update();
        boolean wasUnlimited = rowsPerSecond == UNLIMITED;
        rowsPerSecond = part;
        available = wasUnlimited ? part : Math.min(available, part);
        notifyAll();
    }

    /** Returns the share in rows per second, or {@link #UNLIMITED}. */
    public double rowsPerSecond() {
        return rowsPerSecond;
    }

    /** Returns the total time for which transactions have waited here, including the current wait, in seconds. */
    public synchronized double heldBackSeconds() {
        long present = isHolding ? nanoTime.getAsLong() - holdsSinceNanos : 0;
        return (heldBackNanos + present) / NANOS_PER_SECOND;
    }

    /** Returns whether rows would have to wait now. */
    boolean holds(int rows) {
        if (rowsPerSecond == UNLIMITED) {
            return false;
        }
        synchronized (this) {
            return nanosUntil(rows) > 0;
        }
    }

    /**
     * Waits until the rows may pass. More rows than the share of one second pass when a full second's share is available; the next rows
     * then wait until the excess is compensated.
     *
     * @param rows the number of rows
     * @param mayWait false in the middle of a transaction for which others wait: the rows pass at once, and the next rows wait for them
     * @param isEnding whether to stop waiting; {@link #wake} triggers another check
     * @throws InterruptedException if the thread is interrupted; the rows have not passed
     */
    void pass(int rows, boolean mayWait, BooleanSupplier isEnding) throws InterruptedException {
        if (rowsPerSecond == UNLIMITED) {
            return;
        }
        synchronized (this) {
            if (mayWait) {
                hold(rows, isEnding);
            }
            update();
            available -= rows;
        }
    }

    private void hold(int rows, BooleanSupplier isEnding) throws InterruptedException {
        long nanos = nanosUntil(rows);
        if (nanos == 0) {
            return;
        }
        holdsSinceNanos = nanoTime.getAsLong();
        isHolding = true;
        try {
            while (nanos > 0 && !isEnding.getAsBoolean()) {
                // excess sleep is accumulated as capacity
                TimeLimit.await(this, Duration.ofNanos(nanos));
                nanos = nanosUntil(rows);
            }
        } finally {
            heldBackNanos += nanoTime.getAsLong() - holdsSinceNanos;
            isHolding = false;
        }
    }

    /** Returns the time for which rows have to wait, nanoseconds; 0 if they may pass. */
    private long nanosUntil(int rows) {
        if (rowsPerSecond == UNLIMITED || rows == 0) {
            return 0;
        }
        update();
        double missing = Math.min(rows, rowsPerSecond) - available;
        return missing <= 0 ? 0 : (long) Math.ceil(missing / rowsPerSecond * NANOS_PER_SECOND);
    }

    /** Adds the capacity that has become available since the last update. */
    private void update() {
        long now = nanoTime.getAsLong();
        double more = (now - countedNanos) / NANOS_PER_SECOND * rowsPerSecond;
        available = Math.min(rowsPerSecond, available + more);
        countedNanos = now;
    }

    /** Makes waiting threads check again whether to stop. */
    synchronized void wake() {
        notifyAll();
    }
}
