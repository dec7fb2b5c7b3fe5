package io.gaussferry.schema;

import io.gaussferry.model.TableId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The source's foreign keys between replicated tables whose {@code ON DELETE} action deletes or changes child rows. Immutable.
 */
public final class DeleteActions {

    /** No such keys. */
    public static final DeleteActions NONE = of(List.of());

    /**
     * A key.
     *
     * @param number its number, from 0, in no particular order
     * @param child the referencing table, by its name at the source
     * @param childColumns the numbers of its columns, from 0
     * @param parent the referenced table, by its name at the source
     * @param parentColumns the numbers of its columns, in the same order
     * @param removes whether it deletes child rows; otherwise it sets their columns to NULL
     * @param exact whether equal values have equal bytes in both tables
     */
    public record Key(
            int number,
            TableId child,
            List<Integer> childColumns,
            TableId parent,
            List<Integer> parentColumns,
            boolean removes,
            boolean exact) {

        public Key {
            childColumns = List.copyOf(childColumns);
            parentColumns = List.copyOf(parentColumns);
        }
    }

    private final List<Key> keys;

    private DeleteActions(List<Key> keys) {
        this.keys = List.copyOf(keys);
    }

    /** Finds the keys between the given tables. */
    public static DeleteActions of(Collection<TableDefinition> definitions) {
        Map<TableId, TableDefinition> byId = new HashMap<>();
        definitions.forEach(table -> byId.put(table.id(), table));
        List<Key> keys = new ArrayList<>();
        for (TableDefinition child : definitions) {
            for (ForeignKeyDefinition key : child.extras().foreignKeys()) {
                TableDefinition parent = byId.get(key.referenced());
                if (parent != null && ForeignKeyDefinition.changesChild(key.onDelete())) {
                    addKey(child, parent, key, keys);
                }
            }
        }
        return new DeleteActions(keys);
    }

    private static void addKey(
            TableDefinition child, TableDefinition parent, ForeignKeyDefinition definition, List<Key> keys) {
        List<Integer> childColumns = EnforcedForeignKey.numbers(child, definition.columns());
        List<Integer> parentColumns = EnforcedForeignKey.numbers(parent, definition.referencedColumns());
        if (childColumns.contains(-1) || parentColumns.contains(-1)) {
            return;
        }
        boolean exact = IntStream.range(0, childColumns.size())
                .allMatch(part -> isSameType(
                        child.columns().get(childColumns.get(part)),
                        parent.columns().get(parentColumns.get(part))));
        keys.add(new Key(
                keys.size(),
                child.id(),
                childColumns,
                parent.id(),
                parentColumns,
                definition.onDelete().equals("CASCADE"),
                exact));
    }

    /** Strings that the source's collation treats as equal may differ in bytes. */
    private static boolean isSameType(ColumnDefinition one, ColumnDefinition other) {
        return one.characterSet() == null
                && one.type() == other.type()
                && one.length() == other.length()
                && one.precision() == other.precision()
                && one.scale() == other.scale();
    }

    /** Returns the keys that refer to the table. */
    public List<Key> ofParent(TableId table) {
        return keys.stream().filter(key -> key.parent().equals(table)).toList();
    }

    /** Returns the table's own keys. */
    public List<Key> ofChild(TableId table) {
        return keys.stream().filter(key -> key.child().equals(table)).toList();
    }

    /**
     * Returns the numbers of the keys that a deletion in the table triggers indirectly, through the rows that other keys delete.
     */
    public BitSet indirectKeys(TableId table) {
        BitSet below = new BitSet();
        Set<TableId> seen = new HashSet<>();
        Deque<Key> removing = new ArrayDeque<>(ofParent(table));
        while (!removing.isEmpty()) {
            Key key = removing.remove();
            if (key.removes() && seen.add(key.child())) {
                List<Key> next = ofParent(key.child());
                next.forEach(other -> below.set(other.number()));
                removing.addAll(next);
            }
        }
        return below;
    }
}
