package io.gaussferry.verify.compare;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** Puts the buckets that differ into groups whose rows can be held at once. */
public final class BucketGroups {

    private BucketGroups() {}

    /** Returns groups of differing buckets, each of at most so many rows, or of one bucket. */
    public static List<BitSet> of(Digest source, Digest target, long rowsHeld) {
        List<BitSet> groups = new ArrayList<>();
        BitSet group = new BitSet();
        long rows = 0;
        for (int bucket = 0; bucket < source.buckets(); bucket++) {
            if (source.differsIn(bucket, target)) {
                long more = Math.max(source.rows(bucket), target.rows(bucket));
                if (!group.isEmpty() && rows + more > rowsHeld) {
                    groups.add(group);
                    group = new BitSet();
                    rows = 0;
                }
                group.set(bucket);
                rows += more;
            }
        }
        if (!group.isEmpty()) {
            groups.add(group);
        }
        return groups;
    }
}
