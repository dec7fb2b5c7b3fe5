package io.gaussferry.schedule;

import java.util.Arrays;

/** The hashed keys that one transaction touches. Used again for the next one; one thread. */
final class WriteSet {

    private static final int INITIAL_CAPACITY = 64;

    private long[] exclusive = new long[INITIAL_CAPACITY];
    private long[] shared = new long[INITIAL_CAPACITY];
    private int exclusiveCount;
    private int sharedCount;

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

    int exclusiveCount() {
        return exclusiveCount;
    }

    long exclusive(int index) {
        return exclusive[index];
    }

    int sharedCount() {
        return sharedCount;
    }

    long shared(int index) {
        return shared[index];
    }

    void clear() {
        exclusiveCount = 0;
        sharedCount = 0;
    }
}
