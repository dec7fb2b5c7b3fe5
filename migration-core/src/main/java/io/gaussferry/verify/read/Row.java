package io.gaussferry.verify.read;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A row buffer whose values are in canonical form: equal values have equal bytes. Rows of both sides are hashed and compared in this form
 * only. Reused for each row; not thread-safe.
 */
public final class Row {

    private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;
    /** Represents NULL in a hash; no length is negative. */
    private static final long NULL_LENGTH = -1;

    private static final int RETAINED_BYTES = 1 << 20;
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private byte[] bytes = new byte[1024];
    private final int[] ends;
    private final boolean[] nulls;
    private int count;
    private int length;

    public Row(int columns) {
        this.ends = new int[columns];
        this.nulls = new boolean[columns];
    }

    void clear() {
        count = 0;
        length = 0;
        if (bytes.length > RETAINED_BYTES) {
            bytes = new byte[1024];
        }
    }

    void appendNull() {
        nulls[count] = true;
        ends[count++] = length;
    }

    /** Appends a complete value. */
    void append(byte[] value, int from, int to) {
        int size = to - from;
        ensure(size);
        System.arraycopy(value, from, bytes, length, size);
        length += size;
        nulls[count] = false;
        ends[count++] = length;
    }

    void append(String value) {
        byte[] text = value.getBytes(StandardCharsets.UTF_8);
        append(text, 0, text.length);
    }

    private void ensure(int more) {
        if (more > bytes.length - length) {
            bytes = Arrays.copyOf(bytes, Math.max(length + more, 2 * bytes.length));
        }
    }

    /** Returns a 64-bit hash of all values. */
    public long hash() {
        long hash = MULTIPLIER;
        for (int column = 0; column < count; column++) {
            hash = mixValue(hash, column);
        }
        return finish(hash);
    }

    /** Returns a 64-bit hash of the given columns. */
    public long hash(int[] columns) {
        long hash = MULTIPLIER;
        for (int column : columns) {
            hash = mixValue(hash, column);
        }
        return finish(hash);
    }

    /** Returns a 64-bit hash of each value. */
    public long[] columnHashes() {
        long[] hashes = new long[count];
        for (int column = 0; column < count; column++) {
            hashes[column] = finish(mixValue(MULTIPLIER, column));
        }
        return hashes;
    }

    /** Includes the length, so that the same bytes split into other columns have another hash. */
    private long mixValue(long seed, int column) {
        if (nulls[column]) {
            return mix(seed, NULL_LENGTH);
        }
        int offset = column == 0 ? 0 : ends[column - 1];
        int end = ends[column];
        long hash = mix(seed, end - offset);
        for (; end - offset >= Long.BYTES; offset += Long.BYTES) {
            hash = mix(hash, (long) LONGS.get(bytes, offset));
        }
        long rest = 0;
        for (; offset < end; offset++) {
            rest = (rest << 8) | (bytes[offset] & 0xFF);
        }
        return mix(hash, rest);
    }

    private static long mix(long hash, long value) {
        return Long.rotateLeft((hash ^ value) * MULTIPLIER, 29) ^ value;
    }

    /** The finalizer of MurmurHash3: sums of hashes need well-distributed bits. */
    private static long finish(long hash) {
        long mixed = (hash ^ hash >>> 33) * 0xff51afd7ed558ccdL;
        mixed = (mixed ^ mixed >>> 33) * 0xc4ceb9fe1a85ec53L;
        return mixed ^ mixed >>> 33;
    }

    /** Returns a value as a string; null for NULL. */
    @Nullable
    public String text(int column) {
        if (nulls[column]) {
            return null;
        }
        int from = column == 0 ? 0 : ends[column - 1];
        return new String(bytes, from, ends[column] - from, StandardCharsets.UTF_8);
    }
}
