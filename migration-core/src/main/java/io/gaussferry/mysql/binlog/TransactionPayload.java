package io.gaussferry.mysql.binlog;

import com.github.luben.zstd.ZstdInputStream;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import org.jspecify.annotations.Nullable;

/**
 * The events of a {@code Transaction_payload_event}, read one at a time: a compressed transaction needs no more memory than an
 * uncompressed one. The events have no checksums; the payload's header is a list of fields, each a number, a length and a value
 * ({@code codecs/binary.cc} in MySQL's {@code binlog} library).
 */
final class TransactionPayload implements AutoCloseable {

    private static final int HEADER_END = 0;
    private static final int PAYLOAD_SIZE = 1;
    private static final int COMPRESSION_TYPE = 2;
    private static final int UNCOMPRESSED_SIZE = 3;

    private static final long ZSTD = 0;
    private static final long NONE = 255;

    private static final long UNKNOWN = Long.MAX_VALUE;

    /** Size of the largest array of bytes. */
    private static final int LONGEST_BODY = Integer.MAX_VALUE - 8;

    private final InputStream input;
    private final long maximumEventBytes;
    /** The remainder of a large payload, which is decompressed while it is read from the connection. */
    private final @Nullable InputStream rest;

    /** The number of uncompressed bytes that were not read yet; {@link #UNKNOWN} if the header does not state it. */
    private long left = UNKNOWN;

    /**
     * @param event of the type TRANSACTION_PAYLOAD
     * @param maximumEventBytes limit above which only the first bytes of a rows event are held; other larger events are rejected
     */
    TransactionPayload(RawEvent event, long maximumEventBytes) {
        byte[] body = event.body();
        this.maximumEventBytes = maximumEventBytes;
        this.rest = event.rest();
        WireReader reader = new WireReader(body, 0, body.length);
        long payloadBytes = -1;
        long compression = NONE;
        for (long field = reader.packed(); field != HEADER_END; field = reader.packed()) {
            WireReader value = reader.part(reader.packed());
            if (field == PAYLOAD_SIZE) {
                payloadBytes = value.packed();
            } else if (field == COMPRESSION_TYPE) {
                compression = value.packed();
            } else if (field == UNCOMPRESSED_SIZE) {
                left = value.packed();
            }
        }
        long size = event.bodyBytes() - reader.offset();
        if (payloadBytes >= 0 && payloadBytes != size) {
            throw malformed("its header states " + payloadBytes + " bytes, but it has " + size, null);
        }
        InputStream bytes = new ByteArrayInputStream(body, reader.offset(), reader.remaining());
        if (rest != null) {
            bytes = new SequenceInputStream(bytes, rest);
        }
        if (compression == NONE) {
            input = bytes;
        } else if (compression == ZSTD) {
            input = decompressing(bytes);
        } else {
            throw new GaussferryException(
                    ErrorCode.BINLOG_UNSUPPORTED,
                    "A transaction is compressed with the unknown method " + compression + ".",
                    "upgrade Gaussferry",
                    null);
        }
    }

    private static InputStream decompressing(InputStream bytes) {
        try {
            return new ZstdInputStream(bytes);
        } catch (IOException e) {
            throw malformed(String.valueOf(e.getMessage()), e);
        }
    }

    /** Returns the next event; null after the last one. */
    @Nullable
    RawEvent next() {
        byte[] header = read(RawEvent.HEADER_BYTES);
        if (header.length == 0) {
            if (left > 0 && left != UNKNOWN) {
                throw malformed("it ends " + left + " bytes before the end that its header states", null);
            }
            return null;
        }
        if (header.length < RawEvent.HEADER_BYTES) {
            throw malformed("it ends within an event header", null);
        }
        WireReader reader = new WireReader(header, 0, header.length);
        long timestamp = reader.uint(4);
        int type = (int) reader.uint(1);
        reader.skip(4); // server id
        long length = reader.uint(4);
        reader.skip(4); // its end, which is not an offset in the file
        int flags = (int) reader.uint(2);
        if (length < RawEvent.HEADER_BYTES) {
            throw malformed("it has an event of " + length + " bytes", null);
        }
        if (type == RawEvent.TRANSACTION_PAYLOAD) {
            throw malformed("it contains another compressed transaction", null);
        }
        long bodyBytes = length - RawEvent.HEADER_BYTES;
        boolean isLarge = bodyBytes > Math.min(maximumEventBytes, LONGEST_BODY);
        if (isLarge && !RawEvent.needsFirstBytesOnly(type)) {
            throw new GaussferryException(
                    ErrorCode.EVENT_TOO_LARGE,
                    "A compressed transaction has an event of type " + type + " and " + length
                            + " bytes, more than gaussferry.source.maximum-event-bytes (" + maximumEventBytes + ").",
                    "increase gaussferry.source.maximum-event-bytes and the heap (-Xmx)",
                    null);
        }
        byte[] body = read((int) (isLarge ? Math.min(bodyBytes, RawEvent.FIRST_BYTES) : bodyBytes));
        long skipped = skip(bodyBytes - body.length, isLarge);
        if (body.length + skipped < bodyBytes) {
            throw malformed("it ends within an event", null);
        }
        if (left == 0) {
            compareChecksum();
        }
        return new RawEvent(type, flags, timestamp, 0, 0, body, bodyBytes, null);
    }

    private long skip(long length, boolean isLarge) {
        long skipped = 0;
        while (isLarge && skipped < length) {
            byte[] bytes = read((int) Math.min(length - skipped, RawEvent.FIRST_BYTES));
            if (bytes.length == 0) {
                break;
            }
            skipped += bytes.length;
        }
        return skipped;
    }

    /** Verifies the checksum before returning the last event, which commits the transaction. */
    private void compareChecksum() {
        try {
            if (rest != null) {
                long unused = rest.transferTo(OutputStream.nullOutputStream());
            }
        } catch (IOException e) {
            throw malformed(String.valueOf(e.getMessage()), e);
        }
    }

    /** Reads up to the given number of bytes. The stated length alone allocates nothing. */
    private byte[] read(int length) {
        try {
            byte[] bytes = input.readNBytes(length);
            left -= left == UNKNOWN ? 0 : bytes.length;
            if (left < 0) {
                throw malformed("it has more bytes than its header states", null);
            }
            return bytes;
        } catch (IOException e) {
            throw malformed(String.valueOf(e.getMessage()), e);
        }
    }

    @Override
    public void close() {
        try {
            input.close();
        } catch (IOException e) {
            throw malformed(String.valueOf(e.getMessage()), e);
        }
    }

    private static GaussferryException malformed(String problem, @Nullable IOException cause) {
        return new GaussferryException(
                ErrorCode.BINLOG_DAMAGED,
                "A compressed transaction is malformed: " + problem + ".",
                "check the binlog file with mysqlbinlog --verify-binlog-checksum",
                cause);
    }
}
