package io.gaussferry.cutover.compare;

import io.gaussferry.model.TableId;
import io.gaussferry.model.TablePattern;
import io.gaussferry.mysql.catalog.TableSizes;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.verify.RowSelection;
import io.gaussferry.verify.changed.ChangedKeys;
import io.gaussferry.verify.read.ComparedTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The extent of the comparison of each table while writers are refused: all rows, only the rows changed since the table was found equal, or
 * none if no row was changed. Tables that are not compared as a whole are counted.
 *
 * @param whole tables to compare as a whole
 * @param changed tables to compare by key, with their changed keys
 * @param unchanged tables without rows to compare
 */
public record ComparisonScope(
        List<TableDefinition> whole, Map<TableDefinition, ChangedKeys> changed, List<TableDefinition> unchanged)
        implements RowSelection {

    /** The cost of a lookup by key, in rows read in order. */
    public static final long LOOKUP_COST = 5;

    /**
     * So many rows are always compared by key: over open connections this is as fast as reading a small table, and the
     * search for rows that foreign keys forbid then concerns only these rows.
     */
    public static final long FEW_KEYS = 10_000;

    /** Returns a scope of all rows. */
    public static ComparisonScope everything(List<TableDefinition> tables) {
        return new ComparisonScope(tables, Map.of(), List.of());
    }

    /** Returns a scope without rows; all tables are counted. */
    public static ComparisonScope nothing(List<TableDefinition> tables) {
        return new ComparisonScope(List.of(), Map.of(), tables);
    }

    /**
     * Returns a scope of the rows that may have changed on a target that follows.
     *
     * @param known the changed rows of the tables that were found equal
     * @param copied tables that were copied and not compared since
     */
    public static ComparisonScope changed(
            List<TableDefinition> tables, TableSizes sizes, Map<TableId, ChangedKeys> known, Set<TableId> copied) {
        Set<TableId> untracked = new HashSet<>(copied);
        untracked.addAll(UntrackedChanges.byForeignKeys(tables, known));
        return of(tables, sizes, known, untracked);
    }

    /**
     * Returns a scope of the rows that may have changed where the source follows the target: the target's log names every changed row, and
     * reverse replication writes without actions of foreign keys.
     *
     * @param known the changed rows of the tables that were found equal
     */
    public static ComparisonScope changedOnTarget(
            List<TableDefinition> tables, TableSizes sizes, Map<TableId, ChangedKeys> known) {
        return of(tables, sizes, known, Set.of());
    }

    private static ComparisonScope of(
            List<TableDefinition> tables, TableSizes sizes, Map<TableId, ChangedKeys> known, Set<TableId> untracked) {
        List<TableDefinition> whole = new ArrayList<>();
        Map<TableDefinition, ChangedKeys> changed = new HashMap<>();
        List<TableDefinition> unchanged = new ArrayList<>();
        Map<TableId, Long> sharing =
                tables.stream().collect(Collectors.groupingBy(TableDefinition::targetId, Collectors.counting()));
        for (TableDefinition table : tables) {
            ChangedKeys keys = known.get(table.id());
            // merged tables are known by the name of the result, which may be the name of one of them
            boolean isUnmerged = sharing.getOrDefault(table.targetId(), 0L) == 1;
            if (keys == null || !isUnmerged || !keys.fit(table) || untracked.contains(table.id())) {
                whole.add(table);
            } else if (keys.size() == 0) {
                unchanged.add(table);
            } else if (keys.size() > FEW_KEYS && LOOKUP_COST * keys.size() > sizes.rows(table.id())) {
                whole.add(table);
            } else {
                changed.put(table, keys);
            }
        }
        return new ComparisonScope(whole, changed, unchanged);
    }

    /** Returns the tables whose rows have to be counted; the comparison counts those of the others. */
    public List<TableDefinition> counted() {
        List<TableDefinition> tables = new ArrayList<>(unchanged);
        tables.addAll(changed.keySet());
        return tables;
    }

    /** Returns the number of rows to compare by key. */
    long changedRows() {
        return changed.values().stream().mapToLong(ChangedKeys::size).sum();
    }

    boolean isEmpty() {
        return whole.isEmpty() && changed.isEmpty();
    }

    /**
     * Returns the tables with rows to compare; an empty list means all tables.
     *
     * @param isPartial whether the pipeline has other tables
     */
    List<TablePattern> patterns(boolean isPartial) {
        if (!isPartial && changed.isEmpty() && unchanged.isEmpty()) {
            return List.of();
        }
        List<TableDefinition> tables = new ArrayList<>(whole);
        tables.addAll(changed.keySet());
        return tables.stream().map(table -> TablePattern.exactly(table.id())).toList();
    }

    @Override
    public Optional<Iterator<List<String>>> keys(ComparedTable table) {
        if (table.sources().size() > 1) {
            return Optional.empty();
        }
        return changed.entrySet().stream()
                .filter(entry -> entry.getKey().id().equals(table.id()))
                .filter(entry -> entry.getValue().fit(table.definition()))
                .findFirst()
                .map(entry -> entry.getValue().in(table));
    }
}
