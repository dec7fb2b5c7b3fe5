package io.gaussferry.snapshot.chunk;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/** Limits the total rate of all workers in rows per second. Thread-safe. */
public final class RowRateThrottler {

    private final long rowsPerSecond;
    private final DoubleSupplier targetPart;
    private final LongSupplier nanoTime;
    private final CountDownLatch ended = new CountDownLatch(1);
    private long freeAt;

    /**
     * @param rowsPerSecond the copy's own limit; 0 for none
     * @param targetPart this pipeline's share of the target's limit in rows per second, queried for each use; 0 for no limit. The lower of
     *     both limits applies
     */
    public RowRateThrottler(long rowsPerSecond, DoubleSupplier targetPart) {
        this(rowsPerSecond, targetPart, System::nanoTime);
    }

    /** @param nanoTime a clock like {@link System#nanoTime} */
    RowRateThrottler(long rowsPerSecond, DoubleSupplier targetPart, LongSupplier nanoTime) {
        this.rowsPerSecond = rowsPerSecond;
        this.targetPart = targetPart;
        this.nanoTime = nanoTime;
        this.freeAt = nanoTime.getAsLong();
    }

    /** Records rows that were read, and waits until more may be read. */
    void throttle(long rows) throws InterruptedException {
        long nanos = nanosAfter(rows);
        if (nanos > 0 && ended.await(nanos, TimeUnit.NANOSECONDS)) {
            throw new InterruptedException("the copy has ended");
        }
    }

    /** Returns the time to wait after these rows, in nanoseconds. */
    synchronized long nanosAfter(long rows) {
        double part = targetPart.getAsDouble();
        double limit = rowsPerSecond == 0 || (part > 0 && part < rowsPerSecond) ? part : rowsPerSecond;
        if (limit == 0) {
            return 0;
        }
        long now = nanoTime.getAsLong();
        // unused capacity is not accumulated
        freeAt = Math.max(freeAt, now) + (long) (rows * (double) TimeUnit.SECONDS.toNanos(1) / limit);
        return freeAt - now;
    }

    /** Releases all waiting threads and stops limiting. */
    public void end() {
        ended.countDown();
    }
}
