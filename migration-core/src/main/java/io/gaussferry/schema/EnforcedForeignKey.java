package io.gaussferry.schema;

import io.gaussferry.model.TableId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * A foreign key that the target enforces between two replicated tables.
 *
 * @param child the referencing table, by its name on the target
 * @param childColumns the numbers of its columns, from 0
 * @param parent the referenced table, by its name on the target
 * @param parentColumns the numbers of its columns, in the same order
 * @param onUpdate the action on the child when the parent is updated: {@code NO ACTION}, {@code CASCADE}, {@code SET NULL}, …
 * @param onDelete the action on the child when the parent is deleted
 */
public record EnforcedForeignKey(
        TableId child,
        List<Integer> childColumns,
        TableId parent,
        List<Integer> parentColumns,
        String onUpdate,
        String onDelete) {

    public EnforcedForeignKey {
        childColumns = List.copyOf(childColumns);
        parentColumns = List.copyOf(parentColumns);
        if (childColumns.isEmpty() || childColumns.size() != parentColumns.size()) {
            throw new IllegalArgumentException("a foreign key of " + child + " refers from " + childColumns.size()
                    + " columns to " + parentColumns.size());
        }
    }

    /** Returns whether a change of the parent changes the child. */
    public boolean cascades() {
        return ForeignKeyDefinition.changesChild(onUpdate) || ForeignKeyDefinition.changesChild(onDelete);
    }

    /** Returns whether a change of the parent's key changes the child. */
    public boolean changesChildOnUpdate() {
        return ForeignKeyDefinition.changesChild(onUpdate);
    }

    /** Returns whether it has the same effect on the same rows as a foreign key of the source. */
    public boolean actsLike(TableDefinition otherChild, TableDefinition otherParent, ForeignKeyDefinition key) {
        return child.equals(otherChild.targetId())
                && parent.equals(otherParent.targetId())
                && pairs(childColumns, parentColumns)
                        .equals(pairs(
                                numbers(otherChild, key.columns()), numbers(otherParent, key.referencedColumns())))
                && isSame(onUpdate, key.onUpdate())
                && isSame(onDelete, key.onDelete());
    }

    private static boolean isSame(String action, String other) {
        return action.equals(other)
                || (!ForeignKeyDefinition.changesChild(action) && !ForeignKeyDefinition.changesChild(other));
    }

    private static Map<Integer, Integer> pairs(List<Integer> columns, List<Integer> others) {
        Map<Integer, Integer> pairs = new HashMap<>();
        for (int i = 0; i < columns.size(); i++) {
            pairs.put(columns.get(i), others.get(i));
        }
        return pairs;
    }

    /** Returns the numbers of columns, from 0; -1 for a column that the table does not have. */
    static List<Integer> numbers(TableDefinition table, List<String> names) {
        List<String> columns =
                table.columns().stream().map(ColumnDefinition::name).toList();
        return names.stream()
                .map(name -> IntStream.range(0, columns.size())
                        .filter(number -> columns.get(number).equalsIgnoreCase(name))
                        .findFirst()
                        .orElse(-1))
                .toList();
    }
}
