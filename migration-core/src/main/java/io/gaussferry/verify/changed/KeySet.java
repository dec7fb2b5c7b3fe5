package io.gaussferry.verify.changed;

import java.util.Arrays;

/**
 * A set of byte strings without removal: the keys are concatenated in one array, and a hash table holds their offsets. Overhead: about ten
 * bytes per key. Not thread-safe, but the result of {@link #keys} is.
 */
final class KeySet {

    /** Longer than the longest InnoDB key (3,072 bytes). */
    static final int LONGEST_KEY = 0xFFFF;

    private static final int LENGTH_BYTES = 2;
    private static final int FIRST_CAPACITY = 256;
    private static final int FIRST_SLOTS = 64;

    private byte[] bytes = new byte[FIRST_CAPACITY];
    private int end;
    /** Offset of a key plus 1; 0 for a free slot. The length is a power of two. */
    private int[] slots = new int[FIRST_SLOTS];

    private int size;

    /**
     * Adds a key unless it is present.
     *
     * @param to at most {@link #LONGEST_KEY} more than {@code from}
     */
    void add(byte[] key, int from, int to) {
        int slot = slot(key, from, to);
        if (slots[slot] != 0) {
            return;
        }
        int length = to - from;
        if (bytes.length - end < LENGTH_BYTES + length) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length + (bytes.length >> 1), end + LENGTH_BYTES + length));
        }
        slots[slot] = end + 1;
        bytes[end] = (byte) (length >> 8);
        bytes[end + 1] = (byte) length;
        System.arraycopy(key, from, bytes, end + LENGTH_BYTES, length);
        end += LENGTH_BYTES + length;
        size++;
        if (2 * size > slots.length) {
            enlarge();
        }
    }

    /** Adds all keys of another set. */
    void addAll(KeySet other) {
        Keys cursor = other.keys();
        while (cursor.next()) {
            add(cursor.bytes, cursor.from, cursor.to);
        }
    }

    private int slot(byte[] key, int from, int to) {
        int mask = slots.length - 1;
        int slot = hash(key, from, to) & mask;
        while (slots[slot] != 0 && !isAt(slots[slot] - 1, key, from, to)) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private boolean isAt(int offset, byte[] key, int from, int to) {
        int start = offset + LENGTH_BYTES;
        int length = length(bytes, offset);
        return length == to - from && Arrays.equals(bytes, start, start + length, key, from, to);
    }

    private void enlarge() {
        slots = new int[2 * slots.length];
        int mask = slots.length - 1;
        for (int offset = 0; offset < end; offset += LENGTH_BYTES + length(bytes, offset)) {
            int start = offset + LENGTH_BYTES;
            int slot = hash(bytes, start, start + length(bytes, offset)) & mask;
            while (slots[slot] != 0) {
                slot = (slot + 1) & mask;
            }
            slots[slot] = offset + 1;
        }
    }

    private static int length(byte[] bytes, int offset) {
        return (bytes[offset] & 0xFF) << 8 | bytes[offset + 1] & 0xFF;
    }

    private static int hash(byte[] key, int from, int to) {
        int hash = 1;
        for (int i = from; i < to; i++) {
            hash = 31 * hash + key[i];
        }
        // keys are mostly consecutive numbers; the finalizer of MurmurHash3 spreads them
        hash = (hash ^ hash >>> 16) * 0x85ebca6b;
        hash = (hash ^ hash >>> 13) * 0xc2b2ae35;
        return hash ^ hash >>> 16;
    }

    /** Returns the number of keys. */
    int size() {
        return size;
    }

    /** Returns the used heap in bytes. */
    long heapBytes() {
        return bytes.length + (long) Integer.BYTES * slots.length;
    }

    /** Returns the current keys in insertion order; keys that are added later are not included. */
    Keys keys() {
        // bytes before the end never change
        return new Keys(bytes, end);
    }

    /** A cursor over keys. Used by one thread at a time. */
    static final class Keys {
        private final byte[] bytes;
        private final int end;
        private int from;
        private int to;

        private Keys(byte[] bytes, int end) {
            this.bytes = bytes;
            this.end = end;
        }

        /** Returns a cursor over the same keys, before the first one. */
        Keys fromStart() {
            return new Keys(bytes, end);
        }

        /** Moves to the next key; returns false at the end. */
        boolean next() {
            if (to == end) {
                return false;
            }
            from = to + LENGTH_BYTES;
            to = from + length(bytes, to);
            return true;
        }

        /** Returns the array that contains the current key. Must not be modified. */
        byte[] bytes() {
            return bytes;
        }

        /** Returns the start offset of the current key. */
        int from() {
            return from;
        }

        /** Returns the end offset of the current key. */
        int to() {
            return to;
        }
    }
}
