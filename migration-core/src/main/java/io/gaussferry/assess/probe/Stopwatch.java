package io.gaussferry.assess.probe;

import java.time.Duration;

/** Measures elapsed time against a limit. Used by one thread. */
final class Stopwatch {

    private static final double NANOS_PER_SECOND = Duration.ofSeconds(1).toNanos();

    private final long start = System.nanoTime();
    private final double limit;

    /** @param limit in seconds */
    Stopwatch(double limit) {
        this.limit = limit;
    }

    /** Starts without a limit. */
    static Stopwatch start() {
        return new Stopwatch(Double.POSITIVE_INFINITY);
    }

    double seconds() {
        return (System.nanoTime() - start) / NANOS_PER_SECOND;
    }

    boolean isOver() {
        return seconds() >= limit;
    }
}
