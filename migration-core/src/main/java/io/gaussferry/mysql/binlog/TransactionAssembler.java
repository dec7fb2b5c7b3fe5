package io.gaussferry.mysql.binlog;

import io.gaussferry.change.LoggedStatement;
import io.gaussferry.change.RowsEvent;
import io.gaussferry.change.StatementFilter;
import io.gaussferry.change.TransactionSink;
import io.gaussferry.ddl.statement.StatementContext;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.Progress;
import io.gaussferry.model.RowOperation;
import io.gaussferry.model.SourceIdentity.Naming;
import io.gaussferry.model.TableId;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.mysql.catalog.TableCatalog;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Assembles events into whole transactions, or into fragments of large ones. Used only by the thread that reads the binlog.
 *
 * <p>A transaction consists of a GTID event (or its anonymous form), BEGIN, any number of TABLE_MAP and rows events, and XID; or
 * of a GTID event and one statement (DDL); or of a GTID event and a compressed payload with the other events. An unknown event
 * that could change data is an error.
 */
final class TransactionAssembler {

    /**
     * A partial update is held together with its completed images, which contain the value before the update again, with the
     * changes.
     */
    private static final int PARTIAL_UPDATE_FACTOR = 3;

    private final TableCatalog catalog;
    private final StatementGuard statements;
    private final TransactionSink sink;
    private final long maximumEventBytes;
    private final TableMaps tableMaps;
    private final RowsEventReader rowsReader;
    private final SourceIdCache sourceIds = new SourceIdCache();
    private final XaTransactions xaTransactions;
    private final XaTransactions.Log xaLog;
    private final TransactionContent content;
    private final BinlogPositionTracker positions;
    private final GtidAdmission admission;
    private final Supplier<TransactionLocation> here = this::location;

    private @Nullable GtidEvent gtid;
    private BinlogPosition start = new BinlogPosition("", 0);
    /** Whether the target has the current transaction. */
    private boolean skipped;
    /** Tables for which the target has the changes of the current transaction. */
    private Set<TableId> skippedTables = Set.of();

    private boolean inTransaction;
    /** MariaDB: whether the next event is the first of a transaction with several. A statement there is followed by its rows. */
    private boolean opensGroup;

    /** Whether the events are those of a prepared XA transaction, which the current transaction commits. */
    private boolean readsPrepared;

    /** The version of the server that wrote the current file, such as 80033. */
    private int serverVersion;

    /** Creates an assembler that knows no XA transactions from before its first event. */
    TransactionAssembler(
            TableCatalog catalog,
            StatementFilter filter,
            TransactionSink sink,
            SourceSettings settings,
            Progress progress,
            Naming naming) {
        this(catalog, filter, sink, settings, progress, naming, XaTransactions.Log.EMPTY, null);
    }

    /**
     * @param catalog the replicated tables and their definitions
     * @param filter decides which statements can be skipped, among those that may change definitions
     * @param sink receives the transactions
     * @param settings the size limits of parts and events
     * @param progress the transactions of the target
     * @param naming how transactions are identified
     * @param xaLog reads the rows of prepared XA transactions that are not kept
     * @param resumed where the source starts; null if it starts after the transactions of the target
     */
    TransactionAssembler(
            TableCatalog catalog,
            StatementFilter filter,
            TransactionSink sink,
            SourceSettings settings,
            Progress progress,
            Naming naming,
            XaTransactions.Log xaLog,
            @Nullable ResumePoint resumed) {
        this.xaTransactions = new XaTransactions(settings.transactionPartBytes());
        this.xaLog = xaLog;
        this.catalog = catalog;
        this.statements = new StatementGuard(catalog, filter);
        this.sink = sink;
        this.content = new TransactionContent(settings.transactionPartBytes());
        this.maximumEventBytes = settings.maximumEventBytes();
        this.tableMaps = new TableMaps(catalog);
        this.rowsReader =
                new RowsEventReader(tableMaps, new CascadeGuard(catalog.unrepeated()), maximumEventBytes, here);
        this.admission = new GtidAdmission(progress, naming, resumed);
        this.positions = new BinlogPositionTracker(startOf(progress, naming, resumed));
    }

    /** Returns the position at which reading starts; null if the server determines it by GTIDs. */
    private static @Nullable BinlogPosition startOf(Progress progress, Naming naming, @Nullable ResumePoint resumed) {
        if (resumed != null) {
            return resumed.start();
        }
        return naming == Naming.ORDINAL ? progress.lowWater().position() : null;
    }

    /** Returns whether the transaction at which reading resumes has not arrived. */
    boolean awaitsResumed() {
        return admission.awaitsResumed();
    }

    /** Returns the start of the current transaction; for messages. */
    BinlogPosition position() {
        return start;
    }

