package io.gaussferry.schedule.key;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * 64-bit hashes of conflict keys. A collision only makes two independent changes wait for each other, so speed and distribution are
 * decisive: eight bytes per step, mixed by multiplication, with the finalizer of MurmurHash3.
 */
public final class Hashing {

    private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private Hashing() {}

    static long ofString(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return ofBytes(MULTIPLIER, bytes, 0, bytes.length);
    }

    /** Continues a hash with a range of bytes; the length is included. */
    static long ofBytes(long seed, byte[] bytes, int from, int to) {
        long hash = combine(seed, to - from);
        int offset = from;
        for (; to - offset >= Long.BYTES; offset += Long.BYTES) {
            hash = combine(hash, (long) LONGS.get(bytes, offset));
        }
        long rest = 0;
        for (; offset < to; offset++) {
            rest = (rest << 8) | (bytes[offset] & 0xFF);
        }
        return finish(combine(hash, rest));
    }

    public static long combine(long hash, long value) {
        return Long.rotateLeft((hash ^ value) * MULTIPLIER, 29) ^ value;
    }

    static long finish(long hash) {
        long mixed = (hash ^ hash >>> 33) * 0xff51afd7ed558ccdL;
        mixed = (mixed ^ mixed >>> 33) * 0xc4ceb9fe1a85ec53L;
        return mixed ^ mixed >>> 33;
    }
}
