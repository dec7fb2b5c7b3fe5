package io.gaussferry.snapshot.range;

import io.gaussferry.model.Gtid;
import io.gaussferry.model.GtidSet;

/**
 * The part of the source's history that copied rows can contain. Immutable.
 *
 * @param low transactions that all rows contain
 * @param high transactions that rows may contain; equal to {@code low} if the position is known exactly
 */
public record CopyWindow(GtidSet low, GtidSet high) {

    /** Effect of a transaction's change on a copied row. */
    public enum Fate {
        /** The row contains the change. */
        SKIP,
        /** The row may contain the change: the transaction's result is written whatever the row's state is. */
        IDEMPOTENT,
        /** The row does not contain the change and is in the state before the transaction. */
        APPLY
    }

    public CopyWindow {
        if (!high.containsAll(low)) {
            throw new IllegalArgumentException("a window from " + low + " to " + high);
        }
    }

    /** Returns the window of the union of both sets of rows: transactions that all rows contain, and those that any row may contain. */
    public CopyWindow with(CopyWindow other) {
        GtidSet union = high.copy();
        union.addAll(other.high);
        return new CopyWindow(low.minus(low.minus(other.low)), union);
    }

    /** Returns the effect of a transaction on the rows. */
    public Fate fate(Gtid gtid) {
        if (low.contains(gtid)) {
            return Fate.SKIP;
        }
        return high.contains(gtid) ? Fate.IDEMPOTENT : Fate.APPLY;
    }

    /** Returns whether the content of the rows is known exactly. */
    public boolean isExact() {
        return low.equals(high);
    }
}
