package io.gaussferry.pipeline.reverse;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a way back stands.
 *
 * @param phase what it does
 * @param transactions of the target that were committed in MySQL since this process began
 * @param rows row changes in them
 * @param transactionsPerSecond of them, in the last seconds
 * @param rowsPerSecond row changes in the last seconds
 * @param pendingTransactions read from the target and not committed in MySQL
 * @param behindBytes bytes of the target's log that MySQL does not have the changes of, as of a few seconds ago; what others write there is
 *     among them until it is read; null if not known
 * @param lagSeconds how long ago the newest transaction that MySQL has was committed on the target, while MySQL lacks some or may lack some;
 *     0 while it has all that was read; null if not known
 * @param lagP99Micros 99th percentile of the time from the commit on the target to the commit in MySQL, by both clocks
 * @param waits what each stage does or waits for, in words
 * @param problem what stands in the way; empty if nothing
 */
public record ReverseStatus(
        Phase phase,
        long transactions,
        long rows,
        double transactionsPerSecond,
        double rowsPerSecond,
        long pendingTransactions,
        @Nullable Long behindBytes,
        @Nullable Double lagSeconds,
        long lagP99Micros,
        List<String> waits,
        String problem) {

    /** What it does. */
    public enum Phase {
        /** It is armed, or was, and does nothing. */
        ENDED,
        /** It brings changes back. */
        RUNNING,
        /** Something is in the way that may pass: it is tried again. */
        RETRYING,
        /** Something is in the way that does not pass: MySQL stays behind. */
        FAILED
    }
}
