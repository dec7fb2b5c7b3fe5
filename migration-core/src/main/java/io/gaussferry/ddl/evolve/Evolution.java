package io.gaussferry.ddl.evolve;

import io.gaussferry.schema.TableDefinition;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The change of one table by a statement.
 *
 * @param before its definition before the statement; null for a created table
 * @param after its definition after the statement; null for a dropped table
 * @param columnOrigins maps each column's new name to its old name; without added columns
 * @param indexOrigins likewise for indexes
 * @param rows the effect on rows, apart from values of changed columns
 */
public record Evolution(
        @Nullable TableDefinition before,
        @Nullable TableDefinition after,
        Map<String, String> columnOrigins,
        Map<String, String> indexOrigins,
        Rows rows) {

    /**
     * The effect on rows.
     *
     * @param removal the extent of the removal
     * @param partitions the partitions whose rows are removed; only for {@link Removal#PARTITIONS}
     * @param replaced the reason why the rows are replaced by rows that are unknown here; null if they are not
     */
    public record Rows(
            Removal removal,
            List<String> partitions,
            @Nullable String replaced) {

        /** All rows stay. */
        public static final Rows KEPT = new Rows(Removal.NONE, List.of(), null);

        /** All rows are removed. */
        public static final Rows REMOVED = new Rows(Removal.ALL, List.of(), null);

        public Rows {
            partitions = List.copyOf(partitions);
        }

        static Rows replaced(String reason) {
            return new Rows(Removal.NONE, List.of(), reason);
        }

        /** Only the source knows the values of existing or later rows. */
        static Rows uncertain(List<String> reasons) {
            return replaced(String.join("; ", reasons));
        }
    }

    /** The extent of a removal of rows. */
    public enum Removal {
        NONE,
        PARTITIONS,
        ALL
    }

    public Evolution {
        columnOrigins = Map.copyOf(columnOrigins);
        indexOrigins = Map.copyOf(indexOrigins);
    }

    static Evolution created(TableDefinition after) {
        return created(after, Rows.KEPT);
    }

    static Evolution created(TableDefinition after, Rows rows) {
        return new Evolution(null, after, Map.of(), Map.of(), rows);
    }

    static Evolution dropped(TableDefinition before) {
        return new Evolution(before, null, Map.of(), Map.of(), Rows.KEPT);
    }
}
