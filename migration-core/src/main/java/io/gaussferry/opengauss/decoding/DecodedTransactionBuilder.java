package io.gaussferry.opengauss.decoding;

import io.gaussferry.change.RowsEvent;
import io.gaussferry.change.SourceTransaction;
import io.gaussferry.change.SourceTransaction.Fragment;
import io.gaussferry.change.TransactionSink;
import io.gaussferry.convert.image.RowImageEncoder;
import io.gaussferry.convert.image.TargetTuple;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.TransactionException;
import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.Gtid;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.LogicalTime;
import io.gaussferry.model.Progress;
import io.gaussferry.model.RowOperation;
import io.gaussferry.model.TableId;
import io.gaussferry.mysql.wire.BinaryOutput;
import io.gaussferry.target.Lsn;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Assembles the rows of the stream into transactions, or into fragments of large ones. Only transactions that change
 * rows of replicated tables, and heartbeats, are counted and delivered, so that their numbers are the same whenever
 * they are read. Not thread-safe.
 */
final class DecodedTransactionBuilder implements PgOutputHandler {

    /** Used instead of a binlog file name: there is one log, and positions in it are numbers. */
    static final String LOG = "lsn";

    /** Heap of a transaction in addition to its events, and of an event in addition to its bytes. */
    private static final int TRANSACTION_OVERHEAD_BYTES = 200;

    private static final int EVENT_OVERHEAD_BYTES = 120;

    /** Maximum bytes of images per event, exceeded by its last image. */
    private static final int EVENT_BYTES = 256 << 10;

    private final DecodedTables tables;
    private final String slot;
    private final TransactionSink sink;
    private final long partBytes;

    private final RefusedChanges decisions;
    private final GtidSet executed;
    private final Map<RowImageEncoder, RowImageEncoder> keyEncoders = new IdentityHashMap<>();
    private final BinaryOutput images = new BinaryOutput(EVENT_BYTES);
    private final List<RowsEvent> events = new ArrayList<>();

    private long captureSequence;
    private boolean inTransaction;
    /** This transaction is not delivered. */
    private boolean skipped;
    /** This transaction was made by Gaussferry, for this pipeline or another. */
    private boolean isOurs;
    /** This transaction is a heartbeat. It is delivered without rows: its recipient has everything before it. */
    private boolean isHeartbeat;
    /** This transaction changes rows of excluded tables. It is delivered, so that the numbers of later ones do not change. */
    private boolean hasExcludedRows;
    /** Rows of this transaction are not delivered, by the operator's decision: it is counted nevertheless. */
    private boolean hasOmitted;

    private @Nullable TableId omittedTable;
    /** Fragments of this transaction have been delivered. */
    private boolean inFragments;

    private long commitLsn;
    private long commitMicros;
    private long byteSize;
    private @Nullable RowImageEncoder encoder;
    private RowOperation operation = RowOperation.INSERT;

    private long deliveredUpTo;
    private long readUpTo;

    /**
     * @param slot slot whose heartbeats are delivered
     * @param decisions about changes that MySQL refuses
     */
    DecodedTransactionBuilder(
            DecodedTables tables,
            String slot,
            TransactionSink sink,
            long partBytes,
            Progress progress,
            RefusedChanges decisions) {
        this.decisions = decisions;
        this.tables = tables;
        this.slot = slot;
        this.sink = sink;
        this.partBytes = partBytes;
        this.executed = progress.executedSet();
        this.captureSequence = progress.lowWater().captureSequence();
        this.deliveredUpTo = progress.lowWater().position().offset();
        this.readUpTo = deliveredUpTo;
    }

    /** Returns the end of the last delivered transaction. */
    long deliveredUpTo() {
        return deliveredUpTo;
    }

    /**
     * Returns the end of the last transaction that was read, delivered or not. Transactions that committed before it
     * are skipped from now on.
     */
    long readUpTo() {
        return readUpTo;
    }

    /** Returns whether the stream is within a transaction. */
    boolean isInTransaction() {
        return inTransaction;
    }

    @Override
    public void begin(long lsn, long micros) {
        inTransaction = true;
        commitLsn = lsn;
        commitMicros = micros;
        // transactions arrive in commit order; a repeated one committed before the end of the last one
        skipped = lsn < readUpTo;
        inFragments = false;
        isHeartbeat = false;
        isOurs = false;
        hasExcludedRows = false;
        hasOmitted = false;
        discard();
    }

