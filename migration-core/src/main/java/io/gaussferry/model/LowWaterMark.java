package io.gaussferry.model;

/**
 * The position in the source's history up to which everything is committed on the target, without a gap.
 *
 * @param captureSequence the number of transactions that the source has delivered up to this position since the initial
 *     copy; on a source with GTIDs only a count, on one without GTIDs the name of the last of these transactions
 * @param position the end of that transaction in the source's binlog; for information, and on a source without GTIDs
 *     the start position of further reading
 */
public record LowWaterMark(long captureSequence, BinlogPosition position) {

    /** The start of a history, at an unknown position. */
    public static final LowWaterMark NONE = new LowWaterMark(0, new BinlogPosition("", 0));

    public LowWaterMark {
        if (captureSequence < 0) {
            throw new IllegalArgumentException("a capture sequence number counts from 0, not " + captureSequence);
        }
    }

    /** Returns the higher mark, of equal ones the other if this one has no position. */
    public LowWaterMark later(LowWaterMark other) {
        boolean further = other.captureSequence > captureSequence
                || (other.captureSequence == captureSequence && position.file().isEmpty());
        return further ? other : this;
    }

    @Override
    public String toString() {
        return "transaction " + captureSequence + ", which ends at " + position;
    }
}
