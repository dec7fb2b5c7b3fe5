package io.gaussferry.mysql.binlog;

import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.Gtid;

/**
 * A transaction that the target has, at whose start in the binlog reading resumes. A server that is asked for the transactions after a set
 * of GTIDs reads the current file from its start: a second for a million small transactions. A position takes it no time, but is only
 * right on the server that sent the transaction, and if the target has everything before it.
 *
 * @param gtid the first transaction that the server has to send; it is skipped
 * @param start its start
 */
public record ResumePoint(Gtid gtid, BinlogPosition start) {

    /** The highest offset that the protocol can express. */
    private static final long LAST_EXPRESSIBLE = (1L << 32) - 1;

    /** Returns whether a server can start there, and the transaction can be recognized: MySQL with GTIDs. */
    public boolean isUsable() {
        return !gtid.isMariaDb()
                && !gtid.isCaptureSequence()
                && !start.file().isEmpty()
                && start.offset() <= LAST_EXPRESSIBLE;
    }
}
