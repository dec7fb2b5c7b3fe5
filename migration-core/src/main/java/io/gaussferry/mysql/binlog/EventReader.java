package io.gaussferry.mysql.binlog;

import com.github.shyiko.mysql.binlog.network.ServerException;
import com.github.shyiko.mysql.binlog.network.protocol.ErrorPacket;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * Reads events from the packets of a connection through its own buffer. A packet has a header of four bytes (length, number), a
 * status byte, and an event. An event of 16 MiB or more continues in further packets, of which all but the last are full. One
 * thread.
 */
final class EventReader {

    /** Large enough for a hundred small transactions, small enough for a processor's cache. */
    private static final int BUFFER_BYTES = 1 << 16;

    private static final int PACKET_HEADER_BYTES = 4;
    private static final int FULL_PACKET_BYTES = 0xFF_FF_FF;
    private static final int STATUS_BYTES = 1;

    private static final int EVENT = 0x00;
    private static final int END = 0xFE;
    private static final int ERROR = 0xFF;

    /** Size of the CRC32 checksum at the end of an event, MySQL's only checksum algorithm. */
    private static final int CHECKSUM_BYTES = 4;

    private static final int CHECKSUM_ALGORITHM_CRC32 = 1;

    /** {@code LOG_EVENT_BINLOG_IN_USE_F}. */
    private static final int IN_USE_FLAG = 1;

    /** MySQL's largest packet and thus the largest event: {@code max_allowed_packet}, plus space for headers. */
    private static final long MAXIMUM_EVENT_BYTES = (1L << 30) + (1L << 20);

    /** The unread remainder of a large event's body. The checksum is compared after the last byte. */
    private final class Remainder extends InputStream {

        private final CRC32 computed = new CRC32();
        private final int type;
        private final long end;
        private long bytesLeft;

        private Remainder(int type, long end, long bytes) {
            this.type = type;
            this.end = end;
            this.bytesLeft = bytes;
            computed.update(headerBytes);
        }

