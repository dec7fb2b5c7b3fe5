package io.gaussferry.pipeline.reverse;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The status of a reverse replication.
 *
 * @param phase of the reverse replication
 * @param transactions of the target that were committed in MySQL since this process started
 * @param rows row changes in them
 * @param transactionsPerSecond transactions per second during the last seconds
 * @param rowsPerSecond row changes per second during the last seconds
 * @param pendingTransactions read from the target and not committed in MySQL
 * @param behindBytes bytes of the target's log whose changes MySQL does not have, as of a few seconds ago; includes log
 *     of other writers until it is read; null if unknown
 * @param retainedBytes bytes of log that the target retains for the slot; null if unknown
 * @param retainedLimitBytes the target's limit for them, above which it removes log that is needed; null without a limit
 * @param lagSeconds the age of the newest transaction in MySQL, by its commit on the target, while MySQL lacks
 *     transactions or may lack some; 0 while MySQL has all that were read; null if unknown
 * @param lagP99Micros 99th percentile of the time from the commit on the target to the commit in MySQL, by both clocks
 * @param waits the activity of each stage, or the reason why it waits
 * @param problem the last failure; empty if there is none
 */
public record ReverseStatus(
        Phase phase,
        long transactions,
        long rows,
        double transactionsPerSecond,
        double rowsPerSecond,
        long pendingTransactions,
        @Nullable Long behindBytes,
        @Nullable Long retainedBytes,
        @Nullable Long retainedLimitBytes,
        @Nullable Double lagSeconds,
        long lagP99Micros,
        List<String> waits,
        String problem) {

    /** The phase of a reverse replication. */
    public enum Phase {
        /** It is not running. */
        ENDED,
        /** It replays changes to MySQL. */
        RUNNING,
        /** A failure that may pass has stopped it; it is being retried. */
        RETRYING,
        /** A permanent failure has stopped it; MySQL receives no more changes. */
        FAILED,
        /** Both sides are compared and MySQL is corrected, after changes of the target were lost. */
        REARMING
    }

    /** Returns the status of a reverse replication that is armed for the first time, and has not run yet. */
    public static ReverseStatus beforeFirstRun() {
        return new ReverseStatus(
                Phase.REARMING,
                0,
                0,
                0,
                0,
                0,
                null,
                null,
                null,
                null,
                0,
                List.of("all stages: both sides are being compared"),
                "");
    }

    /** Returns the same status in another phase. */
    public ReverseStatus in(Phase other) {
        return new ReverseStatus(
                other,
                transactions,
                rows,
                transactionsPerSecond,
                rowsPerSecond,
                pendingTransactions,
                behindBytes,
                retainedBytes,
                retainedLimitBytes,
                lagSeconds,
                lagP99Micros,
                waits,
                problem);
    }
}
