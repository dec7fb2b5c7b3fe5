package io.gaussferry.mysql.binlog;

import io.gaussferry.change.LoggedStatement;
import io.gaussferry.change.RowsEvent;
import io.gaussferry.change.SourceTransaction;
import io.gaussferry.change.SourceTransaction.Fragment;
import io.gaussferry.change.StatementFilter;
import io.gaussferry.change.TransactionSink;
import io.gaussferry.ddl.StatementClassifier;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.Progress;
import io.gaussferry.model.RowOperation;
import io.gaussferry.model.SourceIdentity.Naming;
import io.gaussferry.model.TableId;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.mysql.catalog.TableCatalog;
import io.gaussferry.schema.TableVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Puts events together to whole transactions, or to fragments of large ones. Used by the thread that reads the binlog only.
 *
 * <p>A transaction is GTID (or its anonymous form), BEGIN, any number of TABLE_MAP and rows events, and XID; or GTID and one statement (DDL); or GTID
 * and a payload with the rest in it, compressed. An event that could change data and is not understood is an error.
 */
final class TransactionAssembler {

    /** Heap that a transaction needs beside its events' bytes. */
    private static final int TRANSACTION_OVERHEAD_BYTES = 200;

    /** A partial update is held beside its completed images, in which the value before is there once more, with the changes. */
    private static final int PARTIAL_UPDATE_FACTOR = 3;

    /** The flag NO_FOREIGN_KEY_CHECKS_F of a rows event (MySQL, libbinlogevents/include/rows_event.h). */
    private static final int NO_FOREIGN_KEY_CHECKS = 2;

    private static final int MICROS_PER_SECOND = 1_000_000;

    private static final String LARGER = "raise gaussferry.source.maximum-event-bytes, and the heap with it (-Xmx)";

    private final TableCatalog catalog;
    private final StatementGuard statements;
    private final CascadeGuard cascades;
    private final TransactionSink sink;
    private final long partBytes;
    private final long maximumEventBytes;
    private final TableMaps tableMaps;
    private final SourceIds sourceIds = new SourceIds();
    private final XaTransactions xaTransactions;
    private final BinlogPlaces places;
    /** Without GTIDs the transactions that the target has, beyond those that stand before the place where reading goes on. */
    private final @Nullable GtidSet executedSequences;
    /** With GTIDs what must not come again. */
    private final DeliveredGtids delivered;

    private long captureSequence;
    private @Nullable GtidEvent gtid;
    private BinlogPosition start = new BinlogPosition("", 0);
    /** The target has the transaction that is being read. */
    private boolean passedOver;
    /** Tables of which the target has what the transaction that is being read changes. */
    private Set<TableId> passedOverTables = Set.of();

    private boolean inTransaction;
    private final List<RowsEvent> rowsEvents = new ArrayList<>();
    private long byteSize;
    /** Parts of the transaction that is being read have been passed on. */
    private boolean inParts;

    private long commitMicros;
    /** See {@link SourceTransaction}; 0 until an event of the transaction says it. */
    private long originMicros;
    /** One without is no evidence: operators commit such under GTIDs of other servers, and members of a group each write their own. */
    private boolean hasContent;

    /** Of the server that wrote the file that is being read, such as 80033. */
    private int serverVersion;

    /** An assembler that knows no XA transaction from before its first event. */
    TransactionAssembler(
            TableCatalog catalog,
            StatementClassifier classifier,
            StatementFilter filter,
            TransactionSink sink,
            SourceSettings settings,
            Progress progress,
            Naming naming) {
        this(catalog, classifier, filter, sink, settings, progress, naming, XaTransactions.Prepared.NONE);
    }

    /**
     * @param catalog which tables to pass on, and how they are defined
     * @param filter knows which statements can be passed over, of those that may change definitions
     * @param sink takes the transactions
     * @param settings for how large parts and events may be
     * @param progress what the target has
     * @param naming how transactions are named
     * @param prepared finds what a prepared XA transaction changed, by its name and the position behind it
     */
    TransactionAssembler(
            TableCatalog catalog,
            StatementClassifier classifier,
            StatementFilter filter,
            TransactionSink sink,
            SourceSettings settings,
            Progress progress,
            Naming naming,
            XaTransactions.Prepared prepared) {
        this.xaTransactions = new XaTransactions(catalog::includes, prepared);
        this.catalog = catalog;
        this.statements = new StatementGuard(catalog, classifier, filter);
        this.cascades = new CascadeGuard(catalog.unrepeated());
        this.sink = sink;
        this.partBytes = settings.transactionPartBytes();
        this.maximumEventBytes = settings.maximumEventBytes();
        this.captureSequence = progress.lowWater().captureSequence();
        this.tableMaps = new TableMaps(catalog);
        this.executedSequences = naming == Naming.ORDINAL ? progress.executedSet() : null;
        this.delivered = new DeliveredGtids(progress.executedSet());
        this.places =
                new BinlogPlaces(naming == Naming.ORDINAL ? progress.lowWater().position() : null);
    }

