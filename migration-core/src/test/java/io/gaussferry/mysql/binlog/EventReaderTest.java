package io.gaussferry.mysql.binlog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.Zstd;
import com.github.shyiko.mysql.binlog.network.ServerException;
import io.gaussferry.error.GaussferryException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;

class EventReaderTest {

    private static final int FULL = 0xFF_FF_FF;
    private static final int TYPE = RawEvent.QUERY;

    private final ByteArrayOutputStream stream = new ByteArrayOutputStream();

    @Test
    void readsEventsFromFragmentedInput() throws IOException {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        List<byte[]> bodies = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            byte[] body = new byte[random.nextInt(20) == 0 ? random.nextInt(200_000) : random.nextInt(300)];
            random.nextBytes(body);
            bodies.add(body);
            packets(event(TYPE, body, 4));
        }
        EventReader reader = new EventReader(inPieces(random), true);
        for (byte[] body : bodies) {
            RawEvent event = Objects.requireNonNull(reader.next(), "seed " + seed);
            assertThat(event.body()).as("seed %d", seed).isEqualTo(body);
            assertThat(event.type()).isEqualTo(TYPE);
            assertThat(event.flags()).isEqualTo(0x0102);
            assertThat(event.timestampSeconds()).isEqualTo(0xFFFF_FFF0L);
            assertThat(event.end()).isEqualTo(0xF000_0000L);
            assertThat(event.start()).isEqualTo(0xF000_0000L - RawEvent.HEADER_BYTES - body.length - 4);
        }
        assertThat(reader.next()).isNull();
    }

    @Test
    void assemblesAnEventFromSeveralPackets() throws IOException {
        Random random = new Random(1);
        int maximum = FULL - 1 - RawEvent.HEADER_BYTES;
        for (int length : new int[] {maximum - 1, maximum, maximum + 1, maximum + FULL, 2 * FULL + 77}) {
            byte[] body = new byte[length];
            random.nextBytes(body);
            stream.reset();
            packets(event(TYPE, body, 0));
            packets(event(RawEvent.XID, new byte[8], 0));
            EventReader reader = new EventReader(inPieces(random), false);
            RawEvent large = Objects.requireNonNull(reader.next());
            assertThat(Arrays.equals(large.body(), body)).as("%d bytes", length).isTrue();
            assertThat(Objects.requireNonNull(reader.next()).type()).isEqualTo(RawEvent.XID);
        }
    }

    @Test
    void continuesAfterTheHeaderReadByTheLibrary() throws IOException {
        stream.writeBytes(event(RawEvent.ROTATE, new byte[12], 4));
        packets(event(TYPE, new byte[3], 4));
        EventReader reader = new EventReader(input(), true);
        assertThat(reader.first().body()).hasSize(12);
        assertThat(reader.isNextBuffered()).isTrue();
        assertThat(reader.next()).isNotNull();
        assertThat(reader.isNextBuffered()).isFalse();
    }

    @Test
    void readsTheChecksumSettingOfEachFile() throws IOException {
        byte[] description = new byte[50];
        description[49] = 1;
        packets(event(RawEvent.FORMAT_DESCRIPTION, description, 4));
        packets(event(TYPE, new byte[3], 4));
        description[49] = 0;
        packets(event(RawEvent.FORMAT_DESCRIPTION, description, 4));
        packets(event(TYPE, new byte[3], 0));
        EventReader reader = new EventReader(input(), false);
        assertThat(sizes(reader)).containsExactly(50, 3, 54, 3);
    }

    @Test
    void endsWithTheStreamAndThrowsServerErrors() throws IOException {
        packet(new byte[] {(byte) 0xFE, 0, 0, 0, 0});
        assertThat(new EventReader(input(), true).next()).isNull();
        stream.reset();
        packet(concat(
                new byte[] {(byte) 0xFF, (byte) 0xD4, 0x04}, "#HY000no such file".getBytes(StandardCharsets.US_ASCII)));
        assertThatThrownBy(() -> new EventReader(input(), true).next())
                .isInstanceOfSatisfying(
                        ServerException.class, e -> assertThat(e.getErrorCode()).isEqualTo(1236))
                .hasMessageContaining("no such file");
    }

    @Test
    void throwsWhenTheStreamEndsWithinAnEvent() {
        packets(event(TYPE, new byte[100_000], 4));
        byte[] whole = stream.toByteArray();
        for (int length : new int[] {1, 4, 5, 10, 24, 30, 70_000, whole.length - 1}) {
            EventReader reader = new EventReader(new ByteArrayInputStream(whole, 0, length), true);
            assertThatThrownBy(reader::next).as("%d bytes", length).isInstanceOf(EOFException.class);
        }
    }

    @Test
    void rejectsInconsistentLengths() {
        for (int length : new int[] {0, 18, 42, 44, Integer.MAX_VALUE, -1}) {
            stream.reset();
            byte[] event = event(TYPE, new byte[20], 4);
            ByteBuffer.wrap(event).order(ByteOrder.LITTLE_ENDIAN).putInt(RawEvent.LENGTH_AT, length);
            packets(event);
            assertThatThrownBy(() -> new EventReader(input(), true).next())
                    .as("%d bytes", length)
                    .isInstanceOf(IllegalStateException.class);
        }
    }

    /** Requires {@code EventReader.verify}. */
    @Test
    void rejectsAnEventWithOneFlippedBit() throws IOException {
        byte[] event = event(TYPE, new byte[] {1, 2, 3, 4, 5}, 4);
        for (int bit = 0; bit < event.length * Byte.SIZE; bit++) {
            int at = bit / Byte.SIZE;
            if (at >= RawEvent.LENGTH_AT && at < RawEvent.LENGTH_AT + 4) {
                continue; // rejected by the packet's length
            }
            byte[] damaged = event.clone();
            damaged[at] ^= (byte) (1 << bit % Byte.SIZE);
            if (damaged[4] == RawEvent.FORMAT_DESCRIPTION) {
                continue; // it declares itself to have no checksum
            }
            stream.reset();
            packets(damaged);
            assertThatThrownBy(() -> new EventReader(input(), true).next())
                    .as("bit %d", bit)
                    .isInstanceOf(GaussferryException.class)
                    .hasMessageContaining("checksum of a binlog event does not match");
        }
    }

    @Test
    void rejectsDamagedFormatDescriptionAndAcceptsThatOfAFileInUse() throws IOException {
        byte[] description = new byte[50];
        description[49] = 1;
        byte[] event = event(RawEvent.FORMAT_DESCRIPTION, description, 4);
        byte[] inUse = event.clone();
        inUse[RawEvent.FLAGS_AT] |= 1;
        packets(inUse);
        assertThat(Objects.requireNonNull(new EventReader(input(), false).next())
                        .body())
                .hasSize(50);
        event[30] ^= 1;
        stream.reset();
        packets(event);
        assertThatThrownBy(() -> new EventReader(input(), false).next())
                .isInstanceOf(GaussferryException.class)
                .hasMessageContaining("checksum");
    }

    @Test
    void verifiesAChecksumSplitBetweenPackets() throws IOException {
        byte[] body = new byte[FULL - 1 - RawEvent.HEADER_BYTES - 2];
        byte[] event = event(TYPE, body, 4);
        packets(event);
        assertThat(Objects.requireNonNull(new EventReader(input(), true).next()).body())
                .hasSize(body.length);
        event[event.length - 1] ^= 1;
        stream.reset();
        packets(event);
        assertThatThrownBy(() -> new EventReader(input(), true).next()).hasMessageContaining("checksum");
    }

    @Test
    void buffersOnlyTheFirstBytesOfATooLargeEvent() throws IOException {
        byte[] body = new byte[FULL + 300_000];
        new Random(3).nextBytes(body);
        byte[] event = event(RawEvent.WRITE_ROWS, body, 4);
        packets(event);
        packets(event(RawEvent.XID, new byte[8], 4));
        EventReader reader = new EventReader(input(), true, 1_000);
        RawEvent large = Objects.requireNonNull(reader.next());
        assertThat(large.isTruncated()).isTrue();
        assertThat(large.bodyBytes()).isEqualTo(body.length);
        assertThat(large.body()).isEqualTo(Arrays.copyOf(body, RawEvent.FIRST_BYTES));
        assertThat(reader.isNextBuffered()).isFalse();
        assertThat(Objects.requireNonNull(reader.next()).type()).isEqualTo(RawEvent.XID);
        assertThat(reader.next()).isNull();

        event[event.length - 1_000] ^= 1;
        stream.reset();
        packets(event);
        packets(event(RawEvent.XID, new byte[8], 4));
        EventReader damaged = new EventReader(input(), true, 1_000);
        assertThat(damaged.next()).isNotNull();
        assertThatThrownBy(damaged::next).hasMessageContaining("checksum of a binlog event does not match");
    }

    @Test
    void decompressesALargeTransactionWhileReading() throws IOException {
        byte[] rows = new byte[1 << 20];
        new Random(4).nextBytes(rows);
        ByteArrayOutputStream events = new ByteArrayOutputStream();
        events.writeBytes(event(RawEvent.WRITE_ROWS, rows, 0));
        events.writeBytes(event(RawEvent.XID, new byte[8], 0));
        byte[] compressed = Zstd.compress(events.toByteArray());
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        // field 3, uncompressed size, of four bytes: a packed number in three
        int size = events.size();
        body.writeBytes(new byte[] {3, 4, (byte) 0xFD, (byte) size, (byte) (size >>> 8), (byte) (size >>> 16)});
        // field 2, method, and the end of the fields
        body.writeBytes(new byte[] {2, 1, 0, 0});
        body.writeBytes(compressed);
        byte[] event = event(RawEvent.TRANSACTION_PAYLOAD, body.toByteArray(), 4);
        packets(event);
        packets(event(RawEvent.STOP, new byte[0], 4));
        EventReader reader = new EventReader(input(), true, 1_000);
        try (TransactionPayload payload =
                new TransactionPayload(Objects.requireNonNull(reader.next()), RawEvent.FIRST_BYTES)) {
            RawEvent first = Objects.requireNonNull(payload.next());
            assertThat(first.isTruncated()).isTrue();
            assertThat(first.bodyBytes()).isEqualTo(rows.length);
            assertThat(Objects.requireNonNull(payload.next()).type()).isEqualTo(RawEvent.XID);
            assertThat(payload.next()).isNull();
        }
        assertThat(Objects.requireNonNull(reader.next()).type()).isEqualTo(RawEvent.STOP);

        event[event.length - 2] ^= 1;
        stream.reset();
        packets(event);
        EventReader damaged = new EventReader(input(), true, 1_000);
        try (TransactionPayload payload =
                new TransactionPayload(Objects.requireNonNull(damaged.next()), RawEvent.FIRST_BYTES)) {
            assertThatThrownBy(() -> {
                        for (RawEvent inner = payload.next(); inner != null; inner = payload.next()) {
                            assertThat(inner.type()).isNotEqualTo(RawEvent.XID);
                        }
                    })
                    .as("before the commit event")
                    .hasMessageContaining("checksum of a binlog event does not match");
        }
    }

    private static List<Integer> sizes(EventReader reader) throws IOException {
        List<Integer> sizes = new ArrayList<>();
        for (RawEvent event = reader.next(); event != null; event = reader.next()) {
            sizes.add(event.body().length);
        }
        return sizes;
    }

    private InputStream input() {
        return new ByteArrayInputStream(stream.toByteArray());
    }

    /** Returns the stream as a connection would, in random pieces. */
    private InputStream inPieces(Random random) {
        return new ByteArrayInputStream(stream.toByteArray()) {
            @Override
            public synchronized int read(byte[] bytes, int offset, int length) {
                return super.read(bytes, offset, length == 0 ? 0 : 1 + random.nextInt(length));
            }

            @Override
            public int readNBytes(byte[] bytes, int offset, int length) {
                return super.read(bytes, offset, length);
            }
        };
    }

    private static byte[] event(int type, byte[] body, int checksum) {
        int length = RawEvent.HEADER_BYTES + body.length + checksum;
        byte[] event = ByteBuffer.allocate(length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(0xFFFF_FFF0)
                .put((byte) type)
                .putInt(1)
                .putInt(length)
                .putInt(0xF000_0000)
                .putShort((short) 0x0102)
                .put(body)
                .array();
        if (checksum > 0) {
            CRC32 computed = new CRC32();
            computed.update(event, 0, length - checksum);
            ByteBuffer.wrap(event).order(ByteOrder.LITTLE_ENDIAN).putInt(length - checksum, (int) computed.getValue());
        }
        return event;
    }

    /** Appends an event in the server's packet format. */
    private void packets(byte[] event) {
        byte[] payload = concat(new byte[1], event);
        int from = 0;
        int length;
        do {
            length = Math.min(FULL, payload.length - from);
            packet(Arrays.copyOfRange(payload, from, from + length));
            from += length;
        } while (length == FULL);
    }

    private void packet(byte[] payload) {
        stream.write(payload.length);
        stream.write(payload.length >> 8);
        stream.write(payload.length >> 16);
        stream.write(7);
        stream.writeBytes(payload);
    }

    private static byte[] concat(byte[] one, byte[] other) {
        byte[] both = Arrays.copyOf(one, one.length + other.length);
        System.arraycopy(other, 0, both, one.length, other.length);
        return both;
    }
}
