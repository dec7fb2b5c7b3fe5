package io.gaussferry.change;

import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.Gtid;
import io.gaussferry.model.LogicalTime;
import io.gaussferry.model.LowWaterMark;
import java.util.List;

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

    @Override
    public String toString() {
        return gtid.describe() + " at " + start;
    }
}
