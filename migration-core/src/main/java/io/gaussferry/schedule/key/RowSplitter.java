package io.gaussferry.schedule.key;

import io.gaussferry.change.RowChange;
import io.gaussferry.change.RowsEvent;
import io.gaussferry.change.SourceTransaction;
import io.gaussferry.change.SourceTransaction.Fragment;
import io.gaussferry.convert.PartialUpdates;
import io.gaussferry.convert.RowFormat;
import io.gaussferry.model.RowOperation;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.DeleteActions;
import io.gaussferry.schema.ForeignKeys;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TableVersion;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.Function;

/** Determines the row changes of a transaction's events, and their conflict keys. Used by one thread. */
public final class RowSplitter {

    /** A table's format and a reusable array for the offsets of one image's values. */
    private static final class Scratch {
        private final RowFormat format;
        private final TableWriteSet conflicts;
        private final DeletedParents.Table actions;
        private final PartialUpdates partialUpdates;
        private final int[] before;
        private final int[] after;

        private Scratch(RowFormat format, TableWriteSet conflicts, DeletedParents.Table actions) {
            this.format = format;
            this.conflicts = conflicts;
            this.actions = actions;
            this.partialUpdates = new PartialUpdates(format);
            this.before = new int[format.columnCount() + 1];
            this.after = new int[format.columnCount() + 1];
        }
    }

    /** Table versions live as long as equal TABLE_MAP events arrive. Beyond this number all are looked up again. */
    private static final int MAXIMUM_FORMATS = 10_000;

    private final Function<TableVersion, RowFormat> formats;
    private final ForeignKeys foreignKeys;
    private final DeleteActions actions;
    private final Function<TableId, TableDefinition> definitions;
    private final KeyEquality equality;
    private final boolean byClock;
    private final IdentityHashMap<TableVersion, Scratch> scratches = new IdentityHashMap<>();
    private final DeletedParents deletedParents = new DeletedParents();
    private boolean transactionContinues;

    /**
     * Creates a splitter for a source whose foreign keys change no rows, or whose binlog contains each such change once, and for a target
     * whose equal strings have equal bytes.
     */
    public RowSplitter(
            Function<TableVersion, RowFormat> formats,
            ForeignKeys foreignKeys,
            Function<TableId, TableDefinition> definitions,
            boolean byClock) {
        this(formats, foreignKeys, DeleteActions.NONE, definitions, KeyEquality.EXACT, byClock);
    }

    /**
     * @param formats returns the format of a table version's images
     * @param foreignKeys keys that the target enforces
     * @param actions the source's keys that act on deletions
     * @param definitions returns the definition of a replicated table by its name on the target
     * @param equality the equality of the target's strings
     * @param byClock whether the source's clock, instead of the whole table, determines dependencies where keys are unknown
     */
    public RowSplitter(
            Function<TableVersion, RowFormat> formats,
            ForeignKeys foreignKeys,
            DeleteActions actions,
            Function<TableId, TableDefinition> definitions,
            KeyEquality equality,
            boolean byClock) {
        this.formats = formats;
        this.foreignKeys = foreignKeys;
        this.actions = actions;
        this.definitions = definitions;
        this.equality = equality;
        this.byClock = byClock;
    }

    /** Appends the transaction's changes to the list, and adds their keys to the write set. */
    public void split(SourceTransaction transaction, List<RowChange> changes, WriteSet writeSet) {
        if (!transactionContinues) {
            deletedParents.clear();
        }
        transactionContinues = transaction.fragment() == Fragment.MORE_FOLLOWS;
        for (RowsEvent event : transaction.rowsEvents()) {
            Scratch scratch = scratch(event.table());
            split(transaction, event.partial() ? complete(event, scratch) : event, scratch, changes, writeSet);
        }
    }

    private static RowsEvent complete(RowsEvent event, Scratch scratch) {
        byte[] bytes = scratch.partialUpdates.complete(event.bytes(), event.from(), event.to());
        return new RowsEvent(event.table(), event.operation(), bytes, 0, bytes.length, false, event.unchecked());
    }

    private Scratch scratch(TableVersion table) {
        Scratch scratch = scratches.get(table);
        if (scratch == null) {
            if (scratches.size() >= MAXIMUM_FORMATS) {
                scratches.clear();
            }
            scratch = new Scratch(
                    formats.apply(table),
                    new TableWriteSet(table.definition(), foreignKeys, definitions, equality, byClock),
                    new DeletedParents.Table(actions, table.definition()));
            scratches.put(table, scratch);
        }
        return scratch;
    }

    private void split(
            SourceTransaction transaction,
            RowsEvent event,
            Scratch scratch,
            List<RowChange> changes,
            WriteSet writeSet) {
        byte[] bytes = event.bytes();
        RowOperation operation = event.operation();
        int offset = event.from();
        while (offset < event.to()) {
            int before = RowChange.NONE;
            int after = RowChange.NONE;
            long beforeKey = 0;
            long afterKey = 0;
            if (operation.hasBefore()) {
                before = offset;
                offset = scratch.format.locate(bytes, offset, event.to(), scratch.before);
                beforeKey = scratch.conflicts.addRow(bytes, scratch.before, writeSet);
            }
            if (operation.hasAfter()) {
                after = offset;
                offset = scratch.format.locate(bytes, offset, event.to(), scratch.after);
                afterKey = scratch.conflicts.addRow(bytes, scratch.after, writeSet);
            }
            boolean cascades = scratch.conflicts.cascades(operation, bytes, scratch.before, scratch.after);
            if (cascades) {
                writeSet.requireOrder();
            }
            scratch.conflicts.addTable(operation, cascades, writeSet);
            RowChange change = new RowChange(
                    transaction, scratch.format, operation, bytes, before, after, offset, beforeKey, afterKey);
            if (event.unchecked() && scratch.conflicts.isBoundByForeignKeys()) {
                change = change.unchecked(cascades);
            }
            changes.add(scratch.actions.matters() ? traced(change, scratch, event.unchecked()) : change);
        }
    }

    private RowChange traced(RowChange change, Scratch scratch, boolean unchecked) {
        return deletedParents
                .add(scratch.actions, change, scratch.before, scratch.after, unchecked)
                .map(change::after)
                .orElse(change);
    }
}
