package io.gaussferry.objects.prove;

import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.type.ColumnType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Chooses columns, and values of them, with which a trigger may take another branch. */
final class TriggerValues {

    private static final int COMPARED_VALUES = 6;
    private static final int EDGES = 3;
    private static final int MOST_CHANGES = 16;

    private final Map<String, Set<String>> compared;
    private final String body;

    /**
     * @param compared the literals that the trigger compares with columns, by their names in lower case
     * @param body the trigger on the target
     */
    TriggerValues(Map<String, Set<String>> compared, String body) {
        this.compared = compared;
        this.body = body;
    }

    /** Returns changes of a row that may reach other branches: the trigger's literals, and NULL in all columns that may have it. */
    List<Map<ColumnDefinition, @Nullable String>> changes(TableDefinition table, List<ColumnDefinition> keyColumns) {
        List<Map<ColumnDefinition, @Nullable String>> changes = new ArrayList<>();
        List<ColumnDefinition> columns = changeable(table, keyColumns);
        for (ColumnDefinition column : columns) {
            for (String value : changes.size() < MOST_CHANGES ? preferred(column) : List.<String>of()) {
                Map<ColumnDefinition, @Nullable String> change = new HashMap<>();
                change.put(column, value);
                changes.add(change);
            }
        }
        Map<ColumnDefinition, @Nullable String> nulls = new HashMap<>();
        columns.stream()
                .filter(column -> column.nullable() && !keyColumns.contains(column))
                .forEach(column -> nulls.put(column, null));
        if (!nulls.isEmpty()) {
            changes.add(nulls);
        }
        return changes;
    }

    /** Returns the columns that a statement may change, first those that the trigger compares with literals, then others that it reads. */
    List<ColumnDefinition> changeable(TableDefinition table, List<ColumnDefinition> keyColumns) {
        return table.columns().stream()
                .filter(column -> (!keyColumns.contains(column)
                                || column.type().isText() && !literals(column).isEmpty())
                        && !column.type().isBytes()
                        && table.extras().column(column.name()).generation() == null)
                .sorted(Comparator.comparing(
                                (ColumnDefinition column) -> literals(column).isEmpty())
                        .thenComparing(column -> !isRead(column)))
                .toList();
    }

    /** Returns the literals with which the trigger compares a column; edges of the type of another column that it reads. */
    List<String> preferred(ColumnDefinition column) {
        List<String> literals = literals(column);
        return literals.isEmpty() && isRead(column)
                ? ColumnType.of(column).samples().stream().limit(EDGES).toList()
                : literals;
    }

    /** Returns a value at the edge of a column's type; null for a type without such values. */
    static @Nullable String edge(ColumnDefinition column) {
        List<String> edges = ColumnType.of(column).samples();
        return edges.isEmpty() ? null : edges.get(0);
    }

    private boolean isRead(ColumnDefinition column) {
        String name = Identifiers.quoteTarget(column.name());
        return body.contains("NEW." + name) || body.contains("OLD." + name);
    }

    /**
     * Returns the literals with which the trigger compares a column, with neighbours that may reach the other branch. Values of columns
     * compare as the collation of the column does, which counts trailing blanks or not: that is no property of the trigger.
     */
    private List<String> literals(ColumnDefinition column) {
        return compared.getOrDefault(column.name().toLowerCase(Locale.ROOT), Set.of()).stream()
                .flatMap(literal -> ArgumentSamples.variants(literal, column).stream())
                .filter(value -> !value.endsWith(" "))
                .limit(COMPARED_VALUES)
                .toList();
    }
}
