package io.gaussferry.mysql.binlog;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.Gtid;
import io.gaussferry.model.LogicalTime;
import java.util.UUID;

/**
 * The event that begins a transaction.
 *
 * @param gtid the transaction's name
 * @param logicalTime when it was committed by the logical clock of its file
 * @param commitMicros when this server committed it, microseconds since 1970; 0 where the server does not say (before 8.0.1)
 * @param originMicros the same of the server where it was first executed; 0 where that one does not say it
 */
record GtidEvent(Gtid gtid, LogicalTime logicalTime, long commitMicros, long originMicros) {

    /** Marks that the logical clock follows; what comes after it is there from 8.0.1 on. */
    private static final int LOGICAL_CLOCK = 2;

    private static final int LOGICAL_CLOCK_BYTES = 2 * Long.BYTES;
    private static final int TIMESTAMP_BYTES = 7;
    /** The highest bit of the 7 bytes says that the original timestamp follows, because it is another one. */
    private static final long ORIGINAL_FOLLOWS = 1L << 55;

    private static final long TIMESTAMP_MASK = ORIGINAL_FOLLOWS - 1;

    /** Reads the body of a GTID event: {@code Gtid_log_event} in MySQL's {@code control_events.h}. */
    static GtidEvent parse(byte[] body, SourceIds sourceIds) {
        WireReader reader = new WireReader(body, 0, body.length);
        reader.skip(1); // flags
        UUID sourceId = sourceIds.of(reader.bigEndianLong(), reader.bigEndianLong());
        long number = reader.uint(Long.BYTES);
        requireNumber(number);
        return parse(new Gtid(sourceId, "", number), reader);
    }

    /** Reads the same of a transaction that has no GTID, which is named by its number. */
    static GtidEvent parseAnonymous(byte[] body, long captureSequence) {
        WireReader reader = new WireReader(body, 0, body.length);
        reader.skip(1 + 2 * Long.BYTES + Long.BYTES);
        return parse(Gtid.ofCaptureSequence(captureSequence), reader);
    }

    /** Returns the same under the name that it has where GTIDs do not count. */
    GtidEvent named(long captureSequence) {
        return new GtidEvent(Gtid.ofCaptureSequence(captureSequence), logicalTime, commitMicros, originMicros);
    }

    private static void requireNumber(long number) {
        if (number < 1 || number == Long.MAX_VALUE) {
            throw new GaussferryException(
                    ErrorCategory.FATAL,
                    "A GTID event has the number " + number + ", which no transaction can have.",
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
