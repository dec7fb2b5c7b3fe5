package io.gaussferry.opengauss.decoding;

import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Reads a walsender's output in large pieces. A walsender sends each message separately, three for a transaction of one
 * row, and each wakes the reader. While messages arrive continuously, this stream pauses briefly so that several
 * accumulate. It delivers the few messages to an idle reader immediately. Not thread-safe.
 */
final class BatchedInputStream extends InputStream {

    /** Much shorter than the time to fill a socket's buffer, so that the server never waits. */
    private static final long PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(300);

    /** Size of a read after which further data is likely, which is read without a pause. */
    private static final int MUCH_BYTES = 16 << 10;

    /** Size of a read after a pause, such as some transactions of one row, below which the pause had no benefit. */
    private static final int LITTLE_BYTES = 1 << 10;

    /** Minimum waiting time of an idle reader. */
    private static final long IDLE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    /**
     * Minimum number of consecutive reads without such a wait in a continuous stream: a transaction of a few rows needs fewer.
     */
    private static final int BUSY_READS = 12;

    private final InputStream in;
    private final byte[] buffer = new byte[64 << 10];
    private int position;
    private int limit;
    private int quickReads;

    BatchedInputStream(InputStream in) {
        this.in = in;
    }

    @Override
    public int read() throws IOException {
        if (position == limit && fill() < 0) {
            return -1;
        }
        return buffer[position++] & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
        if (position == limit && fill() < 0) {
            return -1;
        }
        int taken = Math.min(length, limit - position);
        System.arraycopy(buffer, position, bytes, from, taken);
        position += taken;
        return taken;
    }

    /** Returns the available bytes, without a system call while the buffer has some. */
    @Override
    public int available() throws IOException {
        return position < limit ? limit - position : in.available();
    }

    private int fill() throws IOException {
        boolean paused = quickReads >= BUSY_READS && limit < MUCH_BYTES;
        if (paused) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        position = 0;
        limit = 0;
        long asked = System.nanoTime();
        int count = in.read(buffer);
        boolean quick = System.nanoTime() - asked < IDLE_NANOS;
        quickReads = quick && !(paused && count < LITTLE_BYTES) ? quickReads + 1 : 0;
        limit = Math.max(0, count);
        return count;
    }
}
