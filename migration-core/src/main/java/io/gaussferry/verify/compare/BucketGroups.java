package io.gaussferry.verify.compare;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** Groups the buckets that differ so that the rows of one group fit in memory. */
public final class BucketGroups {

    private BucketGroups() {}

    /** Returns groups of differing buckets. Each group has at most {@code rowsHeld} rows, or consists of a single bucket. */
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
