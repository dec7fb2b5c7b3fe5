package io.gaussferry.verify.changed;

import java.util.Arrays;

/**
 * A set of byte strings that grows and never shrinks: one after the other in an array, and a table of where they stand. About ten bytes
 * a key beside its own. Not thread-safe; what {@link #keys} returns is.
 */
final class KeySet {

    /** Longer than any key that InnoDB has (3,072 bytes). */
    static final int LONGEST_KEY = 0xFFFF;

    private static final int LENGTH_BYTES = 2;
    private static final int FIRST_CAPACITY = 256;
    private static final int FIRST_PLACES = 64;

    private byte[] bytes = new byte[FIRST_CAPACITY];
    private int end;
    /** Where a key stands, and 1; 0 where there is none. Its length is a power of two. */
    private int[] places = new int[FIRST_PLACES];

    private int size;

    /**
     * Adds a key, unless it is there.
     *
     * @param to at most {@link #LONGEST_KEY} behind {@code from}
     */
    void add(byte[] key, int from, int to) {
        int place = place(key, from, to);
        if (places[place] != 0) {
            return;
        }
        int length = to - from;
        if (bytes.length - end < LENGTH_BYTES + length) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length + (bytes.length >> 1), end + LENGTH_BYTES + length));
        }
        places[place] = end + 1;
        bytes[end] = (byte) (length >> 8);
        bytes[end + 1] = (byte) length;
        System.arraycopy(key, from, bytes, end + LENGTH_BYTES, length);
        end += LENGTH_BYTES + length;
        size++;
        if (2 * size > places.length) {
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

    private int place(byte[] key, int from, int to) {
        int mask = places.length - 1;
        int place = hash(key, from, to) & mask;
        while (places[place] != 0 && !isAt(places[place] - 1, key, from, to)) {
            place = (place + 1) & mask;
        }
        return place;
    }

    private boolean isAt(int offset, byte[] key, int from, int to) {
        int begin = offset + LENGTH_BYTES;
        int length = length(bytes, offset);
        return length == to - from && Arrays.equals(bytes, begin, begin + length, key, from, to);
    }

    private void enlarge() {
        places = new int[2 * places.length];
        int mask = places.length - 1;
        for (int offset = 0; offset < end; offset += LENGTH_BYTES + length(bytes, offset)) {
            int begin = offset + LENGTH_BYTES;
            int place = hash(bytes, begin, begin + length(bytes, offset)) & mask;
            while (places[place] != 0) {
                place = (place + 1) & mask;
            }
            places[place] = offset + 1;
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
        // keys are mostly numbers that follow each other; the last step of MurmurHash3 spreads them
        hash = (hash ^ hash >>> 16) * 0x85ebca6b;
        hash = (hash ^ hash >>> 13) * 0xc2b2ae35;
        return hash ^ hash >>> 16;
    }

    /** Returns the number of keys. */
    int size() {
        return size;
    }

    /** Returns how much of the heap it takes, bytes. */
    long heapBytes() {
        return bytes.length + (long) Integer.BYTES * places.length;
    }

    /** Returns the keys that are there now, in the order in which they came; what is added later is not seen. */
    Keys keys() {
        // no byte before the end is ever changed
        return new Keys(bytes, end);
    }

    /** A walk over keys. One thread at a time. */
    static final class Keys {
        private final byte[] bytes;
        private final int end;
        private int from;
        private int to;

        private Keys(byte[] bytes, int end) {
            this.bytes = bytes;
            this.end = end;
        }

        /** Goes to the next key; returns whether there is one. */
        boolean next() {
            if (to == end) {
                return false;
            }
            from = to + LENGTH_BYTES;
            to = from + length(bytes, to);
            return true;
        }

        /** Returns the bytes in which the present key stands; not to be changed. */
        byte[] bytes() {
            return bytes;
        }

        /** Returns the offset of the present key. */
        int from() {
            return from;
        }

        /** Returns the offset behind it. */
        int to() {
            return to;
        }
    }
}
