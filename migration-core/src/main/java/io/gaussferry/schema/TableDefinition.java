package io.gaussferry.schema;

import io.gaussferry.model.TableId;
import java.util.List;
import java.util.Optional;

/**
 * A source table, as it was at one position of the source.
 *
 * @param id its name
 * @param columns its columns in order; at least one
 * @param indexes its indexes, the primary key first where there is one
 * @param extras what else it has; nothing that decides how its rows are read
 */
public record TableDefinition(
        TableId id, List<ColumnDefinition> columns, List<IndexDefinition> indexes, TableExtras extras) {

    /** A table with nothing but columns and indexes. */
    public TableDefinition(TableId id, List<ColumnDefinition> columns, List<IndexDefinition> indexes) {
        this(id, columns, indexes, TableExtras.NONE);
    }

    public TableDefinition {
        columns = List.copyOf(columns);
        indexes = List.copyOf(indexes);
        if (columns.isEmpty()) {
            throw new IllegalArgumentException("table " + id + " has no columns");
        }
    }

    /**
     * Returns the index that identifies a row: the primary key, else the first unique index on whole columns that cannot be
     * NULL, as InnoDB chooses its clustered index. Empty for a table without either.
     */
    public Optional<IndexDefinition> rowKey() {
        return indexes.stream()
                .filter(index -> index.unique() && index.isOnWholeColumns())
                .filter(index -> index.parts().stream()
                        .noneMatch(part -> columns.get(part.column()).nullable()))
                .findFirst();
    }

    /** Returns the unique indexes, the primary key among them. */
    public List<IndexDefinition> uniqueIndexes() {
        return indexes.stream().filter(IndexDefinition::unique).toList();
    }
}
