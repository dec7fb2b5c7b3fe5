package io.gaussferry.mysql.binlog;

import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Decompresses the events of MariaDB's {@code log_bin_compress}. Such an event has the form of the uncompressed one up to its SQL or its
 * rows, which are compressed: a byte with the algorithm and the size of the length, the length with the highest byte first, and the data
 * ({@code binlog_buf_compress} in MariaDB's {@code log_event.cc}).
 */
final class CompressedEvent {

    private static final int TABLE_NUMBER_AND_FLAGS_BYTES = 8;

    /** The upper bits of the first byte: compressed with zlib. */
    private static final int MARK = 0xF0;

    private static final int ZLIB = 0x80;

    private static final int LENGTH_MASK = 0x07;

    private CompressedEvent() {}

    /** Returns the type of the uncompressed event; the same type for an event of another kind. */
    static int uncompressedType(int type) {
        return switch (type) {
            case RawEvent.QUERY_COMPRESSED -> RawEvent.QUERY;
            case RawEvent.WRITE_ROWS_COMPRESSED_V1 -> RawEvent.WRITE_ROWS_V1;
            case RawEvent.UPDATE_ROWS_COMPRESSED_V1 -> RawEvent.UPDATE_ROWS_V1;
            case RawEvent.DELETE_ROWS_COMPRESSED_V1 -> RawEvent.DELETE_ROWS_V1;
            case RawEvent.WRITE_ROWS_COMPRESSED -> RawEvent.WRITE_ROWS;
            case RawEvent.UPDATE_ROWS_COMPRESSED -> RawEvent.UPDATE_ROWS;
            case RawEvent.DELETE_ROWS_COMPRESSED -> RawEvent.DELETE_ROWS;
            default -> type;
        };
    }

    /**
     * Returns the uncompressed event; the same event if it is not compressed. Of an event too large for memory, only the type is changed.
     *
     * @param maximumEventBytes limit of the uncompressed body
     */
    static RawEvent decompress(RawEvent event, long maximumEventBytes) {
        int type = uncompressedType(event.type());
        if (type == event.type()) {
            return event;
        }
        byte[] body = event.body();
        if (event.isTruncated()) {
            return withBody(event, type, body, event.bodyBytes());
        }
        int start = type == RawEvent.QUERY ? QueryEvent.offsetOfSql(body) : offsetOfRows(body, type);
        WireReader reader = new WireReader(body, start, body.length);
        int first = (int) reader.uint(1);
        if ((first & MARK) != ZLIB) {
            throw damaged("starts with " + first);
        }
        long length = 0;
        for (int i = first & LENGTH_MASK; i > 0; i--) {
            length = length << Byte.SIZE | reader.uint(1);
        }
        if (start + length > maximumEventBytes) {
            throw new GaussferryException(
                    ErrorCode.EVENT_TOO_LARGE,
                    "A compressed binlog event has " + (start + length)
                            + " bytes, more than gaussferry.source.maximum-event-bytes (" + maximumEventBytes + ").",
                    "increase gaussferry.source.maximum-event-bytes and the heap (-Xmx)",
                    null);
        }
        byte[] whole = Arrays.copyOf(body, start + (int) length);
        inflate(body, reader.offset(), whole, start);
        return withBody(event, type, whole, whole.length);
    }

    private static RawEvent withBody(RawEvent event, int type, byte[] body, long bodyBytes) {
        return new RawEvent(
                type,
                event.flags(),
                event.timestampSeconds(),
                event.start(),
                event.end(),
                body,
                bodyBytes,
                null,
                event.serverId());
    }

    /** Returns the offset after the bitmaps of columns. */
    private static int offsetOfRows(byte[] body, int type) {
        WireReader reader = new WireReader(body, 0, body.length);
        reader.skip(TABLE_NUMBER_AND_FLAGS_BYTES);
        if (type >= RawEvent.WRITE_ROWS) {
            reader.skip(reader.uint(2) - 2); // extra data; its length counts itself
        }
        long bitmapBytes = (reader.packed() + 7) / 8;
        boolean hasTwoImages = type == RawEvent.UPDATE_ROWS || type == RawEvent.UPDATE_ROWS_V1;
        reader.skip(hasTwoImages ? 2 * bitmapBytes : bitmapBytes);
        return reader.offset();
    }

    private static void inflate(byte[] compressed, int from, byte[] whole, int start) {
        Inflater inflater = new Inflater();
        try {
            inflater.setInput(compressed, from, compressed.length - from);
            int end = start;
            while (end < whole.length) {
                int more = inflater.inflate(whole, end, whole.length - end);
                if (more == 0) {
                    throw damaged("ends after " + (end - start) + " of " + (whole.length - start) + " bytes");
                }
                end += more;
            }
        } catch (DataFormatException e) {
            throw damaged("cannot be decompressed");
        } finally {
            inflater.end();
        }
    }

    private static GaussferryException damaged(String detail) {
        return new GaussferryException(
                ErrorCode.BINLOG_DAMAGED,
                "A compressed binlog event " + detail + ".",
                "check the binlog file with mariadb-binlog --verify-binlog-checksum; if it is intact, report this as a defect",
                null);
    }
}
