package io.gaussferry.change;

import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.Gtid;
import io.gaussferry.model.LogicalTime;
import io.gaussferry.model.LowWaterMark;
import io.gaussferry.model.TransactionFingerprint;
import java.util.List;
import java.util.Optional;

/**
 * A committed transaction of the source, or a part of one that is too large to be held at once. It has no rows events where it
 * only touched tables that are not replicated; it is passed on all the same, because its GTID counts as done.
 *
 * @param gtid its name; without GTIDs {@link Gtid#ofCaptureSequence}
 * @param captureSequence its number in the order in which the source delivers, see {@link LowWaterMark}
 * @param start where its GTID event begins
 * @param end where its last event ends; of a part that is not the last, where that part ends
 * @param logicalTime when it was committed by the source's logical clock
 * @param commitMicros when the source committed it, microseconds since 1970 by the source's clock
 * @param originMicros see {@link TransactionFingerprint}; 0 where servers disagree about it, or do not say it
 * @param rowsEvents its changes in their order
 * @param byteSize bytes of heap that it holds, approximately
 * @param fragment whether it is all of a transaction
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

    /** Whether a transaction comes as a whole. Fragments follow each other with no other transaction between them. */
    public enum Fragment {
        /** All of it. */
        WHOLE,
        /** More of the same transaction follows. */
        MORE_FOLLOWS,
        /** The last of several parts. */
        LAST
    }

    /** A transaction that is known by its name only. */
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
     * Returns the place in the source's history that is reached with it.
     *
     * @throws IllegalStateException if more of it follows: no history ends there
     */
    public LowWaterMark lowWaterMark() {
        if (fragment == Fragment.MORE_FOLLOWS) {
            throw new IllegalStateException("no place of the history is behind a part of " + this);
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
