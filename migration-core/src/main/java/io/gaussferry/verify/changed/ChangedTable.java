package io.gaussferry.verify.changed;

import io.gaussferry.change.RowChange;
import io.gaussferry.convert.RowFormat;
import io.gaussferry.schema.IndexDefinition;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TableVersion;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keys of the changed rows of one table in the binlog's form, or the fact that the changed rows are not known individually. Not
 * thread-safe.
 */
final class ChangedTable {

    /** Format of the keys; null if the changed rows are not known individually. */
    private @Nullable RowFormat format;

    private int[] keyColumns = new int[0];
    private KeySet keys = new KeySet();
    /** Whether rows were updated or deleted, which triggers actions of foreign keys that refer to the table. */
    private boolean hasReplacedRows;

    private byte[] scratch = new byte[64];
    private int[] offsets = new int[0];

    /** Creates an empty set for a table, which records keys if the table has one. */
    ChangedTable(RowFormat format) {
        this.keyColumns = keyColumns(format.table().definition());
        this.offsets = new int[format.columnCount() + 1];
        this.format = keyColumns.length == 0 ? null : format;
    }

    /** Creates an entry for a table in which any row may have changed. */
    ChangedTable() {}

    static int[] keyColumns(TableDefinition table) {
        return table.rowKey().map(IndexDefinition::parts).orElse(List.of()).stream()
                .mapToInt(IndexDefinition.Part::column)
                .toArray();
    }

    /** Adds the rows of both images. */
    void add(RowChange change) {
        RowFormat known = format;
        if (known == null) {
            return;
        }
        if (!hasSameRowFormat(known, change.format())) {
            countAllRows();
            return;
        }
        if (change.operation().hasBefore()) {
            hasReplacedRows = true;
            add(known, change.bytes(), change.before(), change.end());
        }
        if (change.operation().hasAfter()) {
            add(known, change.bytes(), change.after(), change.end());
        }
    }

    static boolean hasSameRowFormat(RowFormat one, RowFormat other) {
        if (one == other || one.table() == other.table()) {
            return true;
        }
        TableVersion first = one.table();
        TableVersion second = other.table();
        return first.definition().equals(second.definition())
                && Arrays.equals(first.wireTypes(), second.wireTypes())
                && Arrays.equals(first.wireMetadata(), second.wireMetadata());
    }

    private void add(RowFormat known, byte[] bytes, int image, int limit) {
        known.locate(bytes, image, limit, offsets);
        int length = 0;
        for (int column : keyColumns) {
            int size = offsets[column + 1] - offsets[column];
            if (size == 0 || length + size > KeySet.LONGEST_KEY) {
                countAllRows(); // no key contains NULL or has that many bytes
                return;
            }
            if (scratch.length - length < size) {
                scratch = Arrays.copyOf(scratch, 2 * (length + size));
            }
            System.arraycopy(bytes, offsets[column], scratch, length, size);
            length += size;
        }
        keys.add(scratch, 0, length);
    }

    /** Adds the changes of another part of the same table. */
    void addAll(ChangedTable other) {
        RowFormat known = format;
        if (known == null) {
            return;
        }
        if (other.format == null || !hasSameRowFormat(known, other.format)) {
            countAllRows();
            return;
        }
        keys.addAll(other.keys);
        hasReplacedRows |= other.hasReplacedRows;
    }

    /** Counts all rows as changed from now on. */
    void countAllRows() {
        format = null;
        keys = new KeySet();
    }

    /** Returns the heap used by the keys in bytes; 0 if there are none. */
    long heapBytes() {
        return format == null ? 0 : keys.heapBytes();
    }

    /** Returns a snapshot; null if the changed rows are not known individually. */
    @Nullable
    ChangedKeys view() {
        RowFormat known = format;
        return known == null
                ? null
                : new ChangedKeys(known, keyColumns, List.of(keys.keys()), keys.size(), hasReplacedRows);
    }
}
