package io.gaussferry.cutover.state;

import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.Progress;

/**
 * The position at which a source stands that takes no more writes.
 *
 * @param gtidSet all transactions that it has executed; empty where its transactions have no GTIDs
 * @param position the end of its binlog
 */
public record StandStill(String gtidSet, BinlogPosition position) {

    /** Returns whether the target has exactly what the source has: nothing less, and nothing that the source does not know. */
    public boolean isReachedBy(Progress target) {
        if (gtidSet.isEmpty()) {
            BinlogPosition reached = target.lowWater().position();
            return reached.file().equals(position.file()) && reached.offset() == position.offset();
        }
        return GtidSet.parse(gtidSet).equals(target.executedSet());
    }

    /** Returns whether two looks at a source saw the same. */
    public boolean isSameAs(StandStill other) {
        return gtidSet.isEmpty()
                ? other.gtidSet.isEmpty()
                        && position.file().equals(other.position.file())
                        && position.offset() == other.position.offset()
                // a rotated binlog is no write
                : GtidSet.parse(gtidSet).equals(GtidSet.parse(other.gtidSet));
    }

    /** Returns what the other has that this has not, in words; empty if it has nothing more. */
    public String lackingOf(StandStill other) {
        if (gtidSet.isEmpty()) {
            return isSameAs(other) ? "" : "its binlog ends at " + other.position + ", no more at " + position;
        }
        return GtidSet.parse(other.gtidSet).minus(GtidSet.parse(gtidSet)).toString();
    }

    @Override
    public String toString() {
        return gtidSet.isEmpty() ? position.toString() : "GTID set " + gtidSet;
    }
}
