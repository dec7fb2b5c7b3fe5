package io.gaussferry.schedule.key;

import io.gaussferry.model.RowOperation;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.EnforcedForeignKey;
import io.gaussferry.schema.ForeignKeys;
import io.gaussferry.schema.IndexDefinition;
import io.gaussferry.schema.TableDefinition;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Determines the keys that a row of one table touches: its primary key and every unique index, by value, and the parents' keys that it
 * references by a foreign key that the target enforces.
 *
 * <p>Values that the target treats as equal have equal hashes. A key without a comparable value (a unique index on a prefix or an expression) is coarsened to the whole table. A unique key with a NULL
 * part conflicts with nothing, and a reference with a NULL part references nothing. Tables are identified by their names on the target, so
 * that rows of merged source tables conflict.
 */
final class TableWriteSet {

    /** Distinguishes the hash of a table as a target of cascades from its hash as a table without row keys. */
    private static final long CASCADE = 0x2545F4914F6CDD1DL;
    /** Distinguishes the hash of a table as a parent whose keys cannot be identified by their bytes. */
    private static final long PARENT = 0x6C8E9CF570932BD5L;

    /** A parent's key as referenced by a child's row; without columns, the whole parent. */
    private record Reference(long seed, int[] columns) {}

    private final TableDefinition table;
    private final KeyEquality equality;
    /** For each column. */
    private final ValueHash[] hashes;

    private final long tableHash;
    private final boolean hasRowKey;
    /** The target cannot distinguish equal rows: two appliers could both choose the same one. */
    private final boolean byWholeRow;

    private final boolean coarse;
    private final boolean coarseParent;
    private final boolean isBound;
    private final boolean cascadeTarget;
    private final long[] cascadeTargets;
    private final int[][] keyColumns;
    private final long[] keySeeds;
    /** Index of the key that identifies a row; -1 if there is none. */
    private final int rowKey;

    private final int[] referencedColumns;
    private final Reference[] references;

    /**
     * @param definitions returns the other replicated tables by their names on the target, null for unknown ones
     * @param equality the equality of the target's strings
     * @param byClock whether the source's clock determines dependencies where keys cannot
     */
    TableWriteSet(
            TableDefinition table,
            ForeignKeys foreignKeys,
            Function<TableId, TableDefinition> definitions,
            KeyEquality equality,
            boolean byClock) {
        this.table = table;
        this.equality = equality;
        this.hashes = new ValueHash[table.columns().size()];
        this.tableHash = hash(table.targetId());
        this.hasRowKey = byClock || table.rowKey().isPresent();
        this.byWholeRow = byClock && table.rowKey().isEmpty();
        List<IndexDefinition> unique = table.uniqueIndexes();
        this.coarse = !byClock && unique.stream().anyMatch(index -> !index.isOnWholeColumns());
        List<IndexDefinition> exact =
                unique.stream().filter(IndexDefinition::isOnWholeColumns).toList();
        this.keyColumns = exact.stream().map(TableWriteSet::columns).toArray(int[][]::new);
        this.keySeeds = IntStream.range(0, exact.size())
                .mapToLong(key -> seed(tableHash, key))
                .toArray();
        this.rowKey = table.rowKey().map(exact::indexOf).orElse(-1);
        this.coarseParent = foreignKeys.ofParent(table.targetId()).stream()
                .anyMatch(key -> !isHashedAlike(key, definitions.apply(key.child()), table, equality));
        this.references = foreignKeys.ofChild(table.targetId()).stream()
                .map(key -> reference(key, table, definitions.apply(key.parent()), equality))
                .toArray(Reference[]::new);
        this.isBound = foreignKeys.isConnected(table.targetId());
        this.cascadeTarget = foreignKeys.isReachedByCascade(table.targetId());
        this.cascadeTargets = foreignKeys.reachedByCascade(table.targetId()).stream()
                .mapToLong(goal -> hash(goal) ^ CASCADE)
                .toArray();
        this.referencedColumns = foreignKeys.ofParent(table.targetId()).stream()
                .filter(EnforcedForeignKey::cascades)
                .flatMap(key -> key.parentColumns().stream())
                .mapToInt(Integer::intValue)
                .distinct()
                .toArray();
    }

    /** Returns whether the target enforces foreign keys from or to the table. */
    boolean isBoundByForeignKeys() {
        return isBound;
    }

    private static long hash(TableId table) {
        return Hashing.ofString(table.toString());
    }

    private static int[] columns(IndexDefinition index) {
        return index.parts().stream().mapToInt(IndexDefinition.Part::column).toArray();
    }

    /**
     * Adds the keys of one row image, whose values start at the given offsets.
     *
     * @return the hash of the row key; 0 for a table without one
     */
    long addRow(byte[] bytes, int[] offsets, WriteSet writeSet) {
        for (Reference reference : references) {
            long hash = hash(reference.seed(), reference.columns(), bytes, offsets);
            if (hash != 0) {
                writeSet.addShared(hash);
            }
        }
        if (byWholeRow) {
            writeSet.addExclusive(Hashing.ofBytes(tableHash, bytes, offsets[0], offsets[offsets.length - 1]));
        }
        long ofRow = 0;
        for (int key = 0; key < keyColumns.length; key++) {
            long hash = hash(keySeeds[key], keyColumns[key], bytes, offsets);
            if (hash != 0) {
                writeSet.addExclusive(hash);
            }
            if (key == rowKey) {
                ofRow = hash;
            }
        }
        return ofRow;
    }

