package io.gaussferry.schema;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a source table has that no row image depends on: it is needed to create the target's table, and not to replay.
 *
 * @param comment the table's comment; empty for none
 * @param collation the collation of its new text columns; null where that is not known
 * @param partitioning how it is divided into partitions; null if it is not
 * @param columns by column name; a column that is missing has nothing beside its type
 * @param checks its check constraints by name
 * @param foreignKeys its foreign keys by name
 * @param otherIndexes indexes of kinds that order nothing ({@code FULLTEXT}, {@code SPATIAL}): name to kind
 */
public record TableExtras(
        String comment,
        @Nullable String collation,
        @Nullable Partitioning partitioning,
        Map<String, ColumnAttributes> columns,
        List<CheckDefinition> checks,
        List<ForeignKeyDefinition> foreignKeys,
        Map<String, String> otherIndexes) {

    /** A table with nothing but columns and indexes. */
    public static final TableExtras NONE = new TableExtras("", null, null, Map.of(), List.of(), List.of(), Map.of());

    public TableExtras {
        columns = Map.copyOf(columns);
        checks = List.copyOf(checks);
        foreignKeys = List.copyOf(foreignKeys);
        otherIndexes = Map.copyOf(otherIndexes);
    }

    /** Returns the same with other foreign keys. */
    public TableExtras withForeignKeys(List<ForeignKeyDefinition> others) {
        return new TableExtras(comment, collation, partitioning, columns, checks, others, otherIndexes);
    }

    /** Returns the same with another {@link Partitioning#placed}; itself without partitions. */
    TableExtras withPlacement(boolean placed) {
        return partitioning == null
                ? this
                : new TableExtras(
                        comment, collation, partitioning.placed(placed), columns, checks, foreignKeys, otherIndexes);
    }

    /** Returns what a column has beside its type. */
    public ColumnAttributes column(String name) {
        return columns.getOrDefault(name, ColumnAttributes.NONE);
    }
}
