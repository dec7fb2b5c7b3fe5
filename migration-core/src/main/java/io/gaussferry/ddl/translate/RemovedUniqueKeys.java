package io.gaussferry.ddl.translate;

import io.gaussferry.ddl.evolve.Evolution;
import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.definition.ForeignKeyPlan.Key;
import io.gaussferry.schema.IndexDefinition;
import io.gaussferry.schema.TableDefinition;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The unique keys that a statement removes, although the table may get others on the same columns. On the target a
 * foreign key depends on one unique key, which cannot be dropped before it; in MySQL it depends on columns.
 */
final class RemovedUniqueKeys {

    private final Map<TableId, Set<Set<String>>> columnsByTable = new HashMap<>();

    /** @param evolutions the statement's changes of tables */
    RemovedUniqueKeys(List<Evolution> evolutions) {
        for (Evolution evolution : evolutions) {
            if (evolution.before() != null && evolution.after() != null) {
                columnsByTable.put(evolution.after().id(), lost(evolution, evolution.before(), evolution.after()));
            }
        }
    }

    /** Returns whether a foreign key may depend on a removed key. */
    boolean contains(Key key) {
        return columnsByTable
                .getOrDefault(key.parent().id(), Set.of())
                .contains(lowerCase(key.definition().referencedColumns()));
    }

    /** Returns the columns of each removed key, by their new names. */
    private static Set<Set<String>> lost(Evolution evolution, TableDefinition before, TableDefinition after) {
        Map<String, String> names = new HashMap<>();
        evolution.columnOrigins().forEach((now, then) -> names.put(then, now));
        Map<String, List<String>> kept = new HashMap<>();
        for (IndexDefinition index : after.uniqueIndexes()) {
            String origin = evolution.indexOrigins().get(index.name());
            if (origin != null && index.isOnWholeColumns()) {
                kept.put(origin, columns(after, index));
            }
        }
        Set<Set<String>> lost = new HashSet<>();
        for (IndexDefinition index : before.uniqueIndexes()) {
            if (index.isOnWholeColumns()) {
                List<String> columns = columns(before, index).stream()
                        .map(column -> names.getOrDefault(column, column))
                        .toList();
                if (!columns.equals(kept.get(index.name()))) {
                    lost.add(lowerCase(columns));
                }
            }
        }
        return lost;
    }

    private static List<String> columns(TableDefinition table, IndexDefinition index) {
        return index.parts().stream()
                .map(part -> table.columns().get(part.column()).name())
                .toList();
    }

    private static Set<String> lowerCase(List<String> columns) {
        return columns.stream().map(column -> column.toLowerCase(Locale.ROOT)).collect(Collectors.toSet());
    }
}
