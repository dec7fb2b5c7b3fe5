package io.gaussferry.schedule.key;

import java.util.Arrays;

/**
 * What one transaction depends on: the hashed keys that it touches, and how much of the history it must come after whatever its
 * keys. Used again for the next one; one thread.
 */
public final class WriteSet {

    private static final int INITIAL_CAPACITY = 64;

    /** As many keys as both images of a row with several unique indexes have. */
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
            return; // before and after image mostly have the same key
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

    /** Says that the transaction must come after all up to this capture sequence number. */
    public void comeAfter(long captureSequence) {
        afterSequence = Math.max(afterSequence, captureSequence);
    }

    /** Returns the capture sequence number up to which all transactions must be committed before this one; 0 for none. */
    public long afterSequence() {
        return afterSequence;
    }

    /** Says that the transaction's changes must be made one by one, with all that are in the same batch. */
    void requireOrder() {
        inOrder = true;
    }

    /** Returns whether sets could have another effect than the changes one by one. */
    public boolean isInOrder() {
        return inOrder;
    }

    public int exclusiveCount() {
        return exclusiveCount;
    }

    public long exclusive(int index) {
        return exclusive[index];
    }

    /** Returns whether a key stands at another place before the given one; false where that would be long to look for. */
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

    /** Makes it empty. */
    public void clear() {
        afterSequence = 0;
        inOrder = false;
        exclusiveCount = 0;
        sharedCount = 0;
    }
}
