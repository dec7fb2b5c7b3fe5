package io.gaussferry.schema;

import io.gaussferry.model.TableId;
import java.util.List;

/**
 * A foreign key of a source table.
 *
 * @param name its name, unique in its database
 * @param columns the referencing columns in order
 * @param referenced the referenced table
 * @param referencedColumns that table's columns, in the same order
 * @param onUpdate the action when the parent is updated: {@code NO ACTION}, {@code RESTRICT}, {@code CASCADE}, {@code SET NULL}
 * @param onDelete the action when the parent is deleted
 */
public record ForeignKeyDefinition(
        String name,
        List<String> columns,
        TableId referenced,
        List<String> referencedColumns,
        String onUpdate,
        String onDelete) {

    public ForeignKeyDefinition {
        columns = List.copyOf(columns);
        referencedColumns = List.copyOf(referencedColumns);
        if (columns.isEmpty() || columns.size() != referencedColumns.size()) {
            throw new IllegalArgumentException("foreign key " + name + " refers from " + columns.size() + " columns to "
                    + referencedColumns.size());
        }
    }

    /** Returns the key with another referenced table. */
    public ForeignKeyDefinition referring(TableId table) {
        return new ForeignKeyDefinition(name, columns, table, referencedColumns, onUpdate, onDelete);
    }

    /** Returns the actions that change rows of the child, such as {@code ON DELETE CASCADE}; empty for none. */
    public String actions() {
        String delete = changesChild(onDelete) ? "ON DELETE " + onDelete : "";
        String update = changesChild(onUpdate) ? "ON UPDATE " + onUpdate : "";
        return (delete + " " + update).strip();
    }

    /** Returns whether a change of the parent changes the child. */
    public boolean cascades() {
        return changesChild(onUpdate) || changesChild(onDelete);
    }

    /** Returns whether a change of the parent deletes child rows. */
    public boolean deletesChild() {
        return onDelete.equals("CASCADE");
    }

    /** Returns whether a change of the parent updates columns of child rows. */
    public boolean updatesChild() {
        return changesChild(onUpdate) || onDelete.startsWith("SET ");
    }

    /** Returns whether an action changes rows of the child; other actions only reject the parent's change. */
    public static boolean changesChild(String action) {
        return action.equals("CASCADE") || action.startsWith("SET ");
    }
}
