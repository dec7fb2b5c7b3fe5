package io.gaussferry.bench.sysbench;

import io.gaussferry.bench.load.LoadLimits;
import java.time.Duration;

/**
 * The settings and limits of a load: it ends at {@code duration} or after {@code transactions} commits, whichever is first.
 *
 * @param threads connections, each with its own thread
 * @param seed seed of every thread's random numbers; the server still determines the interleaving of threads
 * @param mix weights of the kinds of transactions
 * @param distribution distribution of row ids and of {@code k}
 * @param duration maximum duration, or {@link #UNLIMITED_TIME}
 * @param transactions commits over all threads, or {@link #UNLIMITED}
 * @param transactionsPerSecond maximum rate over all threads, or {@link #UNLIMITED}
 */
public record LoadSettings(
        int threads,
        long seed,
        StatementMix mix,
        Distribution distribution,
        Duration duration,
        long transactions,
        long transactionsPerSecond) {
    /** No limit of a count or a rate. */
    public static final long UNLIMITED = LoadLimits.UNLIMITED;

    /** No limit of the duration, in practice. */
    public static final Duration UNLIMITED_TIME = LoadLimits.UNLIMITED_TIME;

    /** Rejects settings that permit no transaction. */
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
