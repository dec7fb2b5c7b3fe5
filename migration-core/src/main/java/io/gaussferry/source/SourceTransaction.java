package io.gaussferry.source;

import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.Gtid;
import java.util.List;

/**
 * A committed transaction of the source, whole. It has no rows events where it only touched tables that are not replicated;
 * it is passed on all the same, because its GTID counts as done.
 *
 * @param gtid its name
 * @param start where its GTID event begins
 * @param commitMicros when the source committed it, microseconds since 1970 by the source's clock
 * @param rowsEvents its changes in their order
 * @param byteSize bytes of heap that it holds, approximately
 */
public record SourceTransaction(
        Gtid gtid, BinlogPosition start, long commitMicros, List<RowsEvent> rowsEvents, long byteSize) {

    public SourceTransaction {
        rowsEvents = List.copyOf(rowsEvents);
    }

    @Override
    public String toString() {
        return "GTID " + gtid + " at " + start;
    }
}
