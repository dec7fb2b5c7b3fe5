package io.gaussferry.opengauss.decoding;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Messages on their way from the thread that receives them to the one that reads them, as bytes: bounded in bytes, and in chunks that are used
 * again and again. One thread puts, one takes.
 */
final class MessageBuffer {

    private static final int CHUNK_BYTES = 1 << 20;

    private static final int LENGTH_BYTES = 4;

    /** Messages one after the other, each behind its length. */
    static final class Chunk {

        private final byte[] bytes;
        /** Is at the end of what was added. */
        private final ByteBuffer content;

        private int position;
        private int end;

        private Chunk(int size) {
            bytes = new byte[size];
            content = ByteBuffer.wrap(bytes);
        }

        private boolean hasRoom(int message) {
            return content.remaining() >= LENGTH_BYTES + message;
        }

        private void add(byte[] message, int from) {
            int size = message.length - from;
            content.putInt(size).put(message, from, size);
        }

        private void clear() {
            content.clear();
            position = 0;
            end = 0;
        }

        /** Goes to the next message; false behind the last. */
        boolean next() {
            if (end == content.position()) {
                return false;
            }
            position = end + LENGTH_BYTES;
            end = position + content.getInt(end);
            return true;
        }

        /** Returns what holds the message, from {@link #from} to {@link #to}. */
        byte[] bytes() {
            return bytes;
        }

        int from() {
            return position;
        }

        int to() {
            return end;
        }
    }

    private final long maximumBytes;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Deque<Chunk> filled = new ArrayDeque<>();
    private final Deque<Chunk> free = new ArrayDeque<>();
    /** Bytes of the chunks that are being filled, wait, or are being read. */
    private long bytesInUse;

    private boolean ended;
    private boolean abandoned;
    private @Nullable Chunk filling;

    /** @param maximumBytes bytes of heap; a message that is larger is let in alone */
    MessageBuffer(long maximumBytes) {
        this.maximumBytes = maximumBytes;
    }

    /**
     * Adds a message, when there is room for it.
     *
     * @param message holds it, up to the end
     * @param from where it begins
     * @return false if nobody reads any more
     */
    boolean put(byte[] message, int from) throws InterruptedException {
        Chunk chunk = filling;
        if (chunk == null || !chunk.hasRoom(message.length - from)) {
            handOn();
            chunk = obtain(Math.max(CHUNK_BYTES, LENGTH_BYTES + message.length - from));
            filling = chunk;
        }
        if (chunk != null) {
            chunk.add(message, from);
        }
        return chunk != null;
    }

    private @Nullable Chunk obtain(int size) throws InterruptedException {
        lock.lock();
        try {
            while (!abandoned && bytesInUse > 0 && bytesInUse + size > maximumBytes) {
                changed.await();
            }
            if (abandoned) {
                return null;
            }
            bytesInUse += size;
            Chunk used = size == CHUNK_BYTES ? free.poll() : null;
            return used == null ? new Chunk(size) : used;
        } finally {
            lock.unlock();
        }
    }

    /** Has the reader see everything that was put. */
    void handOn() {
        Chunk chunk = filling;
        filling = null;
        if (chunk != null) {
            lock.lock();
            try {
                filled.add(chunk);
                changed.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }

    /** Says that nothing more comes. */
    void end() {
        handOn();
        lock.lock();
        try {
            ended = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits for messages, which are to be given back by {@link #release}.
     *
     * @param longest how long to wait; then there are none in it
     * @return null when there are no more
     */
    @Nullable
    Chunk take(Duration longest) throws InterruptedException {
        long left = longest.toNanos();
        lock.lock();
        try {
            while (filled.isEmpty() && !ended) {
                if (left <= 0) {
                    return new Chunk(0);
                }
                left = changed.awaitNanos(left);
            }
            return filled.poll();
        } finally {
            lock.unlock();
        }
    }

    /** Gives back what was taken, and is read. */
    void release(Chunk chunk) {
        lock.lock();
        try {
            bytesInUse -= chunk.bytes.length;
            if (chunk.bytes.length == CHUNK_BYTES) {
                chunk.clear();
                free.add(chunk);
            }
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Says that nobody takes any more. Any thread. */
    void abandon() {
        lock.lock();
        try {
            abandoned = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
