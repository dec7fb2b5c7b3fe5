package io.gaussferry.mysql.binlog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.Zstd;
import io.gaussferry.error.GaussferryException;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** A payload is read to the end that its header states, or rejected: a part of a transaction must never appear to be all of it. */
class TransactionPayloadTest {

    private static final int MAXIMUM = 1_000_000;
    private static final int NONE = 255;

    private final ByteArrayOutputStream events = new ByteArrayOutputStream();

    @Test
    void returnsEventsInOrder() {
        add(RawEvent.TABLE_MAP, 5);
        add(RawEvent.WRITE_ROWS, 0);
        TransactionPayload payload = compressed(events.size());
        RawEvent first = next(payload);
        assertThat(first.type()).isEqualTo(RawEvent.TABLE_MAP);
        assertThat(first.body()).hasSize(5);
        assertThat(next(payload).type()).isEqualTo(RawEvent.WRITE_ROWS);
        assertThat(payload.next()).isNull();
    }

    /** The missing events may be changes, while the reader has their transaction's end. */
    @Test
    void rejectsPayloadThatEndsBetweenEvents() {
        add(RawEvent.XID, 8);
        TransactionPayload payload = compressed(events.size() + 100);
        next(payload);
        assertThatThrownBy(payload::next).hasMessageContaining("100 bytes before the end");
    }

    @Test
    void rejectsPayloadThatEndsWithinEvent() {
        add(RawEvent.XID, 8);
        byte[] whole = events.toByteArray();
        events.reset();
        events.write(whole, 0, whole.length - 1);
        assertThatThrownBy(compressed(whole.length)::next).hasMessageContaining("within an event");
    }

    @Test
    void rejectsMoreEventsThanStated() {
        add(RawEvent.XID, 8);
        assertThatThrownBy(compressed(events.size() - 1)::next)
                .hasMessageContaining("more bytes than its header states");
    }

    @Test
    void readsFirstBytesOfLargeRowsEvent() {
        add(RawEvent.WRITE_ROWS, MAXIMUM + 1);
        add(RawEvent.XID, 8);
        TransactionPayload payload = compressed(events.size());
        RawEvent large = next(payload);
        assertThat(large.body()).hasSize(RawEvent.FIRST_BYTES);
        assertThat(large.bodyBytes()).isEqualTo(MAXIMUM + 1);
        assertThat(next(payload).type()).isEqualTo(RawEvent.XID);
    }

    @Test
    void rejectsLargeEventThatIsNeededWhole() {
        add(RawEvent.QUERY, MAXIMUM + 1);
        assertThatThrownBy(compressed(events.size())::next)
                .isInstanceOf(GaussferryException.class)
                .hasMessageContaining("maximum-event-bytes");
    }

    /** An update of two long values exceeds 2^31 bytes: the next event must not be searched within its values. */
    @Test
    void skipsEventOfMoreThanTwoGibibytes() {
        long length = (1L << 31) + 5_000;
        byte[] first = header(RawEvent.UPDATE_ROWS, RawEvent.HEADER_BYTES + length);
        byte[] last = event(RawEvent.XID, 8);
        TransactionPayload payload = uncompressed(first, length, last);
        assertThat(next(payload).bodyBytes()).isEqualTo(length);
        assertThat(next(payload).type()).isEqualTo(RawEvent.XID);
        assertThat(payload.next()).isNull();
    }

    private static RawEvent next(TransactionPayload payload) {
        return Objects.requireNonNull(payload.next());
    }

    private void add(int type, int bodyBytes) {
        events.writeBytes(event(type, bodyBytes));
    }

    private static byte[] event(int type, int bodyBytes) {
        byte[] header = header(type, RawEvent.HEADER_BYTES + bodyBytes);
        return Arrays.copyOf(header, header.length + bodyBytes);
    }

    private static byte[] header(int type, long length) {
        return ByteBuffer.allocate(RawEvent.HEADER_BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(1_700_000_000)
                .put((byte) type)
                .putInt(1)
                .putInt((int) length)
                .putInt(0)
                .putShort((short) 0)
                .array();
    }

    /** Returns the payload of the added events, which states this uncompressed size. */
    private TransactionPayload compressed(int stated) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.writeBytes(new byte[] {2, 1, 0, 3, 5, (byte) 0xFE});
        body.writeBytes(ByteBuffer.allocate(Integer.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(stated)
                .array());
        body.write(0);
        byte[] prefix = body.toByteArray();
        prefix[4] = 9;
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        whole.write(prefix, 0, prefix.length - 1);
        whole.writeBytes(new byte[Integer.BYTES]);
        whole.write(0);
        whole.writeBytes(Zstd.compress(events.toByteArray()));
        return new TransactionPayload(
                new RawEvent(RawEvent.TRANSACTION_PAYLOAD, 0, 0, 0, 0, whole.toByteArray()), MAXIMUM);
    }

    /** Returns an uncompressed payload whose first event has a body of zeros, which are not in memory. */
    private static TransactionPayload uncompressed(byte[] firstHeader, long zeros, byte[] last) {
        byte[] start = {2, 3, (byte) 0xFC, (byte) NONE, 0, 0};
        byte[] body = Arrays.copyOf(start, start.length + firstHeader.length);
        System.arraycopy(firstHeader, 0, body, start.length, firstHeader.length);
        InputStream rest = new InputStream() {
            private long at;

            @Override
            public int read() {
                byte[] one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
            }

            @Override
            public int read(byte[] buffer, int offset, int length) {
                if (at < zeros) {
                    int size = (int) Math.min(length, zeros - at);
                    Arrays.fill(buffer, offset, offset + size, (byte) 0);
                    at += size;
                    return size;
                }
                int from = (int) (at - zeros);
                int size = Math.min(length, last.length - from);
                System.arraycopy(last, from, buffer, offset, size);
                at += size;
                return size == 0 ? -1 : size;
            }
        };
        long bodyBytes = body.length + zeros + last.length;
        return new TransactionPayload(
                new RawEvent(RawEvent.TRANSACTION_PAYLOAD, 0, 0, 0, 0, body, bodyBytes, rest), MAXIMUM);
    }
}
