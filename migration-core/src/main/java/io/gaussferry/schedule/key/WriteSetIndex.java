package io.gaussferry.schedule.key;

import java.util.function.LongPredicate;

/**
 * Maps hashed keys to the number of the batch that used them last. An array with open addressing, because two boxed longs per row would
 * cost more than the rest of the scheduler. Each key is stored next to its batch: the array exceeds the processor's cache, so the number
 * of accessed locations is decisive. Instead of growing, the map first drops entries of finished batches, so its size follows the number
 * of keys in flight. Used by one thread at a time.
 */
public final class WriteSetIndex {

    /** Marks a free slot; batches are numbered from 1. */
    private static final long FREE = 0;

    private static final int INITIAL_CAPACITY = 1 << 12;

    private final LongPredicate isLive;
    /** Each slot has a key and its batch. */
    private long[] slots = new long[2 * INITIAL_CAPACITY];

    private int size;

    /** @param isLive whether other batches may still have to wait for a batch; entries of other batches are dropped */
    public WriteSetIndex(LongPredicate isLive) {
        this.isLive = isLive;
    }

    /** Returns the batch that used the key last, or 0. That batch may be committed by now. */
    public long find(long key) {
        return size == 0 ? FREE : slots[slot(key) + 1];
    }

    /** Records that a batch uses the key; returns the previous batch, or 0. */
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

    /** Returns the array index of the key's slot, or of the free slot for it. */
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
        // the array is then filled to between a sixth and a third, and the next rebuild happens at two thirds
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
