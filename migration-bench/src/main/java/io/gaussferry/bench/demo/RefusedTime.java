package io.gaussferry.bench.demo;

import java.util.concurrent.atomic.AtomicLong;

/** The time for which writes are refused during a switch, of all clients together. Thread-safe. */
final class RefusedTime {

    private final AtomicLong first = new AtomicLong(Long.MAX_VALUE);
    private final AtomicLong accepted = new AtomicLong(Long.MAX_VALUE);
    private final AtomicLong count = new AtomicLong();

    /** A write was refused. */
    void refused() {
        first.accumulateAndGet(System.nanoTime(), Math::min);
        count.incrementAndGet();
    }

    /** A write was accepted on the other side. */
    void accepted() {
        accepted.accumulateAndGet(System.nanoTime(), Math::min);
    }

    /** Returns the seconds from the first refused write to the first accepted one. */
    double seconds() {
        boolean both = first.get() != Long.MAX_VALUE && accepted.get() != Long.MAX_VALUE;
        return both ? (accepted.get() - first.get()) / 1e9 : 0;
    }

    /** Returns the number of refused attempts. */
    long count() {
        return count.get();
    }
}