    /** Takes an event that says that those after it come from a place of another file. */
    private void rotate(RawEvent event) {
        WireReader reader = new WireReader(event.body(), 0, event.body().length);
        long offset = reader.uint(Long.BYTES);
        places.rotate(reader.text(reader.remaining()), offset);
    }

    /** Returns where the transaction began that is being read; for messages. */
    BinlogPosition position() {
        return start;
    }

    /**
     * Takes the next event; passes a transaction on when it is whole, or a part of it when that is large enough.
     *
     * @throws GaussferryException if the event cannot be read, with its place
     */
    void accept(RawEvent event) throws InterruptedException {
        try {
            if (event.type() == RawEvent.ROTATE) {
                rotate(event);
            } else if (places.advance(event)) {
                take(event);
            }
        } catch (GaussferryException e) {
            if (TransactionPlace.isIn(e)) {
                throw e;
            }
            throw place().failure(e.category(), e.problem(), e.remedy(), e);
        }
    }

    private void take(RawEvent event) throws InterruptedException {
        if (gtid != null && originMicros == 0) {
            // a replica repeats the time of the event behind the GTID, but not that of the GTID event itself
            originMicros = event.timestampSeconds() * MICROS_PER_SECOND;
        }
        if (event.isCut()) {
            requireFirstBytesOnly(event);
        }
        switch (event.type()) {
            case RawEvent.GTID -> begin(GtidEvent.parse(event.body(), sourceIds));
            case RawEvent.GTID_TAGGED -> begin(TaggedGtidEvent.parse(event.body(), sourceIds));
            case RawEvent.ANONYMOUS_GTID -> begin(GtidEvent.parseAnonymous(event.body(), captureSequence + 1));
            case RawEvent.QUERY -> query(event);
            case RawEvent.TABLE_MAP -> {
                hasContent = true;
                if (!passedOver) { // today's definitions need not fit it
                    tableMaps.accept(event.body());
                }
            }
            case RawEvent.WRITE_ROWS, RawEvent.WRITE_ROWS_V1 -> rows(event, RowOperation.INSERT);
            case RawEvent.UPDATE_ROWS, RawEvent.UPDATE_ROWS_V1, RawEvent.PARTIAL_UPDATE_ROWS ->
                rows(event, RowOperation.UPDATE);
            case RawEvent.DELETE_ROWS, RawEvent.DELETE_ROWS_V1 -> rows(event, RowOperation.DELETE);
            case RawEvent.XID -> commit(event);
            case RawEvent.XA_PREPARE -> {
                xaTransactions.prepared(event, hasRows() || tableMaps.hasResnapshotted());
                commit(event);
            }
            case RawEvent.TRANSACTION_PAYLOAD -> payload(event);
            case RawEvent.FORMAT_DESCRIPTION -> serverVersion = ServerVersionText.number(event.body());
            case RawEvent.STOP,
                    RawEvent.HEARTBEAT,
                    RawEvent.HEARTBEAT_V2,
                    RawEvent.IGNORABLE,
                    RawEvent.ROWS_QUERY,
                    RawEvent.PREVIOUS_GTIDS,
                    RawEvent.TRANSACTION_CONTEXT,
                    RawEvent.VIEW_CHANGE,
                    // operands and data of a statement in a later event, which is checked
                    RawEvent.BEGIN_LOAD_QUERY,
                    RawEvent.APPEND_BLOCK,
                    RawEvent.DELETE_FILE,
                    RawEvent.INTVAR,
                    RawEvent.RAND,
                    RawEvent.USER_VAR -> {}
            case RawEvent.EXECUTE_LOAD_QUERY ->
                statement(event, QueryEvent.parseLoad(event.body(), catalog.characterSets()));
            default -> refuseUnlessIgnorable(event);
        }
    }

