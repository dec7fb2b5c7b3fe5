package io.gaussferry.schedule.order;

import io.gaussferry.schedule.key.Hashing;
import io.gaussferry.schedule.key.WriteSet;
import io.gaussferry.schedule.key.WriteSetIndex;
import java.util.Arrays;
import java.util.function.LongPredicate;
import java.util.function.LongSupplier;

/**
 * Which batch of which applier used a key last. Of exclusive uses there is one last; shared uses do not wait for each other, so the
 * last of every applier counts. One thread at a time.
 */
final class ApplierWriteSetIndex {

    /** A batch of an applier as one number: the number within the applier above the applier's own. */
    private static final int APPLIER_BITS = 6;

    static final int MAXIMUM_APPLIERS = 1 << APPLIER_BITS;

    private final int appliers;
    private final LongPredicate isUncommitted;
    private final LongSupplier lowWaterSequence;
    private final WriteSetIndex exclusive;
    private final WriteSetIndex sharedByApplier;
    /** The capture sequence number of the last shared use in any applier: below the mark, all of them are committed. */
    private final WriteSetIndex sharedSequences;

    /** Asks whether an applier's batch is still to be committed. */
    interface Uncommitted {
        boolean test(int applier, long batch);
    }

    ApplierWriteSetIndex(int appliers, Uncommitted uncommitted, LongSupplier lowWaterSequence) {
        this.appliers = appliers;
        this.isUncommitted = use -> uncommitted.test(applier(use), use >>> APPLIER_BITS);
        this.lowWaterSequence = lowWaterSequence;
        this.exclusive = new WriteSetIndex(isUncommitted);
        this.sharedByApplier = new WriteSetIndex(isUncommitted);
        this.sharedSequences = new WriteSetIndex(captureSequence -> captureSequence > lowWaterSequence.getAsLong());
    }

    private static int applier(long use) {
        return (int) use & (MAXIMUM_APPLIERS - 1);
    }

    private static long ofApplier(long key, int applier) {
        return Hashing.combine(key, applier + 1);
    }

    /** Finds for each applier the last uncommitted batch that must come before the write set; 0 for none. */
    void find(WriteSet writeSet, long[] needs) {
        Arrays.fill(needs, 0);
        for (int i = 0; i < writeSet.exclusiveCount(); i++) {
            long key = writeSet.exclusive(i);
            need(exclusive.find(key), needs);
            if (sharedSequences.find(key) > lowWaterSequence.getAsLong()) {
                for (int applier = 0; applier < appliers; applier++) {
                    need(sharedByApplier.find(ofApplier(key, applier)), needs);
                }
            }
        }
        for (int i = 0; i < writeSet.sharedCount(); i++) {
            need(exclusive.find(writeSet.shared(i)), needs);
        }
    }

    private void need(long use, long[] needs) {
        if (use != 0 && isUncommitted.test(use)) {
            needs[applier(use)] = Math.max(needs[applier(use)], use >>> APPLIER_BITS);
        }
    }

    /** Notes that a batch uses the keys of a transaction. */
    void note(WriteSet writeSet, Batch batch, long captureSequence) {
        long use = batch.number() << APPLIER_BITS | batch.applier();
        for (int i = 0; i < writeSet.exclusiveCount(); i++) {
            exclusive.replace(writeSet.exclusive(i), use);
        }
        for (int i = 0; i < writeSet.sharedCount(); i++) {
            sharedSequences.replace(writeSet.shared(i), captureSequence);
            sharedByApplier.replace(ofApplier(writeSet.shared(i), batch.applier()), use);
        }
    }
}
