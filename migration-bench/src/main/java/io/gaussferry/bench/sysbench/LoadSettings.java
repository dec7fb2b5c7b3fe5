package io.gaussferry.bench.sysbench;

import io.gaussferry.bench.load.LoadLimits;
import java.time.Duration;

/**
 * What a load does and when it ends: at {@code duration} or after {@code transactions} commits, whichever is first.
 *
 * @param threads connections, each driven by a thread of its own
 * @param seed every thread's random numbers are split from it; the interleaving of threads stays the server's
 * @param mix kinds of transactions
 * @param distribution of row ids and of {@code k}
 * @param duration longest time, or {@link #UNLIMITED_TIME}
 * @param transactions commits over all threads, or {@link #UNLIMITED}
 * @param transactionsPerSecond highest rate over all threads, or {@link #UNLIMITED}
 */
public record LoadSettings(
        int threads,
        long seed,
        StatementMix mix,
        Distribution distribution,
        Duration duration,
        long transactions,
        long transactionsPerSecond) {
    /** No bound on a count or a rate. */
    public static final long UNLIMITED = LoadLimits.UNLIMITED;

    /** No bound on the time, in practice. */
    public static final Duration UNLIMITED_TIME = LoadLimits.UNLIMITED_TIME;

    /** Refuses settings that could not run. */
    public LoadSettings {
        if (threads < 1 || transactions < 1 || transactionsPerSecond < 1 || duration.isNegative()) {
            throw new IllegalArgumentException("a load needs threads, transactions and a rate of at least one, and a"
                    + " duration that is not negative");
        }
    }

    LoadLimits limits() {
        return new LoadLimits(duration, transactions, transactionsPerSecond);
    }
}