    /**
     * Processes the next event; emits a transaction when it is complete, or a part of it when that is large enough.
     *
     * @throws GaussferryException with the location if the event cannot be processed
     */
    void accept(RawEvent event) throws InterruptedException {
        try {
            if (event.type() == RawEvent.ROTATE) {
                positions.rotate(event);
            } else if (positions.advance(event)) {
                take(CompressedEvent.decompress(event, maximumEventBytes));
            }
        } catch (GaussferryException e) {
            if (TransactionLocation.isNamedIn(e)) {
                throw e;
            }
            throw location().failure(e.code(), e.category(), e.problem(), e.remedy(), e);
        }
    }

    private void take(RawEvent event) throws InterruptedException {
        if (gtid != null) {
            content.arrived(event);
        }
        if (event.isTruncated()) {
            UnsupportedEvents.requireFirstBytesOnly(event, maximumEventBytes, here);
        }
        switch (event.type()) {
            case RawEvent.GTID -> start(GtidEvent.parse(event.body(), sourceIds));
            case RawEvent.GTID_TAGGED -> start(TaggedGtidEvent.parse(event.body(), sourceIds));
            case RawEvent.MARIADB_GTID -> {
                MariaDbGtidEvent first = MariaDbGtidEvent.parse(event);
                start(first.event());
                inTransaction = first.hasSeveralEvents();
                opensGroup = inTransaction;
                if (first.isPreparedXa()) {
                    xaTransactions.start();
                }
            }
            case RawEvent.ANONYMOUS_GTID -> start(GtidEvent.parseAnonymous(event.body(), admission.nextSequence()));
            case RawEvent.QUERY -> query(event);
            case RawEvent.TABLE_MAP -> {
                content.changesSomething();
                opensGroup = false;
                if (!skipped) { // current definitions may not match it
                    tableMaps.accept(event.body());
                }
            }
            case RawEvent.WRITE_ROWS, RawEvent.WRITE_ROWS_V1 -> rows(event, RowOperation.INSERT);
            case RawEvent.UPDATE_ROWS, RawEvent.UPDATE_ROWS_V1, RawEvent.PARTIAL_UPDATE_ROWS ->
                rows(event, RowOperation.UPDATE);
            case RawEvent.DELETE_ROWS, RawEvent.DELETE_ROWS_V1 -> rows(event, RowOperation.DELETE);
            case RawEvent.XID -> commit(event);
            case RawEvent.XA_PREPARE -> endXa(event);
            case RawEvent.TRANSACTION_PAYLOAD -> payload(event);
            case RawEvent.FORMAT_DESCRIPTION -> {
                serverVersion = BinlogServerVersion.number(event.body());
                tableMaps.writtenBy(serverVersion);
            }
            case RawEvent.STOP,
                    RawEvent.HEARTBEAT,
                    RawEvent.HEARTBEAT_V2,
                    RawEvent.IGNORABLE,
                    RawEvent.ROWS_QUERY,
                    RawEvent.PREVIOUS_GTIDS,
                    RawEvent.ANNOTATE_ROWS,
                    RawEvent.BINLOG_CHECKPOINT,
                    RawEvent.MARIADB_GTID_LIST,
                    RawEvent.START_ENCRYPTION,
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
            default -> UnsupportedEvents.refuseUnlessIgnorable(event, here);
        }
    }

