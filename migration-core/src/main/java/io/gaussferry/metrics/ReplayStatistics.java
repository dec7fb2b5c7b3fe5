package io.gaussferry.metrics;

import io.gaussferry.metrics.Buckets.Histogram;
import io.gaussferry.metrics.ChangeCounts.TableRows;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Statistics of the commits on the target since this object was created. A commit is counted only after it has returned. Thread-safe:
 * appliers record, any thread reads.
 */
public final class ReplayStatistics {

    /** Lags are recorded with two significant digits, up to 30 days. */
    private static final int LAG_DIGITS = 2;

    private static final long MAXIMUM_LAG_MICROS = TimeUnit.DAYS.toMicros(30);

    /** From a single change to the largest batch that can be configured. */
    private static final List<Double> SIZES = List.of(1.0, 10.0, 100.0, 1_000.0, 10_000.0, 100_000.0, 1_000_000.0);

    /** Seconds: from the latency of an idle server to one that indicates a problem. */
    private static final List<Double> COMMIT_SECONDS = List.of(0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0);

    /** Seconds: from live replication to a weekend's backlog. */
    private static final List<Double> LAG_SECONDS = List.of(0.01, 0.1, 1.0, 10.0, 60.0, 600.0, 3_600.0, 86_400.0);

    private final org.HdrHistogram.Histogram lagMicros = new org.HdrHistogram.Histogram(MAXIMUM_LAG_MICROS, LAG_DIGITS);
    private final ChangeCounts changes = new ChangeCounts();
    private final Buckets batchRows = new Buckets(SIZES);
    private final Buckets batchTransactions = new Buckets(SIZES);
    private final Buckets commitSeconds = new Buckets(COMMIT_SECONDS);
    private final Buckets lagSeconds = new Buckets(LAG_SECONDS);
    private long transactions;
    private long writtenRows;
    private long batches;
    private long firstCommitNanos;
    private long lastCommitNanos;

    /**
     * A snapshot.
     *
     * @param transactions committed source transactions
     * @param rows row changes in them
     * @param batches target transactions for them
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
     * A snapshot by table and in buckets, for monitoring.
     *
     * @param transactions committed source transactions
     * @param writtenRows rows that statements wrote for them, after coalescing
     * @param tables row changes in them, by table
     * @param batchRows row changes of each target transaction
     * @param batchTransactions source transactions of each target transaction
     * @param commitSeconds duration of each target transaction's COMMIT
     * @param lagSeconds of each source transaction, from source commit to target commit by both clocks
     */
    public record Details(
            long transactions,
            long writtenRows,
            List<TableRows> tables,
            Histogram batchRows,
            Histogram batchTransactions,
            Histogram commitSeconds,
            Histogram lagSeconds) {

        /** Returns the row changes of all tables. */
        public long rows() {
            return tables.stream().mapToLong(TableRows::total).sum();
        }
    }

    /**
     * Records one committed batch.
     *
     * @param sourceCommitMicros commit times of its transactions on the source, microseconds since 1970
     * @param batchChanges row changes in it
     * @param commitMicros commit time on the target, microseconds since 1970
     */
    public synchronized void committed(long[] sourceCommitMicros, ChangeCounts batchChanges, long commitMicros) {
        long now = System.nanoTime();
        if (batches == 0) {
            firstCommitNanos = now;
        }
        lastCommitNanos = now;
        batches++;
        transactions += sourceCommitMicros.length;
        changes.addAll(batchChanges);
        batchRows.add(batchChanges.rows());
        batchTransactions.add(sourceCommitMicros.length);
        for (long sourceMicros : sourceCommitMicros) {
            // a clock difference can make a lag negative
            long lag = Math.min(MAXIMUM_LAG_MICROS, Math.max(0, commitMicros - sourceMicros));
            lagMicros.recordValue(lag);
            lagSeconds.add(lag / 1e6);
        }
    }

    /**
     * Records the rows written by a target transaction after its commit.
     *
     * @param rowCount rows written by its statements
     * @param nanos duration of the commit
     */
    public synchronized void written(long rowCount, long nanos) {
        writtenRows += rowCount;
        commitSeconds.add(nanos / 1e9);
    }

    /** Returns the number of committed source transactions. */
    public synchronized long transactions() {
        return transactions;
    }

    /** Returns a snapshot. */
    public synchronized Snapshot snapshot() {
        return new Snapshot(
                transactions,
                changes.rows(),
                batches,
                (lastCommitNanos - firstCommitNanos) / 1e9,
                lagMicros.getValueAtPercentile(50),
                lagMicros.getValueAtPercentile(99),
                lagMicros.getMaxValue());
    }

    /** Returns a snapshot by table and in buckets. */
    public synchronized Details details() {
        return new Details(
                transactions,
                writtenRows,
                changes.tables(),
                batchRows.view(),
                batchTransactions.view(),
                commitSeconds.view(),
                lagSeconds.view());
    }
}