    private void discard() {
        images.truncate(0);
        events.clear();
        encoder = null;
        byteSize = TRANSACTION_OVERHEAD_BYTES;
    }

    @Override
    public void relation(Relation relation) {
        tables.announce(relation);
    }

    @Override
    public void insert(long relation, TargetTuple after) throws InterruptedException {
        row(relation, RowOperation.INSERT, null, after);
    }

    @Override
    public void update(long relation, @Nullable TargetTuple before, TargetTuple after) throws InterruptedException {
        row(relation, RowOperation.UPDATE, before, after);
    }

    @Override
    public void delete(long relation, TargetTuple before) throws InterruptedException {
        row(relation, RowOperation.DELETE, null, before);
    }

    @Override
    public void truncate(long relation) {
        if (skipped) {
            return;
        }
        DecodedTables.Decoded table = tables.get(relation);
        RowImageEncoder tableEncoder = table.encoder();
        if (tableEncoder != null
                && !table.skips(commitLsn)
                && !omits(tableEncoder.version().definition().id())) {
            throw failure(
                    ErrorCode.TARGET_TABLE_CHANGED,
                    ErrorCategory.FATAL,
                    "Table " + table.id() + " was truncated on the target, which reverse replication does not support.",
                    "compare both sides and delete the rows in MySQL: gaussferry cutover rearm --config FILE --reason TEXT",
                    null);
        }
    }

    private void row(long relation, RowOperation next, @Nullable TargetTuple before, TargetTuple row)
            throws InterruptedException {
        if (skipped && !isOurs) {
            return;
        }
        DecodedTables.Decoded table = tables.get(relation);
        RowImageEncoder tableEncoder = table.encoder();
        if (table.skips(commitLsn)) {
            hasExcludedRows = true;
            return;
        }
        if (tableEncoder == null) {
            if (!isOurs) {
                skipOwn(table);
            }
            isHeartbeat |=
                    next != RowOperation.DELETE && table.id().equals(DecodedTables.PROBE) && Probe.isOf(row, slot);
            return;
        }
        if (isOurs) {
            return;
        }
        TableId source = tableEncoder.version().definition().id();
        if (omits(source)) {
            return;
        }
        boolean keysOnly = decisions.needsKeysOnly(commitLsn, source);
        if (keysOnly) {
            tableEncoder = keyEncoders.computeIfAbsent(tableEncoder, RowImageEncoder::forKeys);
        }
        if (next == RowOperation.UPDATE
                && before == null
                && !tableEncoder.version().isKeyOnlyBefore()) {
            throw DecodedTables.changed(table.id(), "an update has no old row");
        }
        prepare(tableEncoder, next);
        int length = images.length();
        try {
            encode(tableEncoder, next, before, row);
        } catch (GaussferryException e) {
            if (!keysOnly || decisions.refusedKeys().test(source)) {
                throw refused(source, e);
            }
            images.truncate(length);
            hasOmitted = true;
            keepEncodableKeys(tableEncoder, next, before, row);
        }
    }

    /** Returns whether the operator has decided that changes of a table in this transaction are not delivered, and records it. */
    private boolean omits(TableId source) {
        if (!decisions.omits(number(), source)) {
            return false;
        }
        if (!hasOmitted || !source.equals(omittedTable)) {
            omittedTable = source;
            decisions.omitted().omitted(number(), source);
        }
        hasOmitted = true;
        return true;
    }

    /** Ends the event unless the image can join it; delivers a fragment if there are too many events. */
    private void prepare(RowImageEncoder tableEncoder, RowOperation next) throws InterruptedException {
        if (encoder != tableEncoder || operation != next || images.length() >= EVENT_BYTES) {
            endEvent();
            if (byteSize >= partBytes) {
                deliver(Fragment.MORE_FOLLOWS, commitLsn);
            }
            encoder = tableEncoder;
            operation = next;
        }
    }

    private void encode(
            RowImageEncoder tableEncoder, RowOperation next, @Nullable TargetTuple before, TargetTuple row) {
        switch (next) {
            case INSERT -> tableEncoder.encode(row, row, images);
            // an unchanged key is not sent
            case UPDATE -> {
                TargetTuple was = before == null ? row : before;
                tableEncoder.encodeBefore(was, images);
                tableEncoder.encode(row, was, images);
            }
            case DELETE -> tableEncoder.encodeBefore(row, images);
        }
    }

