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
 * The keys of the rows of one table that were changed, as the binlog has them; or that nobody knows which they are. Not thread-safe.
 */
final class ChangedTable {

    /** How the keys are read; null where it is not known which rows were changed. */
    private @Nullable RowFormat format;

    private int[] keyColumns = new int[0];
    private KeySet keys = new KeySet();
    private byte[] scratch = new byte[64];
    private int[] offsets = new int[0];

    /** Of a table whose rows are known by their keys, if it has any. */
    ChangedTable(RowFormat format) {
        this.keyColumns = keyColumns(format.table().definition());
        this.offsets = new int[format.columnCount() + 1];
        this.format = keyColumns.length == 0 ? null : format;
    }

    /** Of a table of which any rows may have been changed. */
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
        if (!isReadAlike(known, change.format())) {
            forgetWhich();
            return;
        }
        if (change.operation().hasBefore()) {
            add(known, change.bytes(), change.before(), change.end());
        }
        if (change.operation().hasAfter()) {
            add(known, change.bytes(), change.after(), change.end());
        }
    }

    static boolean isReadAlike(RowFormat one, RowFormat other) {
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
                forgetWhich(); // no key has a NULL, nor so many bytes
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

    /** Adds what another object knows of the same table. */
    void addAll(ChangedTable other) {
        RowFormat known = format;
        if (known == null) {
            return;
        }
        if (other.format == null || !isReadAlike(known, other.format)) {
            forgetWhich();
            return;
        }
        keys.addAll(other.keys);
    }

    /** From here on all rows count as changed. */
    void forgetWhich() {
        format = null;
        keys = new KeySet();
    }

    /** Returns how much of the heap its keys take, bytes; 0 where it has none. */
    long heapBytes() {
        return format == null ? 0 : keys.heapBytes();
    }

    /** Returns what is known now; null where that is not which rows. */
    @Nullable
    ChangedKeys view() {
        RowFormat known = format;
        return known == null ? null : new ChangedKeys(known, keyColumns, List.of(keys.keys()), keys.size());
    }
}
