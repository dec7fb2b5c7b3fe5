package io.gaussferry.bench.load;

import java.time.Duration;

/**
 * When a load ends, and how fast it may go: at {@code duration} or after {@code transactions} commits, whichever is first.
 *
 * @param duration longest time, or {@link #UNLIMITED_TIME}
 * @param transactions commits over all threads, or {@link #UNLIMITED}
 * @param transactionsPerSecond highest rate over all threads, or {@link #UNLIMITED}
 */
public record LoadLimits(Duration duration, long transactions, long transactionsPerSecond) {
    /** No bound on a count or a rate. */
    public static final long UNLIMITED = Long.MAX_VALUE;

    /** No bound on the time, in practice. */
    public static final Duration UNLIMITED_TIME = Duration.ofDays(365);

    /** Refuses limits under which nothing could run. */
    public LoadLimits {
        if (transactions < 1 || transactionsPerSecond < 1 || duration.isNegative()) {
            throw new IllegalArgumentException(
                    "a load needs transactions and a rate of at least one, and a duration that is not negative");
        }
    }

    /** So many commits, as fast as they go. */
    public static LoadLimits count(long transactions) {
        return new LoadLimits(UNLIMITED_TIME, transactions, UNLIMITED);
    }

    /** So long, at so many commits a second. */
    public static LoadLimits paced(Duration duration, long transactionsPerSecond) {
        return new LoadLimits(duration, UNLIMITED, transactionsPerSecond);
    }
}