    /**
     * Keeps the part of a change whose key MySQL can store. MySQL has no row with the other key, and neither has the target any longer:
     * nothing is to be done for it.
     */
    private void keepEncodableKeys(
            RowImageEncoder tableEncoder, RowOperation next, @Nullable TargetTuple before, TargetTuple row)
            throws InterruptedException {
        if (next != RowOperation.UPDATE || before == null) {
            return;
        }
        if (!keep(tableEncoder, RowOperation.INSERT, row)) {
            boolean unused = keep(tableEncoder, RowOperation.DELETE, before);
        }
    }

    private boolean keep(RowImageEncoder tableEncoder, RowOperation next, TargetTuple row) throws InterruptedException {
        prepare(tableEncoder, next);
        int length = images.length();
        try {
            encode(tableEncoder, next, null, row);
            return true;
        } catch (GaussferryException e) {
            images.truncate(length);
            return false;
        }
    }

    private void skipOwn(DecodedTables.Decoded table) {
        if (inFragments) {
            throw failure(
                    ErrorCode.REVERSE_ORIGIN_UNCLEAR,
                    ErrorCategory.FATAL,
                    "The target's transaction originates from gaussferry, as shown by its row in " + table.id()
                            + ", but a part of it was delivered before that row arrived.",
                    "ensure that no replication from MySQL runs together with reverse replication; verify, then arm reverse replication again",
                    null);
        }
        skipped = true;
        isOurs = true;
        discard();
    }

    private void endEvent() {
        RowImageEncoder current = encoder;
        if (current == null || images.length() == 0) {
            return;
        }
        byte[] bytes = images.toByteArray();
        images.truncate(0);
        events.add(new RowsEvent(current.version(), operation, bytes, 0, bytes.length));
        byteSize += bytes.length + EVENT_OVERHEAD_BYTES;
        encoder = null;
    }

    @Override
    public void commit(long endLsn) throws InterruptedException {
        endEvent();
        inTransaction = false;
        if (isHeartbeat || (!skipped && (inFragments || hasExcludedRows || hasOmitted || !events.isEmpty()))) {
            deliver(inFragments ? Fragment.LAST : Fragment.WHOLE, endLsn);
        }
        readUpTo = Math.max(readUpTo, endLsn);
    }

    private void deliver(Fragment fragment, long endLsn) throws InterruptedException {
        if (!inFragments) {
            captureSequence++;
        }
        boolean known = executed.contains(Gtid.ofCaptureSequence(captureSequence));
        if (known && fragment != Fragment.WHOLE) {
            // the transaction was delivered before
            skipped = true;
        } else if (!known) {
            sink.accept(new SourceTransaction(
                    Gtid.ofCaptureSequence(captureSequence),
                    captureSequence,
                    new BinlogPosition(LOG, commitLsn),
                    new BinlogPosition(LOG, endLsn),
                    LogicalTime.UNKNOWN,
                    commitMicros,
                    events,
                    byteSize,
                    fragment));
            deliveredUpTo = fragment == Fragment.MORE_FOLLOWS ? deliveredUpTo : endLsn;
        }
        inFragments = fragment == Fragment.MORE_FOLLOWS && !known;
        discard();
    }

    /** Returns the number of the current transaction, if it is delivered. */
    private long number() {
        return inFragments ? captureSequence : captureSequence + 1;
    }

    /** Returns the exception for a value that MySQL's column cannot store. */
    private RefusedChangeException refused(TableId table, GaussferryException value) {
        return new RefusedChangeException(
                table,
                "MySQL cannot store a value of table " + table + ", " + value.problem() + "\n  at: target, " + LOG + " "
                        + Lsn.format(commitLsn) + ", transaction " + number(),
                number(),
                value);
    }

    /** Returns an exception for the current transaction. */
    private GaussferryException failure(
            ErrorCode code, ErrorCategory category, String problem, String remedy, @Nullable Throwable cause) {
        long number = number();
        return new TransactionException(
                code,
                category,
                problem + "\n  at: target, " + LOG + " " + Lsn.format(commitLsn) + ", transaction " + number,
                remedy,
                cause,
                Long.toString(number));
    }
}
