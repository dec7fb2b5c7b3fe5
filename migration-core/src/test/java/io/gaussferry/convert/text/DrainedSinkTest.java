package io.gaussferry.convert.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Large values are written in slices: the bytes are the same, and the buffer stays small. */
class DrainedSinkTest {

    private static final int LARGE = 1_000_003;
    private static final int DRAINED_FROM = 10_000;

    private final SplittableRandom random = new SplittableRandom(7);
    private final ByteArrayOutputStream drained = new ByteArrayOutputStream();
    private final CopyText small = new CopyText((buffer, length) -> drained.write(buffer, 0, length), DRAINED_FROM);
    private final CopyText whole = new CopyText();

    @Test
    void writesSameBytesForCharactersOfAllLengths() {
        StringBuilder text = new StringBuilder();
        while (text.length() < LARGE) {
            text.appendCodePoint(new int[] {'a', '\t', '\\', 'é', '€', 0x1F600}[random.nextInt(6)]);
        }
        byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
        for (CopyText sink : new CopyText[] {small, whole}) {
            sink.beginValue();
            assertThat(sink.utf8(bytes, 0, bytes.length)).isEqualTo(bytes.length);
            sink.endValue();
            sink.beginValue();
            sink.hex(bytes, 0, bytes.length);
            sink.endRow();
        }
        assertThat(all(small)).isEqualTo(Arrays.copyOf(whole.buffer(), whole.length()));
        assertThat(small.buffer().length).isLessThan(500_000);
        assertThat(drained.size()).isGreaterThan(LARGE);
    }

    @Test
    void stopsAtSameInvalidByteAsInSmallValue() {
        for (int round = 0; round < 300; round++) {
            byte[] bytes = new byte[200_000];
            Arrays.fill(bytes, (byte) 'a');
            // around the end of a slice
            int position = 65_536 - 6 + random.nextInt(12);
            for (int i = 0; i < 1 + random.nextInt(6); i++) {
                bytes[position + i] = (byte) new int[] {0x80, 0xBF, 0xC3, 0xE2, 0x82, 0xAC, 0xF0, 0}[random.nextInt(8)];
            }
            int end = firstInvalid(bytes, position - 8);
            assertThat(new CopyText().utf8(bytes, 0, bytes.length)).isEqualTo(end);
        }
    }

    /** Finds the first invalid byte with a value that is too small to be sliced. */
    private static int firstInvalid(byte[] bytes, int from) {
        int stopped = new CopyText().utf8(bytes, from, from + 100);
        return stopped == from + 100 ? bytes.length : stopped;
    }

    private byte[] all(CopyText sink) {
        drained.write(sink.buffer(), 0, sink.length());
        return drained.toByteArray();
    }
}
