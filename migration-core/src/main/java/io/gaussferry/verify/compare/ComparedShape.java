package io.gaussferry.verify.compare;

import io.gaussferry.schema.IndexDefinition;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TableDefinition;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The parts of a table's definition that determine how its rows are compared. */
public final class ComparedShape {

    private ComparedShape() {}

    /** The attributes that determine how a column's values are compared, independent of the spelling of the declaration. */
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

    /** Returns whether two definitions of a table have the same columns, whatever their origin. */
    static boolean hasSameColumns(TableDefinition one, TableDefinition other) {
        return columns(one).equals(columns(other));
    }

    /**
     * Returns whether rows of both definitions are identified and compared in the same way. Both definitions must come from the same kind
     * of reader.
     */
    public static boolean isSame(TableDefinition before, TableDefinition after) {
        return before.columns().equals(after.columns()) && key(before).equals(key(after));
    }

    private static Optional<List<IndexDefinition.Part>> key(TableDefinition table) {
        return table.rowKey().map(IndexDefinition::parts);
    }
}
