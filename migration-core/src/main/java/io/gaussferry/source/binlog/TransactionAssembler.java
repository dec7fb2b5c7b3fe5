package io.gaussferry.source.binlog;

import io.gaussferry.ddl.StatementClassifier;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.RowOperation;
import io.gaussferry.schema.TableVersion;
import io.gaussferry.source.RowsEvent;
import io.gaussferry.source.SourceTransaction;
import io.gaussferry.source.SourceTransaction.Part;
import io.gaussferry.source.TableCatalog;
import io.gaussferry.source.TransactionSink;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Puts events together to whole transactions. Used by the thread that reads the binlog only.
 *
 * <p>A transaction is GTID, BEGIN, any number of TABLE_MAP and rows events, and XID; or GTID and one statement (DDL); or GTID
 * and a payload with the rest in it, compressed. An event that could change data and is not understood is an error.
 */
final class TransactionAssembler {

    /** Heap that a transaction needs beside its events' bytes. */
    private static final int TRANSACTION_OVERHEAD_BYTES = 200;

    /** A partial update is held beside its completed images, in which the value before is there once more, with the changes. */
    private static final int PARTIAL_UPDATE_FACTOR = 3;

    private static final String PLACE = "\n  at: source, ";
    private static final int MICROS_PER_SECOND = 1_000_000;

    private final TableCatalog catalog;
    private final StatementClassifier classifier;
    private final TransactionSink sink;
    private final long maximumTransactionBytes;
    private final TableMaps tableMaps;

    private String file = "";
    private long ordinal;
    private @Nullable GtidEvent gtid;
    private BinlogPosition start = new BinlogPosition("", 0);
    /** Bytes from the start of the file to the end of the event that is being read. */
    private long end;

    private boolean inTransaction;
    private List<RowsEvent> rowsEvents = new ArrayList<>();
    private long byteSize;

    TransactionAssembler(
            TableCatalog catalog,
            StatementClassifier classifier,
            TransactionSink sink,
            long maximumTransactionBytes,
            long ordinal) {
        this.catalog = catalog;
        this.classifier = classifier;
        this.sink = sink;
        this.maximumTransactionBytes = maximumTransactionBytes;
        this.ordinal = ordinal;
        this.tableMaps = new TableMaps(catalog);
    }

    /** Notes that events come from another file now. */
    void rotate(String nextFile) {
        file = nextFile;
    }

    /** Returns where the transaction began that is being read; for messages. */
    BinlogPosition position() {
        return start;
    }

    /**
     * Takes the next event; passes a transaction on when it is whole.
     *
     * @throws GaussferryException if the event cannot be read, with its place
     */
    void accept(RawEvent event) throws InterruptedException {
        try {
            take(event);
        } catch (GaussferryException e) {
            if (e.problem().contains(PLACE)) {
                throw e;
            }
            throw new GaussferryException(e.category(), e.problem() + describe(), e.remedy(), e);
        }
    }

    private void take(RawEvent event) throws InterruptedException {
        end = event.end();
        switch (event.type()) {
            case RawEvent.GTID -> begin(event, GtidEvent.parse(event.body()));
            case RawEvent.GTID_TAGGED -> begin(event, TaggedGtidEvent.parse(event.body()));
            case RawEvent.QUERY -> query(event);
            case RawEvent.TABLE_MAP -> tableMaps.accept(event.body());
            case RawEvent.WRITE_ROWS, RawEvent.WRITE_ROWS_V1 -> rows(event, RowOperation.INSERT);
            case RawEvent.UPDATE_ROWS, RawEvent.UPDATE_ROWS_V1, RawEvent.PARTIAL_UPDATE_ROWS ->
                rows(event, RowOperation.UPDATE);
            case RawEvent.DELETE_ROWS, RawEvent.DELETE_ROWS_V1 -> rows(event, RowOperation.DELETE);
            case RawEvent.XID -> commit(event);
            case RawEvent.TRANSACTION_PAYLOAD -> payload(event);
            case RawEvent.FORMAT_DESCRIPTION,
                    RawEvent.STOP,
                    RawEvent.HEARTBEAT,
                    RawEvent.HEARTBEAT_V2,
                    RawEvent.IGNORABLE,
                    RawEvent.ROWS_QUERY,
                    RawEvent.PREVIOUS_GTIDS,
                    RawEvent.TRANSACTION_CONTEXT,
                    RawEvent.VIEW_CHANGE -> {}
            default -> refuseUnlessIgnorable(event);
        }
    }

    private void begin(RawEvent event, GtidEvent first) {
        gtid = first;
        start = new BinlogPosition(file, event.start());
        inTransaction = false;
        rowsEvents = new ArrayList<>();
        byteSize = TRANSACTION_OVERHEAD_BYTES;
    }

