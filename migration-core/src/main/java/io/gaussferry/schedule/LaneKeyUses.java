package io.gaussferry.schedule;

import java.util.Arrays;
import java.util.function.LongPredicate;
import java.util.function.LongSupplier;

/**
 * Which batch of which lane used a key last. Of exclusive uses there is one last; shared uses do not wait for each other, so the
 * last of every lane counts. One thread at a time.
 */
final class LaneKeyUses {

    /** A batch of a lane as one number: the number within the lane above the lane's own. */
    private static final int LANE_BITS = 6;

    static final int MAXIMUM_LANES = 1 << LANE_BITS;

    private final int lanes;
    private final LongPredicate isUncommitted;
    private final LongSupplier lowWaterOrdinal;
    private final LastUse exclusive;
    private final LastUse sharedByLane;
    /** The ordinal of the last shared use in any lane: below the mark, all of them are committed. */
    private final LastUse sharedOrdinals;

    /** Asks whether a lane's batch is still to be committed. */
    interface Uncommitted {
        boolean test(int lane, long batch);
    }

    LaneKeyUses(int lanes, Uncommitted uncommitted, LongSupplier lowWaterOrdinal) {
        this.lanes = lanes;
        this.isUncommitted = use -> uncommitted.test(lane(use), use >>> LANE_BITS);
        this.lowWaterOrdinal = lowWaterOrdinal;
        this.exclusive = new LastUse(isUncommitted);
        this.sharedByLane = new LastUse(isUncommitted);
        this.sharedOrdinals = new LastUse(ordinal -> ordinal > lowWaterOrdinal.getAsLong());
    }

    private static int lane(long use) {
        return (int) use & (MAXIMUM_LANES - 1);
    }

    private static long ofLane(long key, int lane) {
        return Hashing.combine(key, lane + 1);
    }

    /** Finds for each lane the last uncommitted batch that must come before the write set; 0 for none. */
    void find(WriteSet writeSet, long[] needs) {
        Arrays.fill(needs, 0);
        for (int i = 0; i < writeSet.exclusiveCount(); i++) {
            long key = writeSet.exclusive(i);
            need(exclusive.find(key), needs);
            if (sharedOrdinals.find(key) > lowWaterOrdinal.getAsLong()) {
                for (int lane = 0; lane < lanes; lane++) {
                    need(sharedByLane.find(ofLane(key, lane)), needs);
                }
            }
        }
        for (int i = 0; i < writeSet.sharedCount(); i++) {
            need(exclusive.find(writeSet.shared(i)), needs);
        }
    }

    private void need(long use, long[] needs) {
        if (use != 0 && isUncommitted.test(use)) {
            needs[lane(use)] = Math.max(needs[lane(use)], use >>> LANE_BITS);
        }
    }

    /** Notes that a batch uses the keys of a transaction. */
    void note(WriteSet writeSet, Batch batch, long ordinal) {
        long use = batch.number() << LANE_BITS | batch.lane();
        for (int i = 0; i < writeSet.exclusiveCount(); i++) {
            exclusive.replace(writeSet.exclusive(i), use);
        }
        for (int i = 0; i < writeSet.sharedCount(); i++) {
            sharedOrdinals.replace(writeSet.shared(i), ordinal);
            sharedByLane.replace(ofLane(writeSet.shared(i), batch.lane()), use);
        }
    }
}
