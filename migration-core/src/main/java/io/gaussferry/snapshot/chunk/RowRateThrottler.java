package io.gaussferry.snapshot.chunk;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Keeps all workers together below a number of rows a second. Thread-safe. */
public final class RowRateThrottler {

    private final long rowsPerSecond;
    private final CountDownLatch ended = new CountDownLatch(1);
    private long freeAt = System.nanoTime();

    /** @param rowsPerSecond 0 for no limit */
    public RowRateThrottler(long rowsPerSecond) {
        this.rowsPerSecond = rowsPerSecond;
    }

    /** Waits until rows that were read may be followed by others. */
    void passed(long rows) throws InterruptedException {
        if (rowsPerSecond == 0) {
            return;
        }
        long nanos;
        synchronized (this) {
            // what was not used is not saved up
            freeAt = Math.max(freeAt, System.nanoTime()) + rows * TimeUnit.SECONDS.toNanos(1) / rowsPerSecond;
            nanos = freeAt - System.nanoTime();
        }
        if (ended.await(nanos, TimeUnit.NANOSECONDS)) {
            throw new InterruptedException("the copy has ended");
        }
    }

    /** Lets nobody wait any more. */
    public void end() {
        ended.countDown();
    }
}
