package io.gaussferry.cutover.state;

import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.Progress;

/**
 * The final position of a fenced source.
 *
 * @param gtidSet all transactions that it has executed; empty if its transactions have no GTIDs
 * @param position the end of its binlog
 */
public record FencedPosition(String gtidSet, BinlogPosition position) {

    /** Returns whether the target has exactly the source's transactions: none missing and none unknown to the source. */
    public boolean isReachedBy(Progress target) {
        if (gtidSet.isEmpty()) {
            BinlogPosition reached = target.lowWater().position();
            return reached.file().equals(position.file()) && reached.offset() == position.offset();
        }
        return GtidSet.parse(gtidSet).equals(target.executedSet());
    }

    /** Returns a noun phrase for what the target lacks at this position, or has in addition. */
    public String describeDifference(Progress target) {
        if (gtidSet.isEmpty()) {
            return "the end of the binlog at " + position + "; the target is at "
                    + target.lowWater().position();
        }
        GtidSet missing = GtidSet.parse(gtidSet).minus(target.executedSet());
        GtidSet unknown = target.executedSet().minus(GtidSet.parse(gtidSet));
        if (missing.isEmpty()) {
            return "a target without the transactions " + unknown + ", which the source lacks";
        }
        return missing.count() + " transactions (" + missing + ")"
                + (unknown.isEmpty() ? "" : "; the target has " + unknown + ", which the source lacks");
    }

    /** Returns whether two readings of the source are equal. */
    public boolean isSameAs(FencedPosition other) {
        return gtidSet.isEmpty()
                ? other.gtidSet.isEmpty()
                        && position.file().equals(other.position.file())
                        && position.offset() == other.position.offset()
                // the rotation of a binlog is not a write
                : GtidSet.parse(gtidSet).equals(GtidSet.parse(other.gtidSet));
    }

    /** Returns a description of the changes that the other position includes and this one does not; empty if there are none. */
    public String describeMissing(FencedPosition other) {
        if (gtidSet.isEmpty()) {
            return isSameAs(other) ? "" : "its binlog ends at " + other.position + ", no longer at " + position;
        }
        return GtidSet.parse(other.gtidSet).minus(GtidSet.parse(gtidSet)).toString();
    }

    @Override
    public String toString() {
        return gtidSet.isEmpty() ? position.toString() : "GTID set " + gtidSet;
    }
}
