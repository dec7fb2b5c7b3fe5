package io.gaussferry.schedule.observe;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Keeps a pipeline's replay to its part of the rows a second that all pipelines into a target have together. Rows that nobody has used are
 * saved up for one second, no longer: so no more pass at once than a second's part, or than one transaction where that is larger.
 *
 * <p>Thread-safe: the scheduler passes before it hands a transaction to the appliers, so that whoever waits here has neither a transaction of
 * the target open nor a turn to commit; another thread says how large the part is. It outlives the runs of a pipeline.
 */
public final class TargetRowRate {

    /** Means that rows pass as fast as they come. */
    public static final double UNLIMITED = 0;

    private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

    private final LongSupplier nanoTime;
    /** Written under the lock; read without it, because most targets have no limit, and every transaction asks. */
    private volatile double rowsPerSecond = UNLIMITED;

    /** Rows that may pass now; negative while what has passed is not paid for. */
    private double available;
    /** Up to when {@link #available} is right. */
    private long countedNanos;

    private long heldBackNanos;
    private boolean isHolding;
    private long holdsSinceNanos;

    /** Nothing is limited yet. */
    public TargetRowRate() {
        this(System::nanoTime);
    }

    /** @param nanoTime the clock, as {@link System#nanoTime} is one */
    TargetRowRate(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /**
     * Sets the part. What has passed and is not paid for yet is paid for at the new speed.
     *
     * @param part rows a second, a fraction of one included; or {@link #UNLIMITED}
     */
    public synchronized void limit(double part) {
        if (!(part >= 0)) {
            throw new IllegalArgumentException("a part of " + part + " rows a second");
        }
        count();
        boolean wasUnlimited = rowsPerSecond == UNLIMITED;
        rowsPerSecond = part;
        available = wasUnlimited ? part : Math.min(available, part);
        notifyAll();
    }

    /** Returns the part in rows a second, or {@link #UNLIMITED}. */
    public double rowsPerSecond() {
        return rowsPerSecond;
    }

    /** Returns for how long transactions have waited here, in seconds, the present wait included. */
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
     * Waits until the rows may pass. More of them than a second's part pass when a whole second's part is saved up, and those that come next
     * wait until they are paid for.
     *
     * @param rows how many
     * @param mayWait false where whoever passes has begun what others wait for: the rows pass at once, and those that come next wait for them
     * @param isEnding whether to wait no longer; {@link #wake} makes it look again
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
            count();
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
                // 0 milliseconds would mean for ever; what is slept too long is saved up
                wait(TimeUnit.NANOSECONDS.toMillis(nanos) + 1);
                nanos = nanosUntil(rows);
            }
        } finally {
            heldBackNanos += nanoTime.getAsLong() - holdsSinceNanos;
            isHolding = false;
        }
    }

    /** Returns how long rows have to wait, nanoseconds: 0 for not at all. */
    private long nanosUntil(int rows) {
        if (rowsPerSecond == UNLIMITED || rows == 0) {
            return 0;
        }
        count();
        double missing = Math.min(rows, rowsPerSecond) - available;
        return missing <= 0 ? 0 : (long) Math.ceil(missing / rowsPerSecond * NANOS_PER_SECOND);
    }

    /** Adds what has become available since it was counted last. */
    private void count() {
        long now = nanoTime.getAsLong();
        double more = (now - countedNanos) / NANOS_PER_SECOND * rowsPerSecond;
        available = Math.min(rowsPerSecond, available + more);
        countedNanos = now;
    }

    /** Makes whoever waits here look again at whether to go on waiting. */
    synchronized void wake() {
        notifyAll();
    }
}
