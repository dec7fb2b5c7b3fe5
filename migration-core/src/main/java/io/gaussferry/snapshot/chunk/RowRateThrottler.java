package io.gaussferry.snapshot.chunk;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/** Keeps all workers together below a number of rows a second. Thread-safe. */
public final class RowRateThrottler {

    private final long rowsPerSecond;
    private final DoubleSupplier targetPart;
    private final LongSupplier nanoTime;
    private final CountDownLatch ended = new CountDownLatch(1);
    private long freeAt;

    /**
     * @param rowsPerSecond the copy's own limit; 0 for none
     * @param targetPart rows a second that are this pipeline's part of what all pipelines write to the target, asked each time; 0 for any
     *     number. The lower one of both counts
     */
    public RowRateThrottler(long rowsPerSecond, DoubleSupplier targetPart) {
        this(rowsPerSecond, targetPart, System::nanoTime);
    }

    /** @param nanoTime the clock, as {@link System#nanoTime} is one */
    RowRateThrottler(long rowsPerSecond, DoubleSupplier targetPart, LongSupplier nanoTime) {
        this.rowsPerSecond = rowsPerSecond;
        this.targetPart = targetPart;
        this.nanoTime = nanoTime;
        this.freeAt = nanoTime.getAsLong();
    }

    /** Waits until rows that were read may be followed by others. */
    void passed(long rows) throws InterruptedException {
        long nanos = nanosAfter(rows);
        if (nanos > 0 && ended.await(nanos, TimeUnit.NANOSECONDS)) {
            throw new InterruptedException("the copy has ended");
        }
    }

    /** Returns for how long other rows must wait after those. */
    synchronized long nanosAfter(long rows) {
        double part = targetPart.getAsDouble();
        double limit = rowsPerSecond == 0 || (part > 0 && part < rowsPerSecond) ? part : rowsPerSecond;
        if (limit == 0) {
            return 0;
        }
        long now = nanoTime.getAsLong();
        // what was not used is not saved up
        freeAt = Math.max(freeAt, now) + (long) (rows * (double) TimeUnit.SECONDS.toNanos(1) / limit);
        return freeAt - now;
    }

    /** Lets nobody wait any more. */
    public void end() {
        ended.countDown();
    }
}
