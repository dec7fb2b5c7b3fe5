package io.gaussferry.schema;

import io.gaussferry.model.TableId;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * A source table at one position of the source.
 *
 * @param id its name at the source
 * @param targetId its name on the target; several tables may share it
 * @param columns its columns in order; at least one
 * @param indexes its indexes, the primary key first if it exists
 * @param extras its other properties, which do not affect how its rows are read
 */
public record TableDefinition(
        TableId id,
        TableId targetId,
        List<ColumnDefinition> columns,
        List<IndexDefinition> indexes,
        TableExtras extras) {

    /** Creates a table with the same name on both sides. */
    public TableDefinition(
            TableId id, List<ColumnDefinition> columns, List<IndexDefinition> indexes, TableExtras extras) {
        this(id, id, columns, indexes, extras);
    }

    /** Creates a table without extras and with the same name on both sides. */
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

    /** Returns the table with another name on the target. */
    public TableDefinition withTarget(TableId name) {
        return new TableDefinition(id, name, columns, indexes, extras);
    }

    /** Returns the table with other foreign keys. */
    public TableDefinition withForeignKeys(List<ForeignKeyDefinition> others) {
        return new TableDefinition(id, targetId, columns, indexes, extras.withForeignKeys(others));
    }

    /** Returns the table with another {@link Partitioning#placed}. */
    public TableDefinition withPlacement(boolean placed) {
        return new TableDefinition(id, targetId, columns, indexes, extras.withPlacement(placed));
    }

    /** Returns whether it is partitioned. */
    public boolean isPartitioned() {
        return extras.partitioning() != null;
    }

    /** Returns its name in messages: the source's, and the target's if it differs. */
    public String label() {
        return id.equals(targetId) ? id.toString() : id + " (" + targetId + " on the target)";
    }

    /**
     * Returns the index that identifies a row: the primary key, else the first unique index on whole columns that cannot be NULL,
     * as InnoDB chooses its clustered index. Empty for a table without either.
     */
    public Optional<IndexDefinition> rowKey() {
        return indexes.stream()
                .filter(index -> index.unique() && index.isOnWholeColumns())
                .filter(index -> index.parts().stream()
                        .noneMatch(part -> columns.get(part.column()).nullable()))
                .findFirst();
    }

    /** Returns the number of its AUTO_INCREMENT column, from 0; empty if it has none. MySQL allows one at most. */
    public OptionalInt autoIncrementColumn() {
        return IntStream.range(0, columns.size())
                .filter(column -> extras.column(columns.get(column).name()).autoIncrement())
                .findFirst();
    }

    /** Returns the unique indexes, including the primary key. */
    public List<IndexDefinition> uniqueIndexes() {
        return indexes.stream().filter(IndexDefinition::unique).toList();
    }
}
