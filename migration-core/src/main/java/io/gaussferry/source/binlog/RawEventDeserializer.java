package io.gaussferry.source.binlog;

import com.github.shyiko.mysql.binlog.event.Event;
import com.github.shyiko.mysql.binlog.event.EventData;
import com.github.shyiko.mysql.binlog.event.EventHeaderV4;
import com.github.shyiko.mysql.binlog.event.EventType;
import com.github.shyiko.mysql.binlog.event.RotateEventData;
import com.github.shyiko.mysql.binlog.event.deserialization.ChecksumType;
import com.github.shyiko.mysql.binlog.event.deserialization.EventDeserializer;
import com.github.shyiko.mysql.binlog.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Hands on every event as its bytes, without the checksum. The library's own decoding loses information and passes over
 * events that it does not know or fails to decode; only ROTATE, which the library needs for its bookkeeping, is decoded here.
 */
final class RawEventDeserializer extends EventDeserializer {

    /** Bytes of a CRC32 checksum at the end of an event; the only kind of checksum that MySQL has. */
    private static final int CHECKSUM_BYTES = 4;

    /** The largest packet of MySQL, and so the largest event: {@code max_allowed_packet}, with room for headers. */
    private static final long MAXIMUM_EVENT_BYTES = (1L << 30) + (1L << 20);
    /** Events up to this size are read into an array of just that size. */
    private static final long USUAL_EVENT_BYTES = 1 << 24;

    private static final int CHECKSUM_ALGORITHM_CRC32 = 1;
    private static final int ROTATE_POSITION_BYTES = 8;

    private int checksumBytes;

    @Override
    @SuppressWarnings("deprecation")
    public void setChecksumType(ChecksumType checksumType) {
        // called by the library when it has told the server that it understands checksums
        checksumBytes = checksumType == ChecksumType.CRC32 ? CHECKSUM_BYTES : 0;
    }

    @Override
    public @Nullable Event nextEvent(ByteArrayInputStream input) throws IOException {
        if (input.peek() == -1) {
            return null;
        }
        long timestamp = input.readLong(4);
        int type = input.readInteger(1);
        long serverId = input.readLong(4);
        long length = input.readLong(4);
        long next = input.readLong(4);
        int flags = input.readInteger(2);
        byte[] bytes = body(input, length - RawEvent.HEADER_BYTES);
        if (type == RawEvent.FORMAT_DESCRIPTION) {
            checksumBytes = checksumBytesOf(bytes);
        }
        byte[] body = checksumBytes == 0 ? bytes : Arrays.copyOf(bytes, Math.max(0, bytes.length - checksumBytes));
        RawEvent raw = new RawEvent(type, flags, timestamp, next - length, next, body);

        EventHeaderV4 header = new EventHeaderV4();
        header.setTimestamp(timestamp * 1000);
        EventType known = EventType.byEventNumber(type);
        header.setEventType(known == null ? EventType.UNKNOWN : known);
        header.setServerId(serverId);
        header.setEventLength(length);
        header.setNextPosition(next);
        header.setFlags(flags);
        return new Event(header, type == RawEvent.ROTATE ? rotate(body) : raw);
    }

    /** Reads so many bytes; a length that only a damaged event has allocates no more than what comes. */
    private static byte[] body(ByteArrayInputStream input, long length) throws IOException {
        if (length < 0 || length > MAXIMUM_EVENT_BYTES) {
            throw new IllegalStateException("an event of " + (length + RawEvent.HEADER_BYTES) + " bytes");
        }
        if (length <= USUAL_EVENT_BYTES) {
            return input.read((int) length);
        }
        byte[] bytes = input.readNBytes((int) length);
        if (bytes.length < length) {
            throw new EOFException();
        }
        return bytes;
    }

    /** The algorithm is the byte before the checksum, and a FORMAT_DESCRIPTION event always has one (from 5.6 on). */
    private static int checksumBytesOf(byte[] formatDescription) {
        int algorithmAt = formatDescription.length - CHECKSUM_BYTES - 1;
        return algorithmAt >= 0 && formatDescription[algorithmAt] == CHECKSUM_ALGORITHM_CRC32 ? CHECKSUM_BYTES : 0;
    }

    private static EventData rotate(byte[] body) {
        RotateEventData rotate = new RotateEventData();
        rotate.setBinlogPosition(new WireReader(body, 0, body.length).uint(ROTATE_POSITION_BYTES));
        rotate.setBinlogFilename(
                new String(body, ROTATE_POSITION_BYTES, body.length - ROTATE_POSITION_BYTES, StandardCharsets.UTF_8));
        return rotate;
    }
}
