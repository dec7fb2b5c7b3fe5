package io.gaussferry.cutover.compare;

import io.gaussferry.model.TableId;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.verify.changed.ChangedKeys;
import io.gaussferry.verify.read.ComparedTable;
import io.gaussferry.verify.read.SourceReader;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The rows that reverse replication may have changed, as conditions for queries of the source. Immutable.
 *
 * @param scope the rows of each replicated table
 * @param tables the tables with a key, by their names on the source
 */
record WrittenRows(ComparisonScope scope, Map<TableId, ComparedTable> tables) {

    /**
     * Rows of a table that were changed or removed, and the rows that refer to them.
     *
     * @param keys the number of the table's rows
     * @param condition finds these rows, as far as they exist
     * @param references finds the rows that refer to them
     */
    record Removed(int keys, String condition, String references) {}

    /**
     * Appends conditions that find the changed rows of a table.
     *
     * @return false if any row may have changed; a table that is not replicated has no changed rows
     */
    boolean conditions(TableId table, Consumer<String> conditions) {
        if (isWhole(table)) {
            return false;
        }
        ChangedKeys keys = changed(table);
        ComparedTable compared = tables.get(table);
        if (keys == null) {
            return true;
        }
        if (compared == null) {
            return false;
        }
        forEachPart(keys, compared, some -> conditions.accept(condition(compared, some, compared::columnName)));
        return true;
    }

    /**
     * Appends the rows of a table which were changed or removed, in parts.
     *
     * @param columns the referring columns
     * @param referenced the columns of the table, in the same order
     * @return false if any row may refer to such a row
     */
    boolean conditionsOfRemoved(TableId table, List<String> columns, List<String> referenced, Consumer<Removed> parts) {
        if (isWhole(table)) {
            return false;
        }
        ChangedKeys keys = changed(table);
        ComparedTable compared = tables.get(table);
        if (keys == null || !keys.hasReplacedRows()) {
            return true;
        }
        if (compared == null || !isKey(compared, referenced)) {
            return false;
        }
        forEachPart(
                keys,
                compared,
                some -> parts.accept(new Removed(
                        some.size(),
                        condition(compared, some, compared::columnName),
                        condition(
                                compared,
                                some,
                                column -> columns.get(referenced.indexOf(compared.columnName(column)))))));
        return true;
    }

    private static boolean isKey(ComparedTable table, List<String> columns) {
        List<String> names = new ArrayList<>();
        for (int column : table.key()) {
            names.add(table.columnName(column));
        }
        return names.size() == columns.size() && columns.containsAll(names);
    }

    private boolean isWhole(TableId table) {
        return scope.whole().stream().anyMatch(whole -> whole.id().equals(table));
    }

    private @Nullable ChangedKeys changed(TableId table) {
        return scope.changed().entrySet().stream()
                .filter(entry -> entry.getKey().id().equals(table))
                .map(Map.Entry<TableDefinition, ChangedKeys>::getValue)
                .findFirst()
                .orElse(null);
    }

    private static void forEachPart(ChangedKeys keys, ComparedTable table, Consumer<List<List<String>>> part) {
        for (Iterator<List<String>> left = keys.in(table); left.hasNext(); ) {
            List<List<String>> some = new ArrayList<>();
            while (some.size() < SourceReader.KEYS_PER_QUERY && left.hasNext()) {
                some.add(left.next());
            }
            part.accept(some);
        }
    }

    private static String condition(ComparedTable table, List<List<String>> keys, IntFunction<String> name) {
        return " AND " + table.sourceCondition(keys, name);
    }
}
