package io.gaussferry.cutover.check;

import io.gaussferry.cutover.link.SourceSide;
import io.gaussferry.model.GtidSet;
import java.time.Duration;

/**
 * Finds transactions of the target that the source does not have. A source sends a transaction to its replicas once it is in the binlog, and
 * adds it to {@code gtid_executed} only when its storage engine has committed it ({@code MYSQL_BIN_LOG::ordered_commit}). On a busy source
 * the target can be faster.
 */
final class UnknownTransactions {

    private static final Duration POLL_INTERVAL = Duration.ofMillis(20);

    private UnknownTransactions() {}

    /**
     * Returns the transactions that the source does not have; waits for those that it may still be committing.
     *
     * @param executed the transactions of the target
     * @param patience the maximum time to wait
     */
    static GtidSet find(GtidSet executed, SourceSide source, Duration patience) throws InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        while (true) {
            GtidSet unknown = executed.minus(GtidSet.parse(source.position().gtidSet()));
            if (unknown.isEmpty() || System.nanoTime() - deadline > 0) {
                return unknown;
            }
            Thread.sleep(POLL_INTERVAL.toMillis());
        }
    }
}