    private static long seed(long table, int key) {
        return Hashing.combine(table, key + 1);
    }

    /** Returns the hash of some columns' values; 0 if one of them is NULL. */
    private long hash(long seed, int[] columns, byte[] bytes, int[] offsets) {
        long hash = seed;
        for (int column : columns) {
            int from = offsets[column];
            int to = offsets[column + 1];
            if (from == to) {
                return 0;
            }
            hash = valueHash(column).of(hash, bytes, from, to);
        }
        return hash == 0 ? 1 : hash;
    }

    /** Only columns of keys have a hash: others may have an unsupported character set. */
    private ValueHash valueHash(int column) {
        ValueHash known = hashes[column];
        if (known == null) {
            ColumnDefinition definition = table.columns().get(column);
            known = definition.type().isText()
                    ? StringHash.of(definition, equality.of(table, column))
                    : ValueHash.EXACT;
            hashes[column] = known;
        }
        return known;
    }

    /**
     * Adds the keys of a change beyond its row's keys: the table itself if its rows have no key (inserts commute, all other changes are
     * ordered), and the tables bound by foreign keys.
     *
     * @param cascades whether it deletes a row or changes a key that is referenced
     */
    void addTable(RowOperation operation, boolean cascades, WriteSet writeSet) {
        if (coarse || (!hasRowKey && operation != RowOperation.INSERT)) {
            writeSet.addExclusive(tableHash);
        } else if (!hasRowKey) {
            writeSet.addShared(tableHash);
        }
        if (coarseParent) {
            writeSet.addExclusive(tableHash ^ PARENT);
        }
        if (cascadeTarget) {
            writeSet.addShared(tableHash ^ CASCADE);
        }
        if (cascades) {
            for (long goal : cascadeTargets) {
                writeSet.addExclusive(goal);
            }
        }
    }

    /** Returns whether a change may change rows of other tables on the target that the binlog does not contain. */
    boolean cascades(RowOperation operation, byte[] bytes, int[] before, int[] after) {
        return switch (operation) {
            case INSERT -> false;
            case DELETE -> cascadeTargets.length > 0;
            case UPDATE -> differ(bytes, before, after);
        };
    }

    private boolean differ(byte[] bytes, int[] before, int[] after) {
        for (int column : referencedColumns) {
            if (!Arrays.equals(bytes, before[column], before[column + 1], bytes, after[column], after[column + 1])) {
                return true;
            }
        }
        return false;
    }

    private static Reference reference(
            EnforcedForeignKey key, TableDefinition child, TableDefinition parent, KeyEquality equality) {
        if (!isHashedAlike(key, child, parent, equality)) {
            return new Reference(hash(key.parent()) ^ PARENT, new int[0]);
        }
        List<IndexDefinition> unique = parent.uniqueIndexes().stream()
                .filter(IndexDefinition::isOnWholeColumns)
                .toList();
        for (int number = 0; number < unique.size(); number++) {
            int[] parentColumns = columns(unique.get(number));
            if (isOn(unique.get(number), key)) {
                List<Integer> childColumns = new ArrayList<>();
                for (int column : parentColumns) {
                    childColumns.add(key.childColumns().get(key.parentColumns().indexOf(column)));
                }
                return new Reference(
                        seed(hash(key.parent()), number),
                        childColumns.stream().mapToInt(Integer::intValue).toArray());
            }
        }
        throw new IllegalStateException("no unique index for " + key);
    }

    /** Returns whether the child's values have the same hashes as those of the parent's unique key. */
    private static boolean isHashedAlike(
            EnforcedForeignKey key, TableDefinition child, TableDefinition parent, KeyEquality equality) {
        for (int i = 0; i < key.childColumns().size(); i++) {
            int childColumn = key.childColumns().get(i);
            int parentColumn = key.parentColumns().get(i);
            ColumnDefinition one = child.columns().get(childColumn);
            ColumnDefinition other = parent.columns().get(parentColumn);
            boolean same = one.type() == other.type()
                    && one.length() == other.length()
                    && one.precision() == other.precision()
                    && one.scale() == other.scale();
            boolean equalAlike =
                    !one.type().isText() || equality.of(child, childColumn) == equality.of(parent, parentColumn);
            if (!same || !equalAlike) {
                return false;
            }
        }
        return parent.uniqueIndexes().stream().anyMatch(index -> index.isOnWholeColumns() && isOn(index, key));
    }

    private static boolean isOn(IndexDefinition index, EnforcedForeignKey key) {
        int[] columns = columns(index);
        return columns.length == key.parentColumns().size()
                && Arrays.stream(columns).allMatch(key.parentColumns()::contains);
    }
}
