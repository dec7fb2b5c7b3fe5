package io.gaussferry.opengauss.decoding;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class BatchedInputStreamTest {

    private final long seed = System.nanoTime();
    private final SplittableRandom random = new SplittableRandom(seed);

    @Test
    void deliversEveryByteOnce() throws IOException {
        byte[] sent = new byte[600_000];
        random.nextBytes(sent);
        InputStream stream = new BatchedInputStream(inPieces(sent));
        ByteArrayOutputStream received = new ByteArrayOutputStream();
        byte[] into = new byte[20_000];
        while (true) {
            if (random.nextInt(4) == 0) {
                int next = stream.read();
                if (next < 0) {
                    break;
                }
                received.write(next);
                continue;
            }
            int from = random.nextInt(100);
            int count = stream.read(into, from, 1 + random.nextInt(into.length - from));
            if (count < 0) {
                break;
            }
            received.write(into, from, count);
        }
        assertThat(received.toByteArray()).as("seed " + seed).isEqualTo(sent);
        assertThat(stream.read()).isNegative();
    }

    @Test
    void reportsAvailableBytesWithoutReading() throws IOException {
        InputStream stream = new BatchedInputStream(new ByteArrayInputStream(new byte[] {7, 8, 9}));
        assertThat(stream.available()).isEqualTo(3);
        assertThat(stream.read()).isEqualTo(7);
        assertThat(stream.available()).isEqualTo(2);
    }

    /** Mostly small reads, as of small messages, and occasionally large ones. */
    private InputStream inPieces(byte[] bytes) {
        return new FilterInputStream(new ByteArrayInputStream(bytes)) {
            @Override
            public int read(byte[] into, int from, int length) throws IOException {
                int limit = 1 + random.nextInt(random.nextInt(3) == 0 ? 64 << 10 : 500);
                return super.read(into, from, Math.min(length, limit));
            }
        };
    }
}
