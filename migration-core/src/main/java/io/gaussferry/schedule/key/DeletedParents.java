package io.gaussferry.schedule.key;

import io.gaussferry.change.CascadeEffect;
import io.gaussferry.change.RowChange;
import io.gaussferry.change.RowImage;
import io.gaussferry.convert.RowFormat;
import io.gaussferry.model.RowOperation;
import io.gaussferry.schema.DeleteActions;
import io.gaussferry.schema.DeleteActions.Key;
import io.gaussferry.schema.TableDefinition;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Tracks the parent rows that a transaction has deleted so far, by the foreign keys whose actions this triggered. A later deletion of a
 * child row in the same transaction may name a row that such a key has removed or changed. The result only permits that a row is missing.
 * Not thread-safe.
 */
final class DeletedParents {

    /** About 6 MB of hashes. Beyond this number every child row of the key counts as one whose parent was deleted. */
    private static final int MAXIMUM_ROWS = 100_000;

    private static final long KEY = 0x5851F42D4C957F2DL;

    /** The keys of one table, as parent and as child. */
    static final class Table {
        private final List<Key> asParent;
        private final List<Key> asChild;
        private final BitSet below;
        private final boolean hasRowKey;

        Table(DeleteActions actions, TableDefinition definition) {
            this.asParent = actions.ofParent(definition.id());
            this.asChild = actions.ofChild(definition.id());
            this.below = actions.indirectKeys(definition.id());
            this.hasRowKey = definition.rowKey().isPresent();
        }

        /** Returns whether changes of the table must be tracked. */
        boolean matters() {
            return !asParent.isEmpty() || !asChild.isEmpty();
        }
    }

    private final Set<Long> rows = new HashSet<>();
    /** Numbers of the keys for which any child row may have lost its parent. */
    private final BitSet ofAnyRow = new BitSet();

    /** Discards everything before the next transaction. */
    void clear() {
        if (!rows.isEmpty()) {
            rows.clear();
        }
        ofAnyRow.clear();
    }

    /**
     * Adds the next change of the transaction.
     *
     * @param before offsets of the before image's values, if there is one
     * @param after offsets of the after image's values, if there is one
     * @param unchecked whether the source did not check foreign keys
     * @return the possible effect of keys on the row that the change deletes; empty if there is none
     */
    Optional<CascadeEffect> add(Table table, RowChange change, int[] before, int[] after, boolean unchecked) {
        Optional<CascadeEffect> effect = Optional.empty();
        if (change.operation() == RowOperation.DELETE && !unchecked) {
            effect = effect(table, change, before);
            deleted(table, change.bytes(), before);
        }
        if (change.operation().hasAfter() && !rows.isEmpty()) {
            for (Key key : table.asParent) {
                rows.remove(hash(key, key.parentColumns(), change.bytes(), after));
            }
        }
        return effect;
    }

    private void deleted(Table table, byte[] bytes, int[] offsets) {
        ofAnyRow.or(table.below);
        for (Key key : table.asParent) {
            long hash = hash(key, key.parentColumns(), bytes, offsets);
            if (hash == 0) {
                continue;
            }
            if (key.exact() && rows.size() < MAXIMUM_ROWS) {
                rows.add(hash);
            } else {
                ofAnyRow.set(key.number());
            }
        }
    }

    private Optional<CascadeEffect> effect(Table table, RowChange change, int[] offsets) {
        boolean mayBeGone = false;
        BitSet nulls = new BitSet();
        for (Key key : table.asChild) {
            long hash = hash(key, key.childColumns(), change.bytes(), offsets);
            boolean isKnown = rows.contains(hash);
            if (key.removes()) {
                mayBeGone |= hash != 0 && (isKnown || ofAnyRow.get(key.number()));
            } else if (isKnown && !table.hasRowKey) {
                key.childColumns().forEach(nulls::set);
            }
        }
        RowImage changed = nulls.isEmpty() ? null : withNulls(change, offsets, nulls);
        return mayBeGone || changed != null ? Optional.of(new CascadeEffect(mayBeGone, changed)) : Optional.empty();
    }

    /** Returns the hash of a key's values; 0 if one of them is NULL. */
    private static long hash(Key key, List<Integer> columns, byte[] bytes, int[] offsets) {
        long hash = Hashing.combine(KEY, key.number());
        for (int column : columns) {
            int from = offsets[column];
            int to = offsets[column + 1];
            if (from == to) {
                return 0;
            }
            hash = Hashing.ofBytes(hash, bytes, from, to);
        }
        return hash == 0 ? 1 : hash;
    }

    /** Returns the before image with NULL in some columns: a bitmap, then the values that are not NULL. */
    private static RowImage withNulls(RowChange change, int[] offsets, BitSet nulls) {
        RowFormat format = change.format();
        int columns = format.columnCount();
        int bitmap = offsets[0] - change.before();
        byte[] bytes = new byte[offsets[columns] - change.before()];
        System.arraycopy(change.bytes(), change.before(), bytes, 0, bitmap);
        int end = bitmap;
        for (int column = 0; column < columns; column++) {
            if (nulls.get(column)) {
                bytes[column >> 3] |= (byte) (1 << (column & 7));
                continue;
            }
            int length = offsets[column + 1] - offsets[column];
            System.arraycopy(change.bytes(), offsets[column], bytes, end, length);
            end += length;
        }
        return RowImage.before(new RowChange(
                change.transaction(),
                format,
                RowOperation.DELETE,
                Arrays.copyOf(bytes, end),
                0,
                RowChange.NONE,
                end,
                0,
                0));
    }
}
