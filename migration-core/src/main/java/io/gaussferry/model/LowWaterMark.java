package io.gaussferry.model;

/**
 * The place in the source's history up to which everything is committed on the target, without a gap.
 *
 * @param captureSequence how many transactions the source has delivered up to there, counted from the initial copy on; in a source with
 *     GTIDs a count only, in one without the name of the transaction that ends there
 * @param position where that transaction ends in the source's binlog; for a reader, and where reading goes on in a source
 *     without GTIDs
 */
public record LowWaterMark(long captureSequence, BinlogPosition position) {

    public LowWaterMark {
        if (captureSequence < 0) {
            throw new IllegalArgumentException("a capture sequence number counts from 0, not " + captureSequence);
        }
    }

    @Override
    public String toString() {
        return "transaction " + captureSequence + ", which ends at " + position;
    }
}
