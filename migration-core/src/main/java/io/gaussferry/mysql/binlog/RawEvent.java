package io.gaussferry.mysql.binlog;

import com.github.shyiko.mysql.binlog.event.EventData;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * An event of the binlog, undecoded.
 *
 * @param type the number of its type: {@code Log_event_type} in MySQL's {@code binlog_event.h}
 * @param flags the flags of its header
 * @param timestampSeconds when it was written, seconds since 1970 by the source's clock
 * @param start offset in its file; modulo 2^32, as servers report it, and negative for an event that spans such a boundary.
 *     {@link BinlogPositionTracker} has the actual offset
 * @param end offset of the byte after it, in the same way; 0 for an event that is in no file, and for one within a transaction of MariaDB 11.4
 * @param body the bytes after the header, without the checksum; only the first bytes of a large event
 * @param bodyBytes size of the whole body in the binlog
 * @param rest the remaining bytes of the body of a large compressed transaction, to be read before the next event; null otherwise
 * @param serverId the {@code server_id} of the server that first executed the transaction
 */
record RawEvent(
        int type,
        int flags,
        long timestampSeconds,
        long start,
        long end,
        byte[] body,
        long bodyBytes,
        @Nullable InputStream rest,
        long serverId)
        implements EventData {

    private static final long serialVersionUID = 1L;

    static final int QUERY = 2;
    static final int STOP = 3;
    static final int ROTATE = 4;
    static final int INTVAR = 5;
    static final int APPEND_BLOCK = 9;
    static final int DELETE_FILE = 11;
    static final int RAND = 13;
    static final int USER_VAR = 14;
    static final int FORMAT_DESCRIPTION = 15;
    static final int XID = 16;
    static final int BEGIN_LOAD_QUERY = 17;
    static final int EXECUTE_LOAD_QUERY = 18;
    static final int TABLE_MAP = 19;
    static final int WRITE_ROWS_V1 = 23;
    static final int UPDATE_ROWS_V1 = 24;
    static final int DELETE_ROWS_V1 = 25;
    static final int INCIDENT = 26;
    static final int HEARTBEAT = 27;
    static final int IGNORABLE = 28;
    static final int ROWS_QUERY = 29;
    static final int WRITE_ROWS = 30;
    static final int UPDATE_ROWS = 31;
    static final int DELETE_ROWS = 32;
    static final int GTID = 33;
    static final int ANONYMOUS_GTID = 34;
    static final int PREVIOUS_GTIDS = 35;
    static final int TRANSACTION_CONTEXT = 36;
    static final int VIEW_CHANGE = 37;
    static final int XA_PREPARE = 38;
    static final int PARTIAL_UPDATE_ROWS = 39;
    static final int TRANSACTION_PAYLOAD = 40;
    static final int HEARTBEAT_V2 = 41;
    static final int GTID_TAGGED = 42;

    /** The statement that the following rows events are from; the first of MariaDB's own types. */
    static final int ANNOTATE_ROWS = 160;

    static final int BINLOG_CHECKPOINT = 161;
    static final int MARIADB_GTID = 162;
    static final int MARIADB_GTID_LIST = 163;
    /** The following events are encrypted in the file; the server sends them decrypted. */
    static final int START_ENCRYPTION = 164;

    static final int QUERY_COMPRESSED = 165;
    static final int WRITE_ROWS_COMPRESSED_V1 = 166;
    static final int UPDATE_ROWS_COMPRESSED_V1 = 167;
    static final int DELETE_ROWS_COMPRESSED_V1 = 168;
    static final int WRITE_ROWS_COMPRESSED = 169;
    static final int UPDATE_ROWS_COMPRESSED = 170;
    static final int DELETE_ROWS_COMPRESSED = 171;

    /** {@code LOG_EVENT_IGNORABLE_F}: a replica that does not know the type may skip the event. */
    private static final int IGNORABLE_FLAG = 0x80;

    /** {@code LOG_EVENT_ARTIFICIAL_F}. */
    private static final int ARTIFICIAL_FLAG = 0x20;

    /** Size of an event's header, version 4: the only version since MySQL 5.0. */
    static final int HEADER_BYTES = 19;

    /** Offset in the header of the event's length, four bytes. */
    static final int LENGTH_AT = 9;

    /** Offset in the header of the flags, two bytes. */
    static final int FLAGS_AT = 17;

    /**
     * Number of first bytes of a large event: more than precede the rows of a rows event, which has at most 64 KiB of extra data.
     */
    static final int FIRST_BYTES = 1 << 17;

    /** Creates an event with its whole body. */
    RawEvent(int type, int flags, long timestampSeconds, long start, long end, byte[] body) {
        this(type, flags, timestampSeconds, start, end, body, body.length, null);
    }

    /** Creates an event whose server is irrelevant. */
    RawEvent(
            int type,
            int flags,
            long timestampSeconds,
            long start,
            long end,
            byte[] body,
            long bodyBytes,
            @Nullable InputStream rest) {
        this(type, flags, timestampSeconds, start, end, body, bodyBytes, rest, 0);
    }

    /** Returns whether only its first bytes were read. */
    boolean isTruncated() {
        return bodyBytes > body.length;
    }

    /** Returns whether the first bytes of an event of this type are sufficient to skip it. */
    static boolean needsFirstBytesOnly(int type) {
        return switch (type) {
            case WRITE_ROWS_V1,
                    UPDATE_ROWS_V1,
                    DELETE_ROWS_V1,
                    WRITE_ROWS,
                    UPDATE_ROWS,
                    DELETE_ROWS,
                    PARTIAL_UPDATE_ROWS,
                    WRITE_ROWS_COMPRESSED_V1,
                    UPDATE_ROWS_COMPRESSED_V1,
                    DELETE_ROWS_COMPRESSED_V1,
                    WRITE_ROWS_COMPRESSED,
                    UPDATE_ROWS_COMPRESSED,
                    DELETE_ROWS_COMPRESSED,
                    ANNOTATE_ROWS,
                    ROWS_QUERY,
                    IGNORABLE,
                    APPEND_BLOCK,
                    BEGIN_LOAD_QUERY -> true;
            default -> false;
        };
    }

    /** Returns whether it is in no file: the server created it for this connection. */
    boolean isArtificial() {
        return (flags & ARTIFICIAL_FLAG) != 0
                || type == HEARTBEAT
                || type == HEARTBEAT_V2
                || (type == FORMAT_DESCRIPTION && end == 0);
    }

    /** Returns whether the server allows a replica to skip this event. */
    boolean isIgnorable() {
        return (flags & IGNORABLE_FLAG) != 0;
    }
}