    private void begin(GtidEvent first) {
        if (gtid != null) {
            throw refused(
                    "Another transaction begins before this one has ended.",
                    "check the binlog file with mysqlbinlog; if it is intact, report this as a defect");
        }
        start = places.start();
        GtidSet executed = executedSequences;
        if (executed == null && first.gtid().isCaptureSequence()) {
            throw refused(
                    "A transaction without a GTID, although the migration began with GTIDs.",
                    "set gtid_mode=ON and enforce_gtid_consistency=ON on the source, then start a new migration");
        }
        gtid = executed == null ? first : first.named(captureSequence + 1);
        if (executed == null && !delivered.add(first.gtid())) {
            throw refused(
                    "The source sends a transaction that the target has already: what it changes would be changed twice.",
                    "a replica is sent what it lacks, and nothing else: see that gaussferry.source.url leads to MySQL itself, and that"
                            + " nobody has written to schema gaussferry on the target; then start again");
        }
        passedOver = executed != null && executed.contains(gtid.gtid());
        passedOverTables = catalog.passedOver(gtid.gtid());
        tableMaps.passOver(passedOverTables);
        commitMicros = first.commitMicros();
        originMicros = first.originMicros();
        hasContent = false;
        inTransaction = false;
        inParts = false;
        rowsEvents.clear();
        byteSize = TRANSACTION_OVERHEAD_BYTES;
    }

    private void query(RawEvent event) throws InterruptedException {
        if (QueryEvent.isBegin(event.body())) {
            inTransaction = true;
            return;
        }
        QueryEvent query = QueryEvent.parse(event.body(), catalog.characterSets());
        switch (query.statement()) {
            case "COMMIT" -> commit(event);
            default -> {
                if (inTransaction && query.isSavepoint()) {
                    return;
                }
                if (query.isRollback()) {
                    rollback(event, query);
                    return;
                }
                switch (xaTransactions.read(query.statement(), places.start())) {
                    case BEGINS -> inTransaction = true;
                    case GOES_ON -> {}
                    case ENDS -> commit(event);
                    case NONE -> statement(event, query);
                }
            }
        }
    }

    private void statement(RawEvent event, QueryEvent query) throws InterruptedException {
        hasContent = true;
        if (!passedOver) {
            statements.check(query, place(), passedOverTables, () -> followable(event, query));
        }
        if (!inTransaction) {
            commit(event);
        }
    }

    /** Returns the statement for those who may follow it; null where its place is not one at which definitions change as a whole. */
    private @Nullable LoggedStatement followable(RawEvent event, QueryEvent query) {
        if (gtid == null || hasRows() || (inTransaction && !query.startsTransaction())) {
            return null;
        }
        return new LoggedStatement(
                query.context(catalog.collations(), serverVersion, event.timestampSeconds()),
                gtid.gtid(),
                start,
                event.timestampSeconds(),
                query.startsTransaction());
    }

    /** A rollback is in the binlog only where something that cannot be rolled back stands before it. */
    private void rollback(RawEvent event, QueryEvent query) throws InterruptedException {
        if (hasRows()) {
            throw refused(
                    "The source rolled back a transaction, or a part of it, whose changes stand in the binlog: "
                            + query.statement() + ".",
                    "convert the tables of engines without transactions to InnoDB, then start a new migration");
        }
        if (query.isWholeRollback()) {
            commit(event);
        }
    }

    private boolean hasRows() {
        return inParts || !rowsEvents.isEmpty();
    }

    private void rows(RawEvent event, RowOperation operation) throws InterruptedException {
        if (passedOver) {
            return;
        }
        WireReader reader = new WireReader(event.body(), 0, event.body().length);
        long number = reader.uint(6);
        int flags = (int) reader.uint(2);
        boolean unchecked = (flags & NO_FOREIGN_KEY_CHECKS) != 0;
        if (!unchecked && cascades.mayMatter(flags)) {
            cascades.check(tableMaps.name(number), operation, place());
        }
        TableVersion table = tableMaps.find(number);
        if (table == null) {
            return;
        }
        if (gtid == null) {
            throw refused("A change outside of any transaction.", "check the binlog file with mysqlbinlog");
        }
        if (event.bodyBytes() > maximumEventBytes) {
            throw refused(
                    "A rows event of table " + table + " has " + event.bodyBytes()
                            + " bytes, more than gaussferry.source.maximum-event-bytes (" + maximumEventBytes + ").",
                    LARGER);
        }
        if (event.type() >= RawEvent.WRITE_ROWS) {
            reader.skip(reader.uint(2) - 2); // extra data; its length counts itself
        }
        long columns = reader.packed();
        requireWholeRows(event.body(), reader, columns, table);
        if (operation == RowOperation.UPDATE) {
            requireWholeRows(event.body(), reader, columns, table);
        }
        byte[] body = event.body();
        boolean partial = event.type() == RawEvent.PARTIAL_UPDATE_ROWS;
        long bytes = (long) body.length * (partial ? PARTIAL_UPDATE_FACTOR : 1);
        if (!rowsEvents.isEmpty() && byteSize + bytes > partBytes) {
            passOn(event, places.start(), Fragment.MORE_FOLLOWS);
            inParts = true;
        }
        rowsEvents.add(new RowsEvent(table, operation, body, reader.offset(), body.length, partial, unchecked));
        byteSize += bytes;
    }

