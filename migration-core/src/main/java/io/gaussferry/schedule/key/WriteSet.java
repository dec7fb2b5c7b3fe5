package io.gaussferry.schedule.key;

import java.util.Arrays;

/**
 * Dependencies of one transaction: the hashes of its keys, and the part of the history that it must follow regardless of its keys. Reused
 * for the next transaction; used by one thread.
 */
public final class WriteSet {

    private static final int INITIAL_CAPACITY = 64;

    /** The number of keys in both images of a row with several unique indexes. */
    private static final int LOOK_BACK = 16;

    private long[] exclusive = new long[INITIAL_CAPACITY];
    private long[] shared = new long[INITIAL_CAPACITY];
    private int exclusiveCount;
    private int sharedCount;
    private long afterSequence;
    private boolean inOrder;

    /** Adds a key that conflicts with every other use of it. */
    void addExclusive(long key) {
        if (exclusiveCount > 0 && exclusive[exclusiveCount - 1] == key) {
            return; // the images before and after a change mostly have the same key
        }
        if (exclusiveCount == exclusive.length) {
            exclusive = Arrays.copyOf(exclusive, exclusiveCount * 2);
        }
        exclusive[exclusiveCount++] = key;
    }

    /** Adds a key whose shared uses commute with each other. */
    void addShared(long key) {
        if (sharedCount > 0 && shared[sharedCount - 1] == key) {
            return;
        }
        if (sharedCount == shared.length) {
            shared = Arrays.copyOf(shared, sharedCount * 2);
        }
        shared[sharedCount++] = key;
    }

    /** Requires that the transaction follows all transactions up to this capture sequence number. */
    public void requireAfter(long captureSequence) {
        afterSequence = Math.max(afterSequence, captureSequence);
    }

    /** Returns the capture sequence number up to which all transactions must be committed before this one; 0 for none. */
    public long afterSequence() {
        return afterSequence;
    }

    /** Requires that the transaction's changes, and all others in the same batch, are applied one by one. */
    void requireOrder() {
        inOrder = true;
    }

    /** Returns whether changes applied as sets could have another effect than one by one. */
    public boolean isInOrder() {
        return inOrder;
    }

    public int exclusiveCount() {
        return exclusiveCount;
    }

    public long exclusive(int index) {
        return exclusive[index];
    }

    /** Returns whether the key at an index also occurs before it. Searches a limited distance and returns false beyond it. */
    public boolean hasBefore(int index) {
        for (int i = Math.max(0, index - LOOK_BACK); i < index; i++) {
            if (exclusive[i] == exclusive[index]) {
                return true;
            }
        }
        return false;
    }

    public int sharedCount() {
        return sharedCount;
    }

    public long shared(int index) {
        return shared[index];
    }

    /** Removes everything. */
    public void clear() {
        afterSequence = 0;
        inOrder = false;
        exclusiveCount = 0;
        sharedCount = 0;
    }
}
