package io.gaussferry.opengauss.definition;

import io.gaussferry.model.TableId;
import io.gaussferry.schema.ForeignKeyDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;

/**
 * A foreign key of the source or the target.
 *
 * @param name its name
 * @param child the referring table
 * @param columns its columns, in the key's order
 * @param parent the referenced table
 * @param parentColumns the referenced columns, in the same order
 * @param onDelete {@code CASCADE}, {@code SET NULL}, {@code SET DEFAULT}, {@code RESTRICT} or {@code NO ACTION}
 * @param onUpdate likewise
 */
public record ForeignKey(
        String name,
        TableId child,
        List<String> columns,
        TableId parent,
        List<String> parentColumns,
        String onDelete,
        String onUpdate) {

    public ForeignKey {
        columns = columns.stream().map(ForeignKey::folded).toList();
        parentColumns = parentColumns.stream().map(ForeignKey::folded).toList();
    }

    /** Returns a column's name in lower case, because MySQL ignores the case of column names. */
    private static String folded(String column) {
        return column.toLowerCase(Locale.ROOT);
    }

    /** Returns whether a change of the parent changes the child. */
    public boolean cascades() {
        return ForeignKeyDefinition.changesChild(onDelete) || ForeignKeyDefinition.changesChild(onUpdate);
    }

    /** Returns a key of the source, with the source's table names. */
    public static ForeignKey of(TableId child, ForeignKeyDefinition key) {
        return of(child, key.referenced(), key);
    }

    /** Returns a key as created on the target. */
    public static ForeignKey onTarget(ForeignKeyPlan.Key key) {
        return of(key.child().targetId(), key.parent().targetId(), key.definition());
    }

    /** Returns the same key with renamed tables. */
    public ForeignKey renamed(UnaryOperator<TableId> names) {
        return new ForeignKey(
                name, names.apply(child), columns, names.apply(parent), parentColumns, onDelete, onUpdate);
    }

    private static ForeignKey of(TableId child, TableId parent, ForeignKeyDefinition key) {
        return new ForeignKey(
                key.name(), child, key.columns(), parent, key.referencedColumns(), key.onDelete(), key.onUpdate());
    }

    /** Returns whether another key has the same effect on the same rows. */
    public boolean actsLike(ForeignKey other) {
        return child.equals(other.child)
                && parent.equals(other.parent)
                && columns.equals(other.columns)
                && parentColumns.equals(other.parentColumns)
                && sameAction(onDelete, other.onDelete)
                && sameAction(onUpdate, other.onUpdate);
    }

    private static boolean sameAction(String action, String other) {
        return action.equals(other)
                || (!ForeignKeyDefinition.changesChild(action) && !ForeignKeyDefinition.changesChild(other));
    }

    /** Returns the actions that change rows, for example {@code ON DELETE CASCADE}. */
    public String actions() {
        String delete = ForeignKeyDefinition.changesChild(onDelete) ? "ON DELETE " + onDelete : "";
        String update = ForeignKeyDefinition.changesChild(onUpdate) ? "ON UPDATE " + onUpdate : "";
        return (delete + " " + update).strip();
    }

    /** Returns this key with another part's columns appended: catalogs list the columns one by one. */
    public ForeignKey withColumnsOf(ForeignKey next) {
        List<String> allColumns = new ArrayList<>(columns);
        allColumns.addAll(next.columns);
        List<String> allParentColumns = new ArrayList<>(parentColumns);
        allParentColumns.addAll(next.parentColumns);
        return new ForeignKey(name, child, allColumns, parent, allParentColumns, onDelete, onUpdate);
    }
}
