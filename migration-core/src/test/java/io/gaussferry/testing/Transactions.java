package io.gaussferry.testing;

import io.gaussferry.change.RowsEvent;
import io.gaussferry.change.SourceTransaction;
import io.gaussferry.change.SourceTransaction.Fragment;
import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.Gtid;
import io.gaussferry.model.LogicalTime;
import java.util.List;
import java.util.UUID;

/** Source transactions made by hand. */
public final class Transactions {

    public static final UUID SOURCE = UUID.fromString("00000000-0000-0000-0000-00000000000a");

    public static final int BYTES = 100;

    private Transactions() {}

    /** The transaction with this number, with these events. */
    public static SourceTransaction transaction(long number, RowsEvent... events) {
        return transaction(number, BYTES, events);
    }

    /** The same, holding so many bytes. */
    public static SourceTransaction transaction(long number, long byteSize, RowsEvent... events) {
        return transaction(number, byteSize, number, events);
    }

    /** The same, committed at that time, microseconds since 1970. */
    public static SourceTransaction committedAt(long commitMicros, long number, RowsEvent... events) {
        return transaction(number, BYTES, commitMicros, events);
    }

    private static SourceTransaction transaction(long number, long byteSize, long commitMicros, RowsEvent... events) {
        return new SourceTransaction(
                new Gtid(SOURCE, "", number),
                number,
                new BinlogPosition("binlog.000001", number),
                new BinlogPosition("binlog.000001", number + 1),
                LogicalTime.UNKNOWN,
                commitMicros,
                commitMicros,
                List.of(events),
                byteSize,
                Fragment.WHOLE);
    }
}
