package io.gaussferry.cutover.compare;

import io.gaussferry.model.TableId;
import io.gaussferry.model.TablePattern;
import io.gaussferry.mysql.catalog.TableSizes;
import io.gaussferry.schema.ForeignKeyDefinition;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.verify.RowSelection;
import io.gaussferry.verify.changed.ChangedKeys;
import io.gaussferry.verify.read.ComparedTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What is compared of each table while writers wait: all its rows; only those that were changed since they were found equal; or none,
 * because none was. Where only some rows are compared, or none, all are counted.
 *
 * @param whole tables of which every row is compared
 * @param changed tables of which some rows are compared, and which they are
 * @param unchanged tables of which nothing is compared
 */
public record ComparisonScope(
        List<TableDefinition> whole, Map<TableDefinition, ChangedKeys> changed, List<TableDefinition> unchanged)
        implements RowSelection {

    /** To look a row up costs about as much as to read so many in their order. */
    public static final long LOOKUP_COST = 5;

    /** Everything. */
    public static ComparisonScope everything(List<TableDefinition> tables) {
        return new ComparisonScope(tables, Map.of(), List.of());
    }

    /** Nothing. */
    public static ComparisonScope nothing(List<TableDefinition> tables) {
        return new ComparisonScope(List.of(), Map.of(), tables);
    }

    /**
     * What has changed.
     *
     * @param known what is known of the tables that were found equal
     * @param copied tables that were copied beside the replay
     */
    public static ComparisonScope changed(
            List<TableDefinition> tables, TableSizes sizes, Map<TableId, ChangedKeys> known, Set<TableId> copied) {
        List<TableDefinition> whole = new ArrayList<>();
        Map<TableDefinition, ChangedKeys> changed = new HashMap<>();
        List<TableDefinition> unchanged = new ArrayList<>();
        Map<TableId, Long> sharing =
                tables.stream().collect(Collectors.groupingBy(TableDefinition::targetId, Collectors.counting()));
        for (TableDefinition table : tables) {
            ChangedKeys keys = known.get(table.id());
            // several that become one are known by the one's name, which may be that of one of them
            boolean isAlone = sharing.getOrDefault(table.targetId(), 0L) == 1;
            if (keys == null || !isAlone || !keys.fit(table) || isChangedUnseen(table, copied)) {
                whole.add(table);
            } else if (keys.size() == 0) {
                unchanged.add(table);
            } else if (LOOKUP_COST * keys.size() > sizes.rows(table.id())) {
                whole.add(table);
            } else {
                changed.put(table, keys);
            }
        }
        return new ComparisonScope(whole, changed, unchanged);
    }

    /** What an action of a key changes, or a copy, no commit of the replay names. */
    private static boolean isChangedUnseen(TableDefinition table, Set<TableId> copied) {
        return copied.contains(table.id())
                || table.extras().foreignKeys().stream().anyMatch(ForeignKeyDefinition::cascades);
    }

    /** Returns the tables whose rows are to be counted: of the others the comparison counts them. */
    public List<TableDefinition> counted() {
        List<TableDefinition> tables = new ArrayList<>(unchanged);
        tables.addAll(changed.keySet());
        return tables;
    }

    boolean isEmpty() {
        return whole.isEmpty() && changed.isEmpty();
    }

    /** Returns the tables of which rows are compared; none for all there are. */
    List<TablePattern> patterns() {
        if (changed.isEmpty() && unchanged.isEmpty()) {
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