        @Override
        public int read() {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        /** Throws unchecked exceptions, so that a lost connection is not mistaken for damaged data. */
        @Override
        public int read(byte[] bytes, int offset, int length) {
            if (bytesLeft == 0) {
                return -1;
            }
            int wanted = (int) Math.min(length, bytesLeft);
            try {
                EventReader.this.read(bytes, offset, offset + wanted);
                computed.update(bytes, offset, wanted);
                bytesLeft -= wanted;
                if (bytesLeft == 0) {
                    checkEnd();
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return wanted;
        }

        private void checkEnd() throws IOException {
            if (checksumBytes > 0) {
                EventReader.this.read(checksumOfEvent, 0, CHECKSUM_BYTES);
                compare(computed.getValue(), WireReader.uint(checksumOfEvent, 0, CHECKSUM_BYTES), type, end);
            }
            open = null;
            endPackets();
        }
    }

    private final InputStream input;
    private final long maximumBufferedBytes;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int position;
    private int limit;

    /** Unread bytes of the current packet. */
    private int left;
    /** Whether another packet of the same event follows the current one. */
    private boolean continued;

    /** The event that was returned last, if it has unread bytes. */
    private @Nullable Remainder open;

    private int checksumBytes;
    private final byte[] headerBytes = new byte[RawEvent.HEADER_BYTES];
    private final byte[] checksumOfEvent = new byte[CHECKSUM_BYTES];

    /**
     * @param input positioned at the header of a packet
     * @param checksums whether events end with a checksum, until a FORMAT_DESCRIPTION event states it
     */
    EventReader(InputStream input, boolean checksums) {
        this(input, checksums, MAXIMUM_EVENT_BYTES);
    }

    /**
     * @param input positioned at the header of a packet
     * @param checksums whether events end with a checksum, until a FORMAT_DESCRIPTION event states it
     * @param maximumBufferedBytes limit of the body, in bytes, above which only the first bytes are read into memory
     */
    EventReader(InputStream input, boolean checksums, long maximumBufferedBytes) {
        this.input = input;
        this.maximumBufferedBytes = Math.max(maximumBufferedBytes, RawEvent.FIRST_BYTES);
        this.checksumBytes = checksums ? CHECKSUM_BYTES : 0;
    }

    /** Returns whether the next event can be returned without waiting for the connection. */
    boolean isNextBuffered() {
        if (open != null) {
            return false;
        }
        int buffered = limit - position;
        return buffered >= PACKET_HEADER_BYTES && buffered - PACKET_HEADER_BYTES >= packetLength();
    }

    private int packetLength() {
        return (int) WireReader.uint(buffer, position, 3);
    }

    /**
     * Returns the next event; null at the end of the stream.
     *
     * @throws ServerException if the server sends an error
     */
    @Nullable
    RawEvent next() throws IOException {
        skipRest();
        if (!buffer(PACKET_HEADER_BYTES)) {
            return null;
        }
        startPacket();
        require(left >= STATUS_BYTES && buffer(STATUS_BYTES));
        int status = buffer[position++] & 0xFF;
        left--;
        switch (status) {
            case EVENT -> {
                RawEvent event = event();
                if (open == null) {
                    endPackets();
                }
                return event;
            }
            case END -> {
                return null;
            }
            case ERROR -> {
                ErrorPacket packet = new ErrorPacket(body(left));
                throw new ServerException(packet.getErrorMessage(), packet.getErrorCode(), packet.getSqlState());
            }
            default -> throw new IllegalStateException("unexpected status byte of a packet: " + status);
        }
    }

    private void skipRest() throws IOException {
        Remainder unread = open;
        if (unread == null) {
            return;
        }
        try {
            long unused = unread.transferTo(OutputStream.nullOutputStream());
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** Returns the first event, whose packet header the library has read. */
    RawEvent first() throws IOException {
        require(buffer(RawEvent.HEADER_BYTES));
        left = (int) WireReader.uint(buffer, position + RawEvent.LENGTH_AT, 4);
        if (left < RawEvent.HEADER_BYTES || left >= FULL_PACKET_BYTES - STATUS_BYTES) {
            throw new IllegalStateException("the stream starts with an event of " + left + " bytes");
        }
        return event();
    }

    private RawEvent event() throws IOException {
        require(left >= RawEvent.HEADER_BYTES && buffer(RawEvent.HEADER_BYTES));
        WireReader header = new WireReader(buffer, position, position + RawEvent.HEADER_BYTES);
        System.arraycopy(buffer, position, headerBytes, 0, RawEvent.HEADER_BYTES);
        long timestamp = header.uint(4);
        int type = (int) header.uint(1);
        long serverId = header.uint(4);
        long length = header.uint(4);
        long end = header.uint(4);
        int flags = (int) header.uint(2);
        position += RawEvent.HEADER_BYTES;
        left -= RawEvent.HEADER_BYTES;
        long rest = length - RawEvent.HEADER_BYTES;
        // compared with the packet's length, so that the length of a damaged event is not allocated
        if (rest < 0 || length > MAXIMUM_EVENT_BYTES || (continued ? rest < left : rest != left)) {
            throw new IllegalStateException("event of " + length + " bytes in a packet of "
                    + (left + RawEvent.HEADER_BYTES) + (continued ? " and more" : ""));
        }
        if (rest - checksumBytes > maximumBufferedBytes && type != RawEvent.FORMAT_DESCRIPTION) {
            Remainder content = new Remainder(type, end, rest - checksumBytes);
            open = content;
            byte[] firstBytes = content.readNBytes(RawEvent.FIRST_BYTES);
            return new RawEvent(
                    type,
                    flags,
                    timestamp,
                    end - length,
                    end,
                    firstBytes,
                    rest - checksumBytes,
                    type == RawEvent.TRANSACTION_PAYLOAD ? content : null,
                    serverId);
        }
        byte[] body;
        long checksum = 0;
        if (type == RawEvent.FORMAT_DESCRIPTION) {
            byte[] whole = body(rest);
            checksumBytes = checksumBytesOf(whole);
            body = Arrays.copyOf(whole, Math.max(0, whole.length - checksumBytes));
            checksum = checksumBytes == 0 ? 0 : WireReader.uint(whole, body.length, CHECKSUM_BYTES);
            // the checksum is computed without the flag of a file in use
            headerBytes[RawEvent.FLAGS_AT] &= ~IN_USE_FLAG;
        } else {
            body = body(Math.max(0, rest - checksumBytes));
            if (checksumBytes > 0 && rest >= checksumBytes) {
                read(checksumOfEvent, 0, CHECKSUM_BYTES);
                checksum = WireReader.uint(checksumOfEvent, 0, CHECKSUM_BYTES);
            }
        }
        if (checksumBytes > 0) {
            verify(body, checksum, type, end);
        }
        return new RawEvent(type, flags, timestamp, end - length, end, body, body.length, null, serverId);
    }

    /** Verifies the checksum: CRC32 as in zip, over the event's header and body. */
    private void verify(byte[] body, long checksum, int type, long end) {
        CRC32 computed = new CRC32();
        computed.update(headerBytes);
        computed.update(body);
        compare(computed.getValue(), checksum, type, end);
    }

    private static void compare(long computed, long checksum, int type, long end) {
        if (computed != checksum) {
            throw new GaussferryException(
                    ErrorCode.BINLOG_DAMAGED,
                    "The checksum of a binlog event does not match: stored is " + Long.toHexString(checksum)
                            + ", computed is "
                            + Long.toHexString(computed) + "; the event is of type " + type
                            + " and ends at offset " + end + ".",
                    "restart, in case the event was damaged in transit. If the error recurs, check the file with mysqlbinlog"
                            + " --verify-binlog-checksum; if it is damaged, read from another server with the same GTIDs",
                    null);
        }
    }

    /**
     * Returns the size of the checksum. The byte before the checksum names the algorithm, and a FORMAT_DESCRIPTION event always
     * has one (from 5.6 on).
     */
    private static int checksumBytesOf(byte[] formatDescription) {
        int algorithmAt = formatDescription.length - CHECKSUM_BYTES - 1;
        return algorithmAt >= 0 && formatDescription[algorithmAt] == CHECKSUM_ALGORITHM_CRC32 ? CHECKSUM_BYTES : 0;
    }

    /** Reads the next bytes of the event into a new array. */
    private byte[] body(long length) throws IOException {
        byte[] body = new byte[(int) length];
        read(body, 0, body.length);
        return body;
    }

    /** Fills a part of an array with the next bytes of the event, across packets. */
    private void read(byte[] bytes, int from, int to) throws IOException {
        int offset = from;
        while (offset < to) {
            if (left == 0) {
                nextPacket();
            }
            int wanted = Math.min(to - offset, left);
            int buffered = Math.min(wanted, limit - position);
            System.arraycopy(buffer, position, bytes, offset, buffered);
            position += buffered;
            // bytes beyond the buffered ones bypass the buffer
            int direct = wanted - buffered;
            require(direct == 0 || input.readNBytes(bytes, offset + buffered, direct) == direct);
            offset += wanted;
            left -= wanted;
        }
    }

    private void nextPacket() throws IOException {
        require(continued && buffer(PACKET_HEADER_BYTES));
        startPacket();
    }

    private void startPacket() {
        left = packetLength();
        continued = left == FULL_PACKET_BYTES;
        position += PACKET_HEADER_BYTES;
    }

    /** Finishes the event's packets. An event that fills its last packet is followed by an empty one. */
    private void endPackets() throws IOException {
        if (left == 0 && continued) {
            nextPacket();
        }
        require(left == 0 && !continued);
    }

    /**
     * Fills the buffer with at least the given number of bytes, which is small compared to its size.
     *
     * @return false if the stream has ended and no bytes are left
     */
    private boolean buffer(int wanted) throws IOException {
        if (limit - position >= wanted) {
            return true;
        }
        System.arraycopy(buffer, position, buffer, 0, limit - position);
        limit -= position;
        position = 0;
        while (limit < wanted) {
            int read = input.read(buffer, limit, BUFFER_BYTES - limit);
            if (read < 0) {
                require(limit == 0);
                return false;
            }
            limit += read;
        }
        return true;
    }

    private static void require(boolean complete) throws EOFException {
        if (!complete) {
            throw new EOFException("the stream ended within an event");
        }
    }
}
