package io.gaussferry.mysql.binlog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.error.GaussferryException;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class TaggedGtidEventTest {

    private static final UUID SERVER = UUID.fromString("cdc049c4-e5a2-11f1-8a32-02fc00000001");

    @Test
    void readsVariableLengthIntegers() {
        long[] values = {0, 1, 127, 128, 16_383, 16_384, (1L << 55) + 3, (1L << 56) - 1, 1L << 56, Long.MAX_VALUE, -1};
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (long value : values) {
            varint(bytes, value);
        }
        WireReader reader = new WireReader(bytes.toByteArray(), 0, bytes.size());
        for (long value : values) {
            assertThat(reader.varint()).isEqualTo(value);
        }
        assertThat(reader.remaining()).isZero();
        // from the server's own tests of the format
        assertThat(new WireReader(new byte[] {0b1010}, 0, 1).varint()).isEqualTo(5);
        assertThat(new WireReader(new byte[] {0x01, 0x02}, 0, 2).varint()).isEqualTo(128);
    }

    @Test
    void parsesTaggedGtidAndSkipsUnknownOptionalFields() {
        GtidEvent event =
                TaggedGtidEvent.parse(event(11, SERVER, 77, "blue", 1_700_000_000_123_456L, 15), new SourceIdCache());
        assertThat(event.gtid()).hasToString(SERVER + ":blue:77");
        assertThat(event.commitMicros()).isEqualTo(1_700_000_000_123_456L);
        assertThat(event.originMicros()).isEqualTo(1_700_000_000_123_456L);
    }

    @Test
    void readsADifferentOriginalCommitTime() {
        GtidEvent event = TaggedGtidEvent.parse(
                event(11, SERVER, 77, "blue", 1_700_000_000_123_456L, 1_600_000_000_000_001L, 11), new SourceIdCache());
        assertThat(event.commitMicros()).isEqualTo(1_700_000_000_123_456L);
        assertThat(event.originMicros()).isEqualTo(1_600_000_000_000_001L);
    }

    @Test
    void rejectsMalformedEvents() {
        byte[] intact = event(11, SERVER, 77, "blue", 5, 11);
        assertThatThrownBy(() -> TaggedGtidEvent.parse(event(13, SERVER, 77, "blue", 5, 12), new SourceIdCache()))
                .hasMessageContaining("unknown mandatory field");
        assertThatThrownBy(() -> TaggedGtidEvent.parse(event(11, SERVER, 0, "blue", 5, 11), new SourceIdCache()))
                .hasMessageContaining("no number");
        assertThatThrownBy(
                        () -> TaggedGtidEvent.parse(event(11, SERVER, 1, "b".repeat(33), 5, 11), new SourceIdCache()))
                .hasMessageContaining("tag of 33 bytes");
        for (int length = 0; length < intact.length; length++) {
            byte[] cut = Arrays.copyOf(intact, length);
            assertThatThrownBy(() -> TaggedGtidEvent.parse(cut, new SourceIdCache()))
                    .isInstanceOf(GaussferryException.class);
        }
    }

    private static byte[] event(long required, UUID server, long number, String tag, long micros, int lastField) {
        return event(required, server, number, tag, micros, micros, lastField);
    }

    private static byte[] event(
            long required, UUID server, long number, String tag, long micros, long originMicros, int lastField) {
        ByteArrayOutputStream fields = new ByteArrayOutputStream();
        varint(fields, required);
        field(fields, 0, 1);
        varint(fields, 1);
        for (long half : new long[] {server.getMostSignificantBits(), server.getLeastSignificantBits()}) {
            for (int shift = 56; shift >= 0; shift -= 8) {
                varint(fields, half >>> shift & 0xFF);
            }
        }
        field(fields, 2, number << 1);
        varint(fields, 3);
        varint(fields, tag.length());
        fields.writeBytes(tag.getBytes(StandardCharsets.US_ASCII));
        field(fields, 4, 10);
        field(fields, 5, 12);
        field(fields, 6, micros);
        if (originMicros != micros) {
            field(fields, 7, originMicros);
        }
        field(fields, 8, 300);
        field(fields, 9, 90_704);
        field(fields, lastField, 1);
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        varint(body, 1);
        int size = fields.size() + 2;
        varint(body, size < 128 ? size : size + 1);
        body.writeBytes(fields.toByteArray());
        return body.toByteArray();
    }

    private static void field(ByteArrayOutputStream bytes, int id, long value) {
        varint(bytes, id);
        varint(bytes, value);
    }

    private static void varint(ByteArrayOutputStream bytes, long value) {
        int bits = Math.max(1, 64 - Long.numberOfLeadingZeros(value));
        int size = bits > 56 ? 9 : (bits + 6) / 7;
        int first = (1 << (size - 1)) - 1;
        bytes.write(size == 9 ? 0xFF : first | (int) (value << size));
        long rest = size == 9 ? value : value >>> (8 - size);
        for (int i = 1; i < size; i++) {
            bytes.write((int) (rest >>> 8 * (i - 1)));
        }
    }
}
