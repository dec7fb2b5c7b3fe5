package io.gaussferry.mysql.binlog;

import io.gaussferry.change.RowsEvent;
import io.gaussferry.change.SourceTransaction;
import io.gaussferry.change.SourceTransaction.Fragment;
import io.gaussferry.model.BinlogPosition;
import java.util.ArrayList;
import java.util.List;

/** The changes and the times of the current transaction, until they are emitted. Used only by the thread that reads the binlog. */
final class TransactionContent {

    /** Heap that a transaction needs in addition to its events' bytes. */
    private static final int TRANSACTION_OVERHEAD_BYTES = 200;

    private static final int MICROS_PER_SECOND = 1_000_000;

    private final long partBytes;
    private final List<RowsEvent> rowsEvents = new ArrayList<>();
    private long byteSize;
    /** Whether parts of the transaction have been emitted. */
    private boolean inParts;

    private long commitMicros;
    /** See {@link SourceTransaction}; 0 until an event of the transaction contains it. */
    private long originMicros;
    /**
     * Whether the transaction has content. One without is no evidence: operators commit empty transactions under GTIDs of other
     * servers, and members of a group each log their own.
     */
    private boolean hasContent;

    /** @param partBytes of heap, beyond which a transaction is emitted in parts */
    TransactionContent(long partBytes) {
        this.partBytes = partBytes;
    }

    /** Starts the next transaction. */
    void start(GtidEvent first) {
        commitMicros = first.commitMicros();
        originMicros = first.originMicros();
        hasContent = false;
        inParts = false;
        dropRows();
    }

    /** Records an event of the transaction: a replica preserves the time of the one after the GTID event, but not that of the GTID event itself. */
    void arrived(RawEvent event) {
        if (originMicros == 0) {
            originMicros = event.timestampSeconds() * MICROS_PER_SECOND;
        }
    }

    /** Records that the transaction changes something. */
    void changesSomething() {
        hasContent = true;
    }

    /** Returns whether the transaction has changed rows before. */
    boolean hasRows() {
        return inParts || !rowsEvents.isEmpty();
    }

    /** Returns whether further rows belong to the same part. */
    boolean hasRoomFor(long bytes) {
        return rowsEvents.isEmpty() || byteSize + bytes <= partBytes;
    }

    /** Returns whether all rows fit into one part. */
    boolean isWithin(long bytes) {
        return byteSize + bytes <= partBytes;
    }

    void add(RowsEvent rows, long bytes) {
        rowsEvents.add(rows);
        byteSize += bytes;
    }

    void dropRows() {
        rowsEvents.clear();
        byteSize = TRANSACTION_OVERHEAD_BYTES;
    }

    /** Returns the rows, and removes them: they take effect with another transaction. */
    XaTransactions.Rows take() {
        XaTransactions.Rows rows = new XaTransactions.Rows(List.copyOf(rowsEvents), byteSize);
        dropRows();
        return rows;
    }

    /**
     * Returns the rows as a part of the transaction, and removes them. All parts have the same commit time, which some servers do not report
     * at the start of a transaction.
     *
     * @param event the last of the part
     * @param isLast whether no part follows
     */
    SourceTransaction part(
            GtidEvent gtid,
            long captureSequence,
            BinlogPosition start,
            BinlogPosition end,
            RawEvent event,
            boolean isLast) {
        if (commitMicros == 0) {
            commitMicros = event.timestampSeconds() * MICROS_PER_SECOND;
        }
        Fragment whole = inParts ? Fragment.LAST : Fragment.WHOLE;
        SourceTransaction part = new SourceTransaction(
                gtid.gtid(),
                captureSequence,
                start,
                end,
                gtid.logicalTime(),
                commitMicros,
                hasContent ? originMicros : 0,
                rowsEvents,
                byteSize,
                isLast ? whole : Fragment.MORE_FOLLOWS);
        inParts |= !isLast;
        dropRows();
        return part;
    }
}
