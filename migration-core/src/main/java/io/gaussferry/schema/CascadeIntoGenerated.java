package io.gaussferry.schema;

import io.gaussferry.model.TableId;
import java.util.ArrayList;
import java.util.List;

/**
 * A foreign key whose action changes columns that a generated column of the same table depends on. MySQL up to 9.5 recomputes the
 * column without a row event. The target repeats the action by its own key, but its column is an ordinary one and keeps its
 * value. Chains of such keys are found table by table, because each key in the chain has its own action.
 *
 * @param table the table with the key and the column
 * @param column the generated column
 * @param key the key
 */
public record CascadeIntoGenerated(TableId table, String column, ForeignKeyDefinition key) {

    /** Returns the cascades into generated columns of a table. */
    public static List<CascadeIntoGenerated> of(TableDefinition table) {
        return of(table.id(), table.extras().foreignKeys(), GeneratedColumns.of(table));
    }

    /** Returns the cascades of a table, given by its keys and its generated columns only. */
    public static List<CascadeIntoGenerated> of(
            TableId table, List<ForeignKeyDefinition> keys, GeneratedColumns generated) {
        List<CascadeIntoGenerated> found = new ArrayList<>();
        for (ForeignKeyDefinition key : keys) {
            if (key.updatesChild()) {
                generated
                        .computedFrom(key.columns())
                        .forEach(column -> found.add(new CascadeIntoGenerated(table, column, key)));
            }
        }
        return List.copyOf(found);
    }

    /** Returns a sentence that names the column and the key. */
    public String problem() {
        return "Column " + table + "." + column + " is computed from a column that foreign key " + key.name()
                + " changes (ON UPDATE " + key.onUpdate() + ", ON DELETE " + key.onDelete() + ").";
    }
}
