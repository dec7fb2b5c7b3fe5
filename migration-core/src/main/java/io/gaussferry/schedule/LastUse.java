package io.gaussferry.schedule;

import java.util.function.LongPredicate;

/**
 * Which batch used a key last: a map from hashed key to the batch's number, as two arrays with open addressing, because boxing two
 * longs a row would cost more than everything else in the scheduler. Entries that nobody waits for any more are dropped when it would
 * grow, so its size follows the number of keys in flight. One thread at a time.
 */
final class LastUse {

    /** Marks a free slot; batches are numbered from 1. */
    private static final long FREE = 0;

    private static final int INITIAL_CAPACITY = 1 << 12;

    private final LongPredicate isLive;
    private long[] keys = new long[INITIAL_CAPACITY];
    private long[] batches = new long[INITIAL_CAPACITY];
    private int size;

    /** @param isLive whether a batch is still to be waited for; others are forgotten */
    LastUse(LongPredicate isLive) {
        this.isLive = isLive;
    }

    /** Returns the batch that used the key last, or 0; it may have been committed since. */
    long find(long key) {
        return batches[slot(key)];
    }

    /** Notes that a batch uses the key, and returns the batch that did so before, or 0. */
    long replace(long key, long batch) {
        if (size * 2 >= keys.length) {
            rebuild();
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

    private void rebuild() {
        long[] oldKeys = keys;
        long[] oldBatches = batches;
        int live = 0;
        for (long batch : oldBatches) {
            live += batch != FREE && isLive.test(batch) ? 1 : 0;
        }
        // at most a quarter full afterwards, so that the next rebuilding is far enough away
        int capacity = Math.max(INITIAL_CAPACITY, Integer.highestOneBit(Math.max(1, live)) * 8);
        keys = new long[capacity];
        batches = new long[capacity];
        size = 0;
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldBatches[i] != FREE && isLive.test(oldBatches[i])) {
                int slot = slot(oldKeys[i]);
                keys[slot] = oldKeys[i];
                batches[slot] = oldBatches[i];
                size++;
            }
        }
    }
}
