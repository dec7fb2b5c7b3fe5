package io.gaussferry.snapshot.chunk;

import io.gaussferry.model.TableId;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.snapshot.range.KeyOrder;
import java.util.Optional;
import java.util.Set;

/**
 * How one table is copied. Pure: asks no server.
 *
 * @param table the table
 * @param order along which it is cut; without columns it is one range
 * @param exact why its rows must be read at an exactly known position, and so all in one view; empty if they need not
 * @param lastViewOnly whether a later view makes its rows from earlier ones worthless
 */
public record CopyPlan(TableDefinition table, KeyOrder order, Optional<String> exact, boolean lastViewOnly) {

    /**
     * Decides.
     *
     * @param created whether the target's table has no constraints but its key, as one that the copy created
     * @param cascading the tables bound by foreign keys whose actions change rows that the source's binlog does not have
     * @param merged the tables that become one with others: a row that moved from one to another may be in both, or the change
     *     that took it away could take away the one that came, unless all are copied at one exact position
     */
    public static CopyPlan of(TableDefinition table, boolean created, Set<TableId> cascading, Set<TableId> merged) {
        boolean cascades = cascading.contains(table.id());
        boolean isMerged = merged.contains(table.id());
        String exact = null;
        if (table.rowKey().isEmpty()) {
            exact = "table " + table.id() + " has no key";
        } else if (cascades) {
            exact = "foreign keys change rows of table " + table.id() + " that the binlog does not have";
        } else if (isMerged) {
            exact = "table " + table.id() + " and others become one";
        } else if (!created) {
            exact = "table " + table.id() + " was on the target, perhaps with constraints";
        }
        return new CopyPlan(table, order(table), Optional.ofNullable(exact), cascades || isMerged);
    }

    /**
     * Returns along what a table is cut: whole numbers and bytes, where replay finds the range of a row by its key; if it begins
     * with neither, whatever the source puts in an order.
     */
    public static KeyOrder order(TableDefinition table) {
        KeyOrder byValues = KeyOrder.ofValues(table);
        return byValues.columns().isEmpty() ? KeyOrder.ofSource(table) : byValues;
    }
}
