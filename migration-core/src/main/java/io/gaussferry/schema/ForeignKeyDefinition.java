package io.gaussferry.schema;

import io.gaussferry.model.TableId;
import java.util.List;

/**
 * A foreign key of a source table.
 *
 * @param name its name, unique in its database
 * @param columns the referencing columns in order
 * @param referenced the table that they refer to
 * @param referencedColumns that table's columns, in the same order
 * @param onUpdate what an update of the parent does: {@code NO ACTION}, {@code RESTRICT}, {@code CASCADE}, {@code SET NULL}
 * @param onDelete what its deletion does
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

    /** Returns the same key to a table of another name. */
    public ForeignKeyDefinition referring(TableId table) {
        return new ForeignKeyDefinition(name, columns, table, referencedColumns, onUpdate, onDelete);
    }

    /** Returns its actions that change rows of the child, such as {@code ON DELETE CASCADE}; empty if it has none. */
    public String actions() {
        String delete = changesChild(onDelete) ? "ON DELETE " + onDelete : "";
        String update = changesChild(onUpdate) ? "ON UPDATE " + onUpdate : "";
        return (delete + " " + update).strip();
    }

    /** Returns whether a change of the parent changes the child. */
    public boolean cascades() {
        return changesChild(onUpdate) || changesChild(onDelete);
    }

    /** Returns whether an action changes rows of the child; the others only refuse. */
    public static boolean changesChild(String action) {
        return action.equals("CASCADE") || action.startsWith("SET ");
    }
}
