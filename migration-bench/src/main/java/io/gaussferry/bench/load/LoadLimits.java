package io.gaussferry.bench.load;

import java.time.Duration;

/**
 * The limits of a load: it ends at {@code duration} or after {@code transactions} commits, whichever is first.
 *
 * @param duration maximum duration, or {@link #UNLIMITED_TIME}
 * @param transactions commits over all threads, or {@link #UNLIMITED}
 * @param transactionsPerSecond maximum rate over all threads, or {@link #UNLIMITED}
 */
public record LoadLimits(Duration duration, long transactions, long transactionsPerSecond) {
    /** No limit of a count or a rate. */
    public static final long UNLIMITED = Long.MAX_VALUE;

    /** No limit of the duration, in practice. */
    public static final Duration UNLIMITED_TIME = Duration.ofDays(365);

    /** Rejects limits that permit no transaction. */
    public LoadLimits {
        if (transactions < 1 || transactionsPerSecond < 1 || duration.isNegative()) {
            throw new IllegalArgumentException(
                    "a load needs transactions and a rate of at least one, and a duration that is not negative");
        }
    }

    /** Returns a limit of commits, without a limit of the rate. */
    public static LoadLimits count(long transactions) {
        return new LoadLimits(UNLIMITED_TIME, transactions, UNLIMITED);
    }

    /** Returns limits of the duration and of the rate. */
    public static LoadLimits paced(Duration duration, long transactionsPerSecond) {
        return new LoadLimits(duration, UNLIMITED, transactionsPerSecond);
    }
}
