package io.gaussferry.cutover.objects;

import java.time.Duration;

/** Estimates how long the target needs to rewrite a table, from the tables that it has rewritten before. Not thread-safe. */
final class RewriteSpeed {

    /** Assumed until a rewrite has been measured; openGauss 6.0.2 on two cores rewrites 20 MB/s of rows and indexes. */
    private static final double ASSUMED_BYTES_PER_SECOND = 10e6;

    /** A shorter measurement says more about the statement than about the rows. */
    private static final double SHORTEST_MEASUREMENT_SECONDS = 0.5;

    /** So does the measurement of fewer bytes, which may have waited for a lock or a busy server. */
    private static final long SMALLEST_MEASUREMENT_BYTES = 8L << 20;

    private long bytes;
    private double seconds;

    /** Adds a measurement. */
    void rewrote(long size, Duration time) {
        bytes += size;
        seconds += time.toNanos() / 1e9;
    }

    /** Returns the estimated time, in seconds, for a table of some bytes with its indexes. */
    double estimate(long size) {
        boolean isMeasured = seconds >= SHORTEST_MEASUREMENT_SECONDS && bytes >= SMALLEST_MEASUREMENT_BYTES;
        double perSecond = isMeasured ? bytes / seconds : ASSUMED_BYTES_PER_SECOND;
        return size / Math.max(1, perSecond);
    }
}
