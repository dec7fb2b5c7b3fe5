package io.gaussferry.metrics;

import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * What has been committed on the target since this object was created. Nothing is counted before its commit has returned.
 * Thread-safe: lanes record, anyone reads.
 */
public final class ReplayStatistics {

    /** Lags are kept to two digits, up to 30 days. */
    private static final int LAG_DIGITS = 2;

    private static final long MAXIMUM_LAG_MICROS = TimeUnit.DAYS.toMicros(30);

    private final Histogram lagMicros = new Histogram(MAXIMUM_LAG_MICROS, LAG_DIGITS);
    private long transactions;
    private long rows;
    private long batches;
    private long firstCommitNanos;
    private long lastCommitNanos;

    /**
     * The state at one moment.
     *
     * @param transactions committed source transactions
     * @param rows row changes in them
     * @param batches target transactions that they took
     * @param activeSeconds from the first commit to the last
     * @param lagP50Micros median of the time from source commit to target commit, by both clocks
     * @param lagP99Micros its 99th percentile
     * @param lagMaxMicros its maximum
     */
    public record Snapshot(
            long transactions,
            long rows,
            long batches,
            double activeSeconds,
            long lagP50Micros,
            long lagP99Micros,
            long lagMaxMicros) {}

    /**
     * Counts one committed batch.
     *
     * @param sourceCommitMicros when each of its transactions was committed on the source, microseconds since 1970
     * @param rowCount row changes in it
     * @param commitMicros when it was committed on the target, microseconds since 1970
     */
    public synchronized void committed(long[] sourceCommitMicros, int rowCount, long commitMicros) {
        long now = System.nanoTime();
        if (batches == 0) {
            firstCommitNanos = now;
        }
        lastCommitNanos = now;
        batches++;
        transactions += sourceCommitMicros.length;
        rows += rowCount;
        for (long sourceMicros : sourceCommitMicros) {
            // clocks that differ can make a lag negative
            lagMicros.recordValue(Math.min(MAXIMUM_LAG_MICROS, Math.max(0, commitMicros - sourceMicros)));
        }
    }

    /** Returns the number of committed source transactions. */
    public synchronized long transactions() {
        return transactions;
    }

    /** Returns everything at this moment. */
    public synchronized Snapshot snapshot() {
        return new Snapshot(
                transactions,
                rows,
                batches,
                (lastCommitNanos - firstCommitNanos) / 1e9,
                lagMicros.getValueAtPercentile(50),
                lagMicros.getValueAtPercentile(99),
                lagMicros.getMaxValue());
    }
}