    private void start(GtidEvent first) {
        if (gtid != null) {
            throw refused(
                    ErrorCode.BINLOG_DAMAGED,
                    "Another transaction starts before this one has ended.",
                    "check the binlog file with mysqlbinlog; if it is intact, report this as a defect");
        }
        start = positions.start();
        gtid = admission.admit(first, here);
        skipped = admission.isExecuted(gtid.gtid());
        skippedTables = catalog.skippedTables(gtid.gtid());
        tableMaps.skip(skippedTables);
        content.start(first);
        opensGroup = false;
        inTransaction = false;
        xaTransactions.close();
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
                if (readsPrepared && XaTransactions.isMark(query.statement())) {
                    return;
                }
                switch (xaTransactions.read(query.statement())) {
                    case STARTS -> inTransaction = true;
                    case CONTINUES -> {}
                    case COMMITS -> commitPrepared(event, XaTransactions.name(query.statement()));
                    case ROLLS_BACK -> {
                        xaTransactions.forget(XaTransactions.name(query.statement()));
                        commit(event);
                    }
                    case NONE -> statement(event, query);
                }
            }
        }
    }

    /** Ends an XA transaction: its rows take effect now if it has one phase, otherwise with its commit. */
    private void endXa(RawEvent event) throws InterruptedException {
        if (readsPrepared) {
            return;
        }
        String name = xaTransactions.close();
        boolean isOnePhase = new WireReader(event.body(), 0, event.body().length).uint(1) != 0;
        boolean isBeyondLimit = xaTransactions.isBeyondLimit();
        if (!skipped && isOnePhase && isBeyondLimit) {
            readPrepared(name, true, positions.end());
        } else if (!skipped && !isOnePhase) {
            XaTransactions.Rows rows = content.take();
            if (!isBeyondLimit && !tableMaps.hasResnapshotted()) {
                xaTransactions.keep(name, rows);
            }
        }
        commit(event);
    }

    /** Ends the commit of a prepared XA transaction, whose rows take effect with it. */
    private void commitPrepared(RawEvent event, String name) throws InterruptedException {
        XaTransactions.Rows kept = xaTransactions.take(name);
        if (!skipped) {
            if (kept == null) {
                readPrepared(name, false, positions.start());
            } else {
                kept.restore(skippedTables, content);
            }
        }
        commit(event);
    }

    /** Reads the rows of an XA transaction from the binlog into the current transaction. */
    private void readPrepared(String name, boolean isOnePhase, BinlogPosition before) throws InterruptedException {
        readsPrepared = true;
        inTransaction = true;
        try {
            if (!xaLog.read(
                    name, isOnePhase, before, event -> take(CompressedEvent.decompress(event, maximumEventBytes)))) {
                throw refused(
                        ErrorCode.XA_ROWS_MISSING,
                        "The source committed the XA transaction " + name
                                + ", but the changes, which were prepared before, cannot be found in its binlog.",
                        "skip this transaction and repair its tables: "
                                + location().skipAndRepair());
            }
        } finally {
            readsPrepared = false;
        }
    }

    private void statement(RawEvent event, QueryEvent query) throws InterruptedException {
        content.changesSomething();
        if (!skipped) {
            statements.check(
                    query,
                    sql -> query.context(sql, catalog.collations(), serverVersion, event.timestampSeconds()),
                    location(),
                    skippedTables,
                    context -> followable(event, query, context));
        }
        opensGroup = false;
        if (!inTransaction) {
            commit(event);
        }
    }

    /**
     * Returns the statement for components that can apply it to the target; null if it is within other changes, where definitions
     * do not change as a whole.
     */
    private @Nullable LoggedStatement followable(RawEvent event, QueryEvent query, StatementContext context) {
        boolean rowsFollow = query.startsTransaction() || opensGroup;
        if (gtid == null || content.hasRows() || (inTransaction && !rowsFollow)) {
            return null;
        }
        return new LoggedStatement(context, gtid.gtid(), start, event.timestampSeconds(), rowsFollow);
    }

    /** Handles a rollback, which is logged only if changes that cannot be rolled back precede it. */
    private void rollback(RawEvent event, QueryEvent query) throws InterruptedException {
        if (content.hasRows()) {
            throw refused(
                    ErrorCode.TRANSACTION_ROLLED_BACK,
                    "The source rolled back a transaction, or a part of it, whose changes are in the binlog: "
                            + query.statement() + ".",
                    "convert the tables with non-transactional engines to InnoDB, then start a new migration");
        }
        if (query.isWholeRollback()) {
            commit(event);
        }
    }

    private void rows(RawEvent event, RowOperation operation) throws InterruptedException {
        if (skipped) {
            return;
        }
        RowsEvent rows = rowsReader.read(event, operation);
        if (rows == null) {
            return;
        }
        if (gtid == null) {
            throw refused(
                    ErrorCode.BINLOG_DAMAGED,
                    "A row event is outside of any transaction.",
                    "check the binlog file with mysqlbinlog");
        }
        long bytes = (long) event.body().length * (rows.partial() ? PARTIAL_UPDATE_FACTOR : 1);
        if (xaTransactions.isOpen() && (xaTransactions.isBeyondLimit() || !content.isWithin(bytes))) {
            xaTransactions.exceedLimit();
            content.dropRows();
            return;
        }
        if (!content.hasRoomFor(bytes)) {
            emit(event, positions.start(), false);
        }
        content.add(rows, bytes);
    }

    private void commit(RawEvent event) throws InterruptedException {
        if (gtid == null) {
            throw refused(
                    ErrorCode.GTID_MISSING,
                    "A transaction has no GTID event.",
                    "the binlog was written by a server older than MySQL 5.7.6: upgrade the source, then start a new migration");
        }
        if (skipped) {
            content.dropRows();
        } else {
            emit(event, positions.end(), true);
        }
        admission.end();
        gtid = null;
        inTransaction = false;
        tableMaps.endTransaction();
    }

    private void emit(RawEvent event, BinlogPosition end, boolean isLast) throws InterruptedException {
        sink.accept(content.part(Objects.requireNonNull(gtid), admission.nextSequence(), start, end, event, isLast));
    }

    private void payload(RawEvent event) throws InterruptedException {
        try (TransactionPayload payload = new TransactionPayload(event, maximumEventBytes)) {
            for (RawEvent inner = payload.next(); inner != null; inner = payload.next()) {
                take(inner); // it has no position of its own in the file
            }
        }
    }

    private GaussferryException refused(ErrorCode code, String problem, String remedy) {
        return location().refused(code, problem, remedy);
    }

    private TransactionLocation location() {
        return new TransactionLocation(gtid == null ? null : gtid.gtid(), start);
    }
}