    private void query(RawEvent event) throws InterruptedException {
        QueryEvent query = QueryEvent.parse(event.body());
        switch (query.statement()) {
            case "BEGIN" -> inTransaction = true;
            case "COMMIT" -> commit(event);
            default -> {
                if (inTransaction && query.isSavepoint()) {
                    return;
                }
                if (classifier.mayChange(query.database(), query.statement(), catalog::includes)) {
                    throw refused(
                            "The source executed a statement that changes a replicated table's definition: "
                                    + query.statement(),
                            "carrying over changes of definitions is not built yet: start a new migration");
                }
                if (!inTransaction) {
                    commit(event);
                }
            }
        }
    }

    private void rows(RawEvent event, RowOperation operation) {
        WireReader reader = new WireReader(event.body(), 0, event.body().length);
        TableVersion table = tableMaps.find(reader.uint(6));
        if (table == null) {
            return;
        }
        reader.skip(2); // flags
        if (event.type() >= RawEvent.WRITE_ROWS) {
            reader.skip(reader.uint(2) - 2); // extra data; its length counts itself
        }
        long columns = reader.packed();
        requireWholeRows(reader, columns, table);
        if (operation == RowOperation.UPDATE) {
            requireWholeRows(reader, columns, table);
        }
        byte[] body = event.body();
        boolean partial = event.type() == RawEvent.PARTIAL_UPDATE_ROWS;
        rowsEvents.add(new RowsEvent(table, operation, body, reader.offset(), body.length, partial));
        byteSize += (long) body.length * (partial ? PARTIAL_UPDATE_FACTOR : 1);
        if (byteSize > maximumTransactionBytes) {
            throw refused(
                    "A transaction of more than " + maximumTransactionBytes + " bytes.",
                    "streaming of large transactions is not built yet: raise gaussferry.source.maximum-transaction-bytes, "
                            + "and the heap with it (-Xmx)");
        }
    }

    /** Reads a bitmap of the columns that the event's images have; rows can only be replayed if they have all. */
    private void requireWholeRows(WireReader reader, long columns, TableVersion table) {
        if (columns != table.definition().columns().size()) {
            throw refused(
                    "A rows event of table " + table + " has " + columns + " columns, its TABLE_MAP "
                            + table.definition().columns().size() + ".",
                    "check the binlog file with mysqlbinlog; if it is intact, report this as a defect");
        }
        byte[] present = reader.bytes((columns + 7) / 8);
        for (int column = 0; column < columns; column++) {
            if ((present[column >> 3] & 1 << (column & 7)) == 0) {
                throw refused(
                        "A rows event of table " + table + " lacks column "
                                + table.definition().columns().get(column).name() + ".",
                        "set binlog_row_image=FULL on the source for all sessions, and start a new migration");
            }
        }
    }

    private void commit(RawEvent event) throws InterruptedException {
        GtidEvent current = gtid;
        if (current == null) {
            throw refused(
                    "A transaction without a GTID.",
                    "set gtid_mode=ON and enforce_gtid_consistency=ON on the source, then start a new migration");
        }
        long commitMicros =
                current.commitMicros() != 0 ? current.commitMicros() : event.timestampSeconds() * MICROS_PER_SECOND;
        ordinal++;
        SourceTransaction transaction = new SourceTransaction(
                current.gtid(),
                ordinal,
                start,
                new BinlogPosition(file, end),
                current.logicalTime(),
                commitMicros,
                rowsEvents,
                byteSize,
                Part.WHOLE);
        gtid = null;
        inTransaction = false;
        rowsEvents = new ArrayList<>();
        tableMaps.endTransaction();
        sink.accept(transaction);
    }

    private void payload(RawEvent event) throws InterruptedException {
        try (TransactionPayload payload = new TransactionPayload(event, maximumTransactionBytes)) {
            for (RawEvent inner = payload.next(); inner != null; inner = payload.next()) {
                accept(inner);
            }
        }
    }

    private void refuseUnlessIgnorable(RawEvent event) {
        if (event.mayBeIgnored()) {
            return;
        }
        switch (event.type()) {
            case RawEvent.ANONYMOUS_GTID ->
                throw refused(
                        "A transaction without a GTID.",
                        "set gtid_mode=ON and enforce_gtid_consistency=ON on the source, then start a new migration");
            case RawEvent.XA_PREPARE -> throw refused("An XA transaction.", "XA transactions are not supported yet");
            case RawEvent.INCIDENT ->
                throw refused("The source reports that its binlog lacks events.", "start a new migration");
            default -> throw refused("A binlog event of the unknown type " + event.type() + ".", "upgrade Gaussferry");
        }
    }

    private GaussferryException refused(String problem, String remedy) {
        return new GaussferryException(ErrorCategory.FATAL, problem + describe(), remedy, null);
    }

    private String describe() {
        return PLACE + (gtid == null ? "" : "GTID " + gtid.gtid() + ", ") + start;
    }
}
