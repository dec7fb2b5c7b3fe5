package io.gaussferry.schema;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The properties of a source table that do not affect its row images. They are needed to create the target's table, not to replay
 * changes.
 *
 * @param comment the table's comment; empty for none
 * @param collation the default collation of its new columns; null if unknown
 * @param partitioning its partitioning; null for none
 * @param columns attributes by column name; a missing column has none
 * @param checks its check constraints by name
 * @param foreignKeys its foreign keys by name
 * @param otherIndexes unordered indexes ({@code FULLTEXT}, {@code SPATIAL}): name to kind
 */
public record TableExtras(
        String comment,
        @Nullable String collation,
        @Nullable Partitioning partitioning,
        Map<String, ColumnAttributes> columns,
        List<CheckDefinition> checks,
        List<ForeignKeyDefinition> foreignKeys,
        Map<String, String> otherIndexes) {

    /** A table without extras. */
    public static final TableExtras NONE = new TableExtras("", null, null, Map.of(), List.of(), List.of(), Map.of());

    public TableExtras {
        columns = Map.copyOf(columns);
        checks = List.copyOf(checks);
        foreignKeys = List.copyOf(foreignKeys);
        otherIndexes = Map.copyOf(otherIndexes);
    }

    /** Returns the extras with other check constraints. */
    public TableExtras withChecks(List<CheckDefinition> others) {
        return new TableExtras(comment, collation, partitioning, columns, others, foreignKeys, otherIndexes);
    }

    /** Returns the extras with other foreign keys. */
    public TableExtras withForeignKeys(List<ForeignKeyDefinition> others) {
        return new TableExtras(comment, collation, partitioning, columns, checks, others, otherIndexes);
    }

    /** Returns the extras with another {@link Partitioning#placed}; unchanged for a table without partitions. */
    TableExtras withPlacement(boolean placed) {
        return partitioning == null
                ? this
                : new TableExtras(
                        comment,
                        collation,
                        partitioning.withPlacement(placed),
                        columns,
                        checks,
                        foreignKeys,
                        otherIndexes);
    }

    /** Returns the attributes of a column. */
    public ColumnAttributes column(String name) {
        return columns.getOrDefault(name, ColumnAttributes.NONE);
    }
}
