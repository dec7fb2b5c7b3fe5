package io.gaussferry.verify.compare;

import java.util.function.LongConsumer;

/**
 * A map from 64-bit hashes to numbers without one object per entry: open addressing, at most half full, 16 to 64 bytes per entry. Entries
 * are never removed. Not thread-safe.
 */
public final class LongHashMap {

    private static final int FIRST_CAPACITY = 1024;

    private long[] keys = new long[FIRST_CAPACITY];
    private long[] values = new long[FIRST_CAPACITY];
    private boolean[] used = new boolean[FIRST_CAPACITY];
    private int size;

    /** Sets the value of a key. */
    void put(long key, long value) {
        int slot = slot(key);
        if (!used[slot]) {
            if (2 * (size + 1) > keys.length) {
                grow();
                slot = slot(key);
            }
            used[slot] = true;
            keys[slot] = key;
            size++;
        }
        values[slot] = value;
    }

    /** Adds to the value of a key, which starts at 0. */
    public void add(long key, long number) {
        put(key, get(key) + number);
    }

    public boolean contains(long key) {
        return used[slot(key)];
    }

    /** Returns the value of a key; 0 if it has none. */
    public long get(long key) {
        int slot = slot(key);
        return used[slot] ? values[slot] : 0;
    }

    public int size() {
        return size;
    }

    public void forEachKey(LongConsumer consumer) {
        for (int i = 0; i < keys.length; i++) {
            if (used[i]) {
                consumer.accept(keys[i]);
            }
        }
    }

    private int slot(long key) {
        int mask = keys.length - 1;
        int slot = (int) (key ^ key >>> 32) & mask;
        while (used[slot] && keys[slot] != key) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private void grow() {
        long[] oldKeys = keys;
        long[] oldValues = values;
        boolean[] oldUsed = used;
        keys = new long[2 * oldKeys.length];
        values = new long[keys.length];
        used = new boolean[keys.length];
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldUsed[i]) {
                int slot = slot(oldKeys[i]);
                used[slot] = true;
                keys[slot] = oldKeys[i];
                values[slot] = oldValues[i];
            }
        }
    }
}
