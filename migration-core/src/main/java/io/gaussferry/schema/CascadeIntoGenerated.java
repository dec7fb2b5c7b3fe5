package io.gaussferry.schema;

import io.gaussferry.model.TableId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A foreign key whose action changes the columns that a generated column of the same table is computed from. MySQL up to 9.5 computes the
 * column again without a row event. The target repeats the action by a key of its own, and its column is an ordinary one that keeps its
 * value. A chain of such keys is found table by table: each of its links has an action of its own.
 *
 * @param table the table with the key and the column
 * @param column the generated column
 * @param key the key
 */
public record CascadeIntoGenerated(TableId table, String column, ForeignKeyDefinition key) {

    /** Returns those of a table. */
    public static List<CascadeIntoGenerated> of(TableDefinition table) {
        return of(table.id(), table.extras().foreignKeys(), GeneratedColumns.of(table));
    }

    /** Returns those of a table that is given by its keys and its generated columns alone. */
    public static List<CascadeIntoGenerated> of(
            TableId table, List<ForeignKeyDefinition> keys, GeneratedColumns generated) {
        List<CascadeIntoGenerated> found = new ArrayList<>();
        for (ForeignKeyDefinition key : keys) {
            if (changesColumns(key)) {
                generated
                        .computedFrom(key.columns())
                        .forEach(column -> found.add(new CascadeIntoGenerated(table, column, key)));
            }
        }
        return List.copyOf(found);
    }

    /** ON DELETE CASCADE deletes the row, and computes nothing. */
    private static boolean changesColumns(ForeignKeyDefinition key) {
        return ForeignKeyDefinition.changesChild(key.onUpdate())
                || key.onDelete().toUpperCase(Locale.ROOT).startsWith("SET ");
    }

    /** Returns it as a sentence that names the column and the key. */
    public String problem() {
        return "Column " + table + "." + column + " is computed from a column that foreign key " + key.name()
                + " changes (ON UPDATE " + key.onUpdate() + ", ON DELETE " + key.onDelete() + ").";
    }
}
