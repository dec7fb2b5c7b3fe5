package io.gaussferry.mysql.binlog;

import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.Gtid;
import io.gaussferry.model.LogicalTime;

/**
 * The event that starts a transaction of MariaDB: {@code Gtid_log_event} in MariaDB's {@code log_event.h}. The server id is in the event's
 * header.
 *
 * @param event the transaction's identity
 * @param hasSeveralEvents whether events follow up to an XID event or COMMIT; otherwise exactly one statement follows
 * @param isPreparedXa whether the events end with an XA_PREPARE event, and take effect with a later transaction
 */
record MariaDbGtidEvent(GtidEvent event, boolean hasSeveralEvents, boolean isPreparedXa) {

    private static final int STANDALONE = 1;
    private static final int COMMIT_ID = 2;
    private static final int PREPARED_XA = 64;
    private static final int COMPLETED_XA = 128;

    private static final int EXTRA_ENGINES = 1;
    /** An ALTER TABLE in two transactions ({@code binlog_alter_two_phase}): its start, commit and rollback. */
    private static final int TWO_PHASE_ALTER = 2 | 4 | 8;

    /** Parses the body of an event. */
    static MariaDbGtidEvent parse(RawEvent raw) {
        WireReader reader = new WireReader(raw.body(), 0, raw.body().length);
        long number = reader.uint(Long.BYTES);
        long domain = reader.uint(Integer.BYTES);
        int flags = (int) reader.uint(1);
        if (number < 1) {
            throw new GaussferryException(
                    ErrorCode.BINLOG_DAMAGED,
                    "A GTID event has the invalid number " + number + ".",
                    "check the binlog file with mariadb-binlog --verify-binlog-checksum",
                    null);
        }
        if ((flags & COMMIT_ID) != 0) {
            reader.skip(Long.BYTES);
        }
        if ((flags & (PREPARED_XA | COMPLETED_XA)) != 0) {
            reader.skip(Integer.BYTES); // format
            reader.skip(reader.uint(1) + reader.uint(1));
        }
        // a short event ends with zero bytes
        int extra = reader.remaining() > 0 ? (int) reader.uint(1) : 0;
        if ((extra & ~EXTRA_ENGINES & TWO_PHASE_ALTER) != 0) {
            throw new GaussferryException(
                    ErrorCode.BINLOG_UNSUPPORTED,
                    "The source logs an ALTER TABLE before it has executed it (binlog_alter_two_phase).",
                    "run SET GLOBAL binlog_alter_two_phase = OFF on the source and reconnect all sessions; then start a new migration",
                    null);
        }
        Gtid gtid = Gtid.ofMariaDb(domain, raw.serverId(), number);
        return new MariaDbGtidEvent(
                new GtidEvent(gtid, LogicalTime.UNKNOWN, 0, 0), (flags & STANDALONE) == 0, (flags & PREPARED_XA) != 0);
    }
}
