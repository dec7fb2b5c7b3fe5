package io.gaussferry.opengauss.decoding;

import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Reads what a walsender sends in large pieces. It sends each message by itself, three of them for a transaction of one row, and a reader
 * that waits for the next one is woken by each. While messages come one after the other, this one leaves them on the way for a moment. The
 * few that come to an idle reader are handed on at once. Used by one thread.
 */
final class GatheringStream extends InputStream {

    /** Much less than what it takes to fill a socket's buffer, so that the server never waits for it. */
    private static final long PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(300);

    /** A read that brings more has left something behind, which is read at once. */
    private static final int MUCH_BYTES = 16 << 10;

    /** A pause that brings less, some transactions of one row, was in vain. */
    private static final int LITTLE_BYTES = 1 << 10;

    /** Whoever has waited for longer has nothing else to do. */
    private static final long IDLE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    /** So many reads without such a wait mean that there is more to come: a transaction of a few rows needs less. */
    private static final int BUSY_READS = 12;

    private final InputStream in;
    private final byte[] buffer = new byte[64 << 10];
    private int position;
    private int limit;
    private int quickReads;

    GatheringStream(InputStream in) {
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

    /** Without asking the system while there is something here. */
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
