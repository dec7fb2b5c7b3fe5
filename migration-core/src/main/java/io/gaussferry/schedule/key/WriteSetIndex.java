package io.gaussferry.schedule.key;

import java.util.function.LongPredicate;

/**
 * Which batch used a key last: a map from hashed key to the batch's number, as an array with open addressing, because boxing two
 * longs a row would cost more than everything else in the scheduler. A key stands beside its batch: the array is larger than a
 * processor's cache, so that what counts is how many places are looked at. Entries that nobody waits for any more are dropped when it would
 * grow, so its size follows the number of keys in flight. One thread at a time.
 */
public final class WriteSetIndex {

    /** Marks a free slot; batches are numbered from 1. */
    private static final long FREE = 0;

    private static final int INITIAL_CAPACITY = 1 << 12;

    private final LongPredicate isLive;
    /** Each slot is a key, then its batch. */
    private long[] slots = new long[2 * INITIAL_CAPACITY];

    private int size;

    /** @param isLive whether a batch is still to be waited for; others are forgotten */
    public WriteSetIndex(LongPredicate isLive) {
        this.isLive = isLive;
    }

    /** Returns the batch that used the key last, or 0; it may have been committed since. */
    public long find(long key) {
        return size == 0 ? FREE : slots[slot(key) + 1];
    }

    /** Notes that a batch uses the key, and returns the batch that did so before, or 0. */
    public long replace(long key, long batch) {
        if (size * 3 >= slots.length) {
            rebuild();
        }
        int slot = slot(key);
        long previous = slots[slot + 1];
        if (previous == FREE) {
            slots[slot] = key;
            size++;
        }
        slots[slot + 1] = batch;
        return previous;
    }

    /** Returns where in the array the key's slot begins, or the free one where it would be put. */
    private int slot(long key) {
        int mask = slots.length - 1;
        int slot = 2 * (int) (key ^ key >>> 32) & mask;
        while (slots[slot + 1] != FREE && slots[slot] != key) {
            slot = slot + 2 & mask;
        }
        return slot;
    }

    private void rebuild() {
        long[] old = slots;
        int live = 0;
        for (int i = 0; i < old.length; i += 2) {
            live += isLive(old[i + 1]) ? 1 : 0;
        }
        // a sixth to a third is taken afterwards, and the next rebuilding comes at two thirds
        int capacity = Math.max(INITIAL_CAPACITY, Integer.highestOneBit(Math.max(1, 3 * live)) * 2);
        slots = new long[2 * capacity];
        size = live;
        for (int i = 0; i < old.length; i += 2) {
            if (isLive(old[i + 1])) {
                int slot = slot(old[i]);
                slots[slot] = old[i];
                slots[slot + 1] = old[i + 1];
            }
        }
    }

    private boolean isLive(long batch) {
        return batch != FREE && isLive.test(batch);
    }
}
