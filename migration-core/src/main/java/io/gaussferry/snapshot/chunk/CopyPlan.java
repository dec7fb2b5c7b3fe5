package io.gaussferry.snapshot.chunk;

import io.gaussferry.model.TableId;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.snapshot.range.KeyOrder;
import java.util.Optional;
import java.util.Set;

/**
 * Copy plan of a table. Does not access a server.
 *
 * @param table the table
 * @param order the order in which it is split; without columns it is a single range
 * @param exact the reason why its rows must be read at an exactly known position, and therefore in one view; empty if they need not
 * @param lastViewOnly whether a later view makes rows of earlier views unusable
 */
public record CopyPlan(TableDefinition table, KeyOrder order, Optional<String> exact, boolean lastViewOnly) {

    /**
     * Creates the plan of a table.
     *
     * @param created whether the target's table has no constraints except its key, like a table that the copy created
     * @param cascading tables bound by foreign keys whose actions change rows that the source's binlog does not contain
     * @param merged tables that are merged with others. A row that moved between them may be in both, or the deletion of the moved row
     *     could remove the inserted one, unless all are copied at one exact position
     */
    public static CopyPlan of(TableDefinition table, boolean created, Set<TableId> cascading, Set<TableId> merged) {
        boolean cascades = cascading.contains(table.id());
        boolean isMerged = merged.contains(table.id());
        String exact = null;
        if (table.rowKey().isEmpty()) {
            exact = "table " + table.id() + " has no key";
        } else if (cascades) {
            exact = "foreign keys change rows of table " + table.id() + " that the binlog does not contain";
        } else if (isMerged) {
            exact = "table " + table.id() + " is merged with others";
        } else if (!created) {
            exact = "table " + table.id() + " existed on the target and may have constraints";
        }
        return new CopyPlan(table, order(table), Optional.ofNullable(exact), cascades || isMerged);
    }

    /**
     * Returns the order in which a table is split: integers and bytes, whose ranges replay finds by a row's key; if the key starts with
     * neither, all columns that the source can sort.
     */
    public static KeyOrder order(TableDefinition table) {
        KeyOrder byValues = KeyOrder.ofValues(table);
        return byValues.columns().isEmpty() ? KeyOrder.ofSource(table) : byValues;
    }
}
