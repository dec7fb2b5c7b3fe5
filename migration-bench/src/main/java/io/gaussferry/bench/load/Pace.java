package io.gaussferry.bench.load;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** Assigns evenly spaced start times to any number of threads, so that together they observe one rate. */
final class Pace {
    private final boolean unlimited;
    private final long nanosBetween;
    private final AtomicLong next = new AtomicLong(System.nanoTime());

    Pace(long perSecond) {
        this.unlimited = perSecond == LoadLimits.UNLIMITED;
        this.nanosBetween = Math.max(1, 1_000_000_000L / perSecond);
    }

    /** Waits for the caller's start time. A late caller does not speed up the following ones: no bursts. */
    void await() {
        if (unlimited) {
            return;
        }
        long now = System.nanoTime();
        long turn = next.getAndUpdate(planned -> Math.max(planned, now) + nanosBetween);
        long wait = turn - System.nanoTime();
        if (wait > 0) {
            LockSupport.parkNanos(wait);
        }
    }
}
