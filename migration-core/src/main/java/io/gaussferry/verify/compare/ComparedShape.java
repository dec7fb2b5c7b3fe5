package io.gaussferry.verify.compare;

import io.gaussferry.schema.IndexDefinition;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TableDefinition;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What of a table's definition decides how its rows are compared. */
public final class ComparedShape {

    private ComparedShape() {}

    /** What decides how a column's values are compared; a declaration may be spelled in several ways. */
    private record Column(
            String name,
            MySqlType type,
            boolean unsigned,
            @Nullable String characterSet,
            List<String> members) {}

    private static List<Column> columns(TableDefinition table) {
        return table.columns().stream()
                .map(column -> new Column(
                        column.name(), column.type(), column.unsigned(), column.characterSet(), column.members()))
                .toList();
    }

    /** Returns whether two definitions of a table have the same columns, wherever each comes from. */
    static boolean hasSameColumns(TableDefinition one, TableDefinition other) {
        return columns(one).equals(columns(other));
    }

    /** Returns whether the rows of a table are still found, and their values compared, alike; of definitions that were read in the same way. */
    public static boolean isSame(TableDefinition before, TableDefinition after) {
        return before.columns().equals(after.columns()) && key(before).equals(key(after));
    }

    private static Optional<List<IndexDefinition.Part>> key(TableDefinition table) {
        return table.rowKey().map(IndexDefinition::parts);
    }
}
