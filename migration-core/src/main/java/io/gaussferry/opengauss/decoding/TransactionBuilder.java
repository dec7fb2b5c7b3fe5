package io.gaussferry.opengauss.decoding;

import io.gaussferry.change.RowsEvent;
import io.gaussferry.change.SourceTransaction;
import io.gaussferry.change.SourceTransaction.Fragment;
import io.gaussferry.change.TransactionSink;
import io.gaussferry.convert.image.RowImageEncoder;
import io.gaussferry.convert.image.TargetTuple;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.TransactionException;
import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.Gtid;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.LogicalTime;
import io.gaussferry.model.Progress;
import io.gaussferry.model.RowOperation;
import io.gaussferry.mysql.wire.BinaryOutput;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Puts the rows of the stream together to transactions, or to fragments of large ones. Only transactions that change rows of replicated
 * tables, and marks, are counted and passed on: so they have the same numbers whenever they are read. Used by one thread.
 */
final class TransactionBuilder implements PgOutputHandler {

    /** In place of a binlog file: there is one log, and places in it are numbers. */
    static final String LOG = "lsn";

    /** Heap that a transaction needs beside its events' bytes, and an event beside its own. */
    private static final int TRANSACTION_OVERHEAD_BYTES = 200;

    private static final int EVENT_OVERHEAD_BYTES = 120;

    /** Bytes of images from which on another event is begun. */
    private static final int EVENT_BYTES = 256 << 10;

    private final DecodedTables tables;
    private final String slot;
    private final TransactionSink sink;
    private final long partBytes;

    private final GtidSet executed;
    private final BinaryOutput images = new BinaryOutput(EVENT_BYTES);
    private final List<RowsEvent> events = new ArrayList<>();

    private long captureSequence;
    private boolean inTransaction;
    /** This transaction is one that is not passed on. */
    private boolean passedOver;
    /** This transaction was made by Gaussferry, for this pipeline or another. */
    private boolean isOurs;
    /** This transaction is a mark: it is passed on without rows, so that whoever has it has all before it. */
    private boolean isMark;
    /** Fragments of this transaction have been passed on. */
    private boolean inFragments;

    private long commitLsn;
    private long commitMicros;
    private long byteSize;
    private @Nullable RowImageEncoder encoder;
    private RowOperation operation = RowOperation.INSERT;

    private long deliveredUpTo;
    private long readUpTo;

    /** @param slot whose marks are passed on */
    TransactionBuilder(DecodedTables tables, String slot, TransactionSink sink, long partBytes, Progress progress) {
        this.tables = tables;
        this.slot = slot;
        this.sink = sink;
        this.partBytes = partBytes;
        this.executed = progress.executedSet();
        this.captureSequence = progress.lowWater().captureSequence();
        this.deliveredUpTo = progress.lowWater().position().offset();
        this.readUpTo = deliveredUpTo;
    }

    /** Returns the end of the last transaction that was passed on. */
    long deliveredUpTo() {
        return deliveredUpTo;
    }

    /** Returns the end of the last transaction that was read, passed on or not: whatever committed before it is passed over from now on. */
    long readUpTo() {
        return readUpTo;
    }

    /** Returns whether the stream is in the middle of a transaction. */
    boolean isInTransaction() {
        return inTransaction;
    }

    @Override
    public void begin(long lsn, long micros) {
        inTransaction = true;
        commitLsn = lsn;
        commitMicros = micros;
        // they come in the order of their commits, and one that comes again committed before the end of the last
        passedOver = lsn < readUpTo;
        inFragments = false;
        isMark = false;
        isOurs = false;
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
        if (passedOver) {
            return;
        }
        DecodedTables.Decoded table = tables.get(relation);
        if (table.encoder() != null) {
            throw failure(
                    ErrorCategory.FATAL,
                    "Table " + table.id() + " was emptied on the target by TRUNCATE, which does not go back.",
                    "empty the table at MySQL by hand and verify it, or put its rows back; then arm the way back again",
                    null);
        }
    }

    private void row(long relation, RowOperation next, @Nullable TargetTuple before, TargetTuple row)
            throws InterruptedException {
        if (passedOver && !isOurs) {
            return;
        }
        DecodedTables.Decoded table = tables.get(relation);
        RowImageEncoder tableEncoder = table.encoder();
        if (tableEncoder == null) {
            if (!isOurs) {
                passOver(table);
            }
            isMark |= next != RowOperation.DELETE && table.id().equals(DecodedTables.PROBE) && Probe.isOf(row, slot);
            return;
        }
        if (isOurs) {
            return;
        }
        if (next == RowOperation.UPDATE
                && before == null
                && !tableEncoder.version().isKeyOnlyBefore()) {
            throw DecodedTables.changed(table.id(), "an update comes without the row as it was");
        }
        if (encoder != tableEncoder || operation != next || images.length() >= EVENT_BYTES) {
            endEvent();
            if (byteSize >= partBytes) {
                deliver(Fragment.MORE_FOLLOWS, commitLsn);
            }
            encoder = tableEncoder;
            operation = next;
        }
        try {
            switch (next) {
                case INSERT -> tableEncoder.encode(row, row, images);
                // a key that stays as it is is not told
                case UPDATE -> {
                    TargetTuple was = before == null ? row : before;
                    tableEncoder.encodeBefore(was, images);
                    tableEncoder.encode(row, was, images);
                }
                case DELETE -> tableEncoder.encodeBefore(row, images);
            }
        } catch (GaussferryException e) {
            throw failure(e.category(), "Table " + table.id() + ", " + e.problem(), e.remedy(), e);
        }
    }

    private void passOver(DecodedTables.Decoded table) {
        if (inFragments) {
            throw failure(
                    ErrorCategory.FATAL,
                    "The target's transaction was made by gaussferry itself, as its row in " + table.id()
                            + " says, and a part of it was passed on before that was seen.",
                    "see that no replay from MySQL runs while the way back does; verify, then arm the way back again",
                    null);
        }
        passedOver = true;
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
        if (isMark || (!passedOver && (inFragments || !events.isEmpty()))) {
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
            // nothing of it is passed on
            passedOver = true;
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

    /** A failure at the transaction that is being read. */
    private GaussferryException failure(
            ErrorCategory category, String problem, String remedy, @Nullable Throwable cause) {
        long number = inFragments ? captureSequence : captureSequence + 1;
        return new TransactionException(
                category,
                problem + "\n  at: target, " + LOG + " " + ReplicationStream.text(commitLsn) + ", transaction "
                        + number,
                remedy,
                cause,
                Long.toString(number));
    }
}
