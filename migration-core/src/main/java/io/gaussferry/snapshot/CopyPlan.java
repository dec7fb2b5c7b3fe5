package io.gaussferry.snapshot;

import io.gaussferry.convert.RuleBook;
import io.gaussferry.model.TableId;
import io.gaussferry.range.KeyComparator;
import io.gaussferry.range.KeyOrder;
import io.gaussferry.range.KeyRange;
import io.gaussferry.schema.TableDefinition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How one table is copied, and what of it is missing. Pure: asks no server.
 *
 * @param table the table
 * @param order along which it is cut; without columns it is one piece
 * @param divisible whether its ranges may be of several views: whether the range of a row is known from its key alone
 * @param exact why its rows must be read at an exactly known position; empty if they need not
 * @param lastViewOnly whether a later view makes its rows from earlier ones worthless
 */
record CopyPlan(
        TableDefinition table, KeyOrder order, boolean divisible, Optional<String> exact, boolean lastViewOnly) {

    /**
     * Decides.
     *
     * @param created whether the target's table has no constraints but its key, as one that the copy created
     * @param cascading the tables bound by foreign keys whose actions change rows that the source's binlog does not have
     * @param merged the tables that become one with others: a row that moved from one to another may be in both, or the change
     *     that took it away could take away the one that came, unless all are copied at one exact position
     */
    static CopyPlan of(
            TableDefinition table, RuleBook rules, boolean created, Set<TableId> cascading, Set<TableId> merged) {
        KeyOrder byValues = KeyOrder.ofValues(table);
        boolean cascades = cascading.contains(table.id());
        boolean isMerged = merged.contains(table.id());
        boolean divisible =
                created && !cascades && !isMerged && !byValues.columns().isEmpty();
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
        return new CopyPlan(
                table,
                divisible ? byValues : KeyOrder.ofSource(table, rules),
                divisible,
                Optional.ofNullable(exact),
                cascades || isMerged);
    }

    /**
     * Returns the parts of the table that are missing. Ranges never overlap, but those in between may be missing, because several
     * are copied at a time. Empty if the table is whole; the whole table also if what is there cannot be used.
     *
     * @param done the ranges whose rows are there
     */
    List<KeyRange> missing(List<KeyRange> done) {
        Map<List<String>, KeyRange> byLowerBound = new HashMap<>();
        done.forEach(range -> byLowerBound.put(range.after(), range));
        List<KeyRange> missing = new ArrayList<>();
        List<String> at = List.of();
        while (true) {
            KeyRange range = byLowerBound.remove(at);
            if (range == null) {
                if (!divisible) {
                    return List.of(KeyRange.WHOLE);
                }
                List<String> next = lowest(byLowerBound.keySet());
                missing.add(new KeyRange(at, next));
                range = byLowerBound.remove(next);
            }
            if (range == null || range.upTo().isEmpty()) {
                return missing;
            }
            at = range.upTo();
        }
    }

    private List<String> lowest(Set<List<String>> bounds) {
        return bounds.stream().min(new KeyComparator(order)).orElse(List.of());
    }
}
