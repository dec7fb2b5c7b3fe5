package io.gaussferry.schedule;

import io.gaussferry.model.RowOperation;
import io.gaussferry.schema.IndexDefinition;
import io.gaussferry.schema.TableDefinition;
import java.util.List;

/**
 * Which keys a row of one table touches: its primary key and every unique index, by value.
 *
 * <p>Two rows whose values differ in bytes differ on the target too, because target columns are created with a deterministic
 * collation. What has no comparable value (a unique index on a prefix or an expression) is coarsened to the whole table. A
 * unique key with a NULL part conflicts with nothing.
 */
final class TableConflicts {

    private final long tableHash;
    private final boolean hasRowKey;
    private final boolean coarse;
    private final int[][] keyColumns;

    TableConflicts(TableDefinition table) {
        this.tableHash = Hashing.ofText(table.id().toString());
        this.hasRowKey = table.rowKey().isPresent();
        List<IndexDefinition> unique = table.uniqueIndexes();
        this.coarse = unique.stream().anyMatch(index -> !index.isOnWholeColumns());
        this.keyColumns = unique.stream()
                .filter(IndexDefinition::isOnWholeColumns)
                .map(index -> index.parts().stream()
                        .mapToInt(IndexDefinition.Part::column)
                        .toArray())
                .toArray(int[][]::new);
    }

    /** Adds the keys of one row image, whose values stand at the given offsets. */
    void addRow(byte[] bytes, int[] offsets, WriteSet writeSet) {
        if (coarse) {
            return;
        }
        for (int key = 0; key < keyColumns.length; key++) {
            long hash = Hashing.combine(tableHash, key + 1);
            boolean hasNull = false;
            for (int column : keyColumns[key]) {
                int from = offsets[column];
                int to = offsets[column + 1];
                hasNull |= from == to;
                hash = Hashing.ofBytes(hash, bytes, from, to);
            }
            if (!hasNull) {
                writeSet.addExclusive(hash);
            }
        }
    }

    /** Adds the table itself where its rows have no key of their own: inserts commute, all else is ordered with all. */
    void addTable(RowOperation operation, WriteSet writeSet) {
        if (coarse || (!hasRowKey && operation != RowOperation.INSERT)) {
            writeSet.addExclusive(tableHash);
        } else if (!hasRowKey) {
            writeSet.addShared(tableHash);
        }
    }
}
