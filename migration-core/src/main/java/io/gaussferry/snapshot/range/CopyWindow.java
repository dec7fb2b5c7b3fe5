package io.gaussferry.snapshot.range;

import io.gaussferry.model.Gtid;
import io.gaussferry.model.GtidSet;

/**
 * What rows that were copied can have of the source's history. Not changed after it is made.
 *
 * @param low all of these transactions they have
 * @param high no other than these they have; the same as {@code low} where that is known exactly
 */
public record CopyWindow(GtidSet low, GtidSet high) {

    /** What a transaction's change of a copied row is to the target. */
    public enum Fate {
        /** The row has it. */
        SKIP,
        /** The row may have it: it is made what the transaction left, whatever it is. */
        IDEMPOTENT,
        /** The row has it not, and is as the transaction found it. */
        APPLY
    }

    public CopyWindow {
        if (!high.containsAll(low)) {
            throw new IllegalArgumentException("a window from " + low + " to " + high);
        }
    }

    /** Returns the window of rows that are of either: what all of them have, and what any of them can have. */
    public CopyWindow with(CopyWindow other) {
        GtidSet union = high.copy();
        union.addAll(other.high);
        return new CopyWindow(low.minus(low.minus(other.low)), union);
    }

    /** Returns what a transaction is to the rows. */
    public Fate fate(Gtid gtid) {
        if (low.contains(gtid)) {
            return Fate.SKIP;
        }
        return high.contains(gtid) ? Fate.IDEMPOTENT : Fate.APPLY;
    }

    /** Returns whether it is known exactly what the rows have. */
    public boolean isExact() {
        return low.equals(high);
    }
}
