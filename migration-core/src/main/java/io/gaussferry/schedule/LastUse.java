package io.gaussferry.schedule;

/**
 * Which batch used a key last: a map from hashed key to batch number, as two arrays with open addressing, because boxing two
 * longs a row would cost more than everything else in the scheduler. Entries of committed batches are dropped when it would
 * grow, so its size follows the number of keys in flight. One thread at a time.
 */
final class LastUse {

    /** Marks a free slot; batches are numbered from 1. */
    private static final long FREE = 0;

    private static final int INITIAL_CAPACITY = 1 << 12;

    private long[] keys = new long[INITIAL_CAPACITY];
    private long[] batches = new long[INITIAL_CAPACITY];
    private int size;

    /** Returns the batch that used the key last, or 0. */
    long find(long key) {
        return batches[slot(key)];
    }

    /**
     * Notes that a batch uses the key, and returns the batch that did so before, or 0.
     *
     * @param committed all batches up to this number are committed and may be forgotten
     */
    long replace(long key, long batch, long committed) {
        if (size * 2 >= keys.length) {
            rebuild(committed);
        }
        int slot = slot(key);
        long previous = batches[slot];
        if (previous == FREE) {
            keys[slot] = key;
            size++;
        }
        batches[slot] = batch;
        return previous;
    }

    private int slot(long key) {
        int mask = keys.length - 1;
        int slot = (int) (key ^ key >>> 32) & mask;
        while (batches[slot] != FREE && keys[slot] != key) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    private void rebuild(long committed) {
        long[] oldKeys = keys;
        long[] oldBatches = batches;
        int live = 0;
        for (long batch : oldBatches) {
            live += batch > committed ? 1 : 0;
        }
        // at most a quarter full afterwards, so that the next rebuilding is far enough away
        int capacity = Math.max(INITIAL_CAPACITY, Integer.highestOneBit(Math.max(1, live)) * 8);
        keys = new long[capacity];
        batches = new long[capacity];
        size = 0;
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldBatches[i] > committed) {
                int slot = slot(oldKeys[i]);
                keys[slot] = oldKeys[i];
                batches[slot] = oldBatches[i];
                size++;
            }
        }
    }
}
