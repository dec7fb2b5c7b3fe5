package io.gaussferry.change;

import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.Gtid;
import io.gaussferry.model.LogicalTime;
import io.gaussferry.model.LowWaterMark;
import io.gaussferry.model.TransactionFingerprint;
import java.util.List;
import java.util.Optional;

/**
 * A committed transaction of the source, or a part of one that is too large for memory. A transaction that changed only
 * tables outside the replication has no rows events; it is delivered because its GTID counts as executed.
 *
 * @param gtid its name; {@link Gtid#ofCaptureSequence} for a source without GTIDs
 * @param captureSequence its number in the source's delivery order, see {@link LowWaterMark}
 * @param start the start of its GTID event
 * @param end the end of its last event; for a part, the end of that part
 * @param logicalTime its commit time by the source's logical clock
 * @param commitMicros its commit time in microseconds since 1970, by the source's clock
 * @param originMicros see {@link TransactionFingerprint}; 0 if servers disagree about it, or do not provide it
 * @param rowsEvents its changes in order
 * @param byteSize bytes of heap, approximately
 * @param fragment whether this is a whole transaction
 */
public record SourceTransaction(
        Gtid gtid,
        long captureSequence,
        BinlogPosition start,
        BinlogPosition end,
        LogicalTime logicalTime,
        long commitMicros,
        long originMicros,
        List<RowsEvent> rowsEvents,
        long byteSize,
        Fragment fragment) {

    /**
     * Whether a transaction is delivered as a whole. Fragments of a transaction follow each other without other
     * transactions between them.
     */
    public enum Fragment {
        /** The whole transaction. */
        WHOLE,
        /** A part, followed by another one of the same transaction. */
        MORE_FOLLOWS,
        /** The last of several parts. */
        LAST
    }

    /** Creates a transaction without a fingerprint. */
    public SourceTransaction(
            Gtid gtid,
            long captureSequence,
            BinlogPosition start,
            BinlogPosition end,
            LogicalTime logicalTime,
            long commitMicros,
            List<RowsEvent> rowsEvents,
            long byteSize,
            Fragment fragment) {
        this(gtid, captureSequence, start, end, logicalTime, commitMicros, 0, rowsEvents, byteSize, fragment);
    }

    public SourceTransaction {
        rowsEvents = List.copyOf(rowsEvents);
    }

    /**
     * Returns the position in the source's history after this transaction.
     *
     * @throws IllegalStateException if another part of the transaction follows
     */
    public LowWaterMark lowWaterMark() {
        if (fragment == Fragment.MORE_FOLLOWS) {
            throw new IllegalStateException("a part has no low-water mark: " + this);
        }
        return new LowWaterMark(captureSequence, end);
    }

    /** Returns the fingerprint, which distinguishes it from another transaction of the same GTID; empty if it has none. */
    public Optional<TransactionFingerprint> fingerprint() {
        return originMicros == 0 || gtid.isCaptureSequence()
                ? Optional.empty()
                : Optional.of(new TransactionFingerprint(gtid, originMicros));
    }

    @Override
    public String toString() {
        return gtid.describe() + " at " + start;
    }
}
