package io.gaussferry.bench.load;

import java.util.Arrays;

/** Records the time at which each commit of a load returned, by {@link System#nanoTime}. Thread-safe. */
public final class CommitLog {
    /** 24 MB; later commits of a load are not recorded. */
    private static final int CAPACITY = 3_000_000;

    private long[] nanos = new long[1024];
    private int count;

    synchronized void add(int transactions, long now) {
        int until = Math.min(CAPACITY, count + transactions);
        if (until > nanos.length) {
            nanos = Arrays.copyOf(nanos, Math.min(CAPACITY, Math.max(until, nanos.length * 2)));
        }
        Arrays.fill(nanos, count, until, now);
        count = until;
    }

    /** Returns the times in order: the n-th time is that of the n-th commit. */
    public synchronized long[] nanos() {
        long[] copy = Arrays.copyOf(nanos, count);
        Arrays.sort(copy);
        return copy;
    }
}
