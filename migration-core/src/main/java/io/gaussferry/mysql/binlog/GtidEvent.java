package io.gaussferry.mysql.binlog;

import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.Gtid;
import io.gaussferry.model.LogicalTime;
import java.util.UUID;

/**
 * The event that starts a transaction.
 *
 * @param gtid the transaction's GTID
 * @param logicalTime its commit time by the logical clock of its file
 * @param commitMicros its commit time on this server, in microseconds since 1970; 0 if the server does not report it (before
 *     8.0.1)
 * @param originMicros its commit time on the server that first executed it; 0 if that server did not report it
 */
record GtidEvent(Gtid gtid, LogicalTime logicalTime, long commitMicros, long originMicros) {

    /** Indicates that the logical clock follows; the fields after it exist from 8.0.1 on. */
    private static final int LOGICAL_CLOCK = 2;

    private static final int LOGICAL_CLOCK_BYTES = 2 * Long.BYTES;
    private static final int TIMESTAMP_BYTES = 7;
    /** The highest bit of the 7 bytes indicates that a different original timestamp follows. */
    private static final long ORIGINAL_FOLLOWS = 1L << 55;

    private static final long TIMESTAMP_MASK = ORIGINAL_FOLLOWS - 1;

    /** Parses the body of a GTID event: {@code Gtid_log_event} in MySQL's {@code control_events.h}. */
    static GtidEvent parse(byte[] body, SourceIdCache sourceIds) {
        WireReader reader = new WireReader(body, 0, body.length);
        reader.skip(1); // flags
        UUID sourceId = sourceIds.of(reader.bigEndianLong(), reader.bigEndianLong());
        long number = reader.uint(Long.BYTES);
        requireNumber(number);
        return parse(new Gtid(sourceId, "", number), reader);
    }

    /** Parses the event of a transaction without a GTID, which is identified by its number. */
    static GtidEvent parseAnonymous(byte[] body, long captureSequence) {
        WireReader reader = new WireReader(body, 0, body.length);
        reader.skip(1 + 2 * Long.BYTES + Long.BYTES);
        return parse(Gtid.ofCaptureSequence(captureSequence), reader);
    }

    /** Returns the event with the identifier that is used without GTIDs. */
    GtidEvent withCaptureSequence(long captureSequence) {
        return new GtidEvent(Gtid.ofCaptureSequence(captureSequence), logicalTime, commitMicros, originMicros);
    }

    private static void requireNumber(long number) {
        if (number < 1 || number == Long.MAX_VALUE) {
            throw new GaussferryException(
                    ErrorCode.BINLOG_DAMAGED,
                    "A GTID event has the invalid number " + number + ".",
                    "check the binlog file with mysqlbinlog --verify-binlog-checksum",
                    null);
        }
    }

    private static GtidEvent parse(Gtid name, WireReader reader) {
        LogicalTime logicalTime = LogicalTime.UNKNOWN;
        long commitMicros = 0;
        long originMicros = 0;
        if (reader.remaining() >= 1 + LOGICAL_CLOCK_BYTES && reader.uint(1) == LOGICAL_CLOCK) {
            logicalTime = new LogicalTime(reader.uint(Long.BYTES), reader.uint(Long.BYTES));
            if (reader.remaining() >= TIMESTAMP_BYTES) {
                long immediate = reader.uint(TIMESTAMP_BYTES);
                commitMicros = immediate & TIMESTAMP_MASK;
                originMicros = (immediate & ORIGINAL_FOLLOWS) == 0 ? commitMicros : reader.uint(TIMESTAMP_BYTES);
            }
        }
        return new GtidEvent(name, logicalTime, commitMicros, originMicros);
    }
}