    /** Reads a bitmap of the columns that the event's images have; rows can only be replayed if they have all. */
    private void requireWholeRows(byte[] body, WireReader reader, long columns, TableVersion table) {
        if (columns != table.definition().columns().size()) {
            throw refused(
                    "A rows event of table " + table + " has " + columns + " columns, its TABLE_MAP "
                            + table.definition().columns().size() + ".",
                    "check the binlog file with mysqlbinlog; if it is intact, report this as a defect");
        }
        int bitmap = reader.offset();
        reader.skip((columns + 7) / 8);
        for (int column = 0; column < columns; column++) {
            if ((body[bitmap + (column >> 3)] & 1 << (column & 7)) == 0) {
                throw refused(
                        "A rows event of table " + table + " lacks column "
                                + table.definition().columns().get(column).name() + ".",
                        "set binlog_row_image=FULL on the source for all sessions, and start a new migration");
            }
        }
    }

    private void commit(RawEvent event) throws InterruptedException {
        if (gtid == null) {
            throw refused(
                    "A transaction without a name: no event says where it begins.",
                    "the binlog is that of a server before MySQL 5.7.6: upgrade the source, then start a new migration");
        }
        if (passedOver) {
            rowsEvents.clear();
        } else {
            passOn(event, places.end(), inParts ? Fragment.LAST : Fragment.WHOLE);
        }
        captureSequence++;
        gtid = null;
        inTransaction = false;
        tableMaps.endTransaction();
    }

    /** All parts of a transaction have the same time of commit, which some servers do not say at its beginning. */
    private void passOn(RawEvent event, BinlogPosition end, Fragment fragment) throws InterruptedException {
        GtidEvent current = Objects.requireNonNull(gtid);
        if (commitMicros == 0) {
            commitMicros = event.timestampSeconds() * MICROS_PER_SECOND;
        }
        SourceTransaction transaction = new SourceTransaction(
                current.gtid(),
                captureSequence + 1,
                start,
                end,
                current.logicalTime(),
                commitMicros,
                hasContent ? originMicros : 0,
                rowsEvents,
                byteSize,
                fragment);
        rowsEvents.clear();
        byteSize = TRANSACTION_OVERHEAD_BYTES;
        sink.accept(transaction);
    }

    private void payload(RawEvent event) throws InterruptedException {
        try (TransactionPayload payload = new TransactionPayload(event, maximumEventBytes)) {
            for (RawEvent inner = payload.next(); inner != null; inner = payload.next()) {
                take(inner); // it has no place of its own in the file
            }
        }
    }

    /** Of an event that is larger than allowed only the first bytes are known. */
    private void requireFirstBytesOnly(RawEvent event) {
        if (event.rest() == null && !RawEvent.needsFirstBytesOnly(event.type()) && !event.mayBeIgnored()) {
            throw refused(
                    "A binlog event of type " + event.type() + " has " + event.bodyBytes()
                            + " bytes, more than gaussferry.source.maximum-event-bytes (" + maximumEventBytes + ").",
                    LARGER);
        }
    }

    private void refuseUnlessIgnorable(RawEvent event) {
        if (event.mayBeIgnored()) {
            return;
        }
        switch (event.type()) {
            case RawEvent.INCIDENT ->
                throw refused("The source reports that its binlog lacks events.", "start a new migration");
            default -> throw refused("A binlog event of the unknown type " + event.type() + ".", "upgrade Gaussferry");
        }
    }

    private GaussferryException refused(String problem, String remedy) {
        return place().refused(problem, remedy);
    }

    private TransactionPlace place() {
        return new TransactionPlace(gtid == null ? null : gtid.gtid(), start);
    }
}
