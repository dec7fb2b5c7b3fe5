package io.gaussferry.ddl.evolve;

import io.gaussferry.schema.TableDefinition;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a statement makes of one table.
 *
 * @param before its definition before; null for a table that is created
 * @param after its definition afterwards; null for a table that is dropped
 * @param columnOrigins where columns come from: the name afterwards to the name before; a column that is added is missing
 * @param indexOrigins likewise for indexes
 * @param rows what becomes of its rows, beside the values of columns that change
 */
public record Evolution(
        @Nullable TableDefinition before,
        @Nullable TableDefinition after,
        Map<String, String> columnOrigins,
        Map<String, String> indexOrigins,
        Rows rows) {

    /**
     * What becomes of rows.
     *
     * @param removal which are removed
     * @param partitions the partitions whose rows are removed; only for those
     * @param replaced why rows become others that nothing tells; null if they do not
     */
    public record Rows(
            Removal removal,
            List<String> partitions,
            @Nullable String replaced) {

        /** All stay. */
        public static final Rows KEPT = new Rows(Removal.NONE, List.of(), null);

        /** All are removed. */
        public static final Rows REMOVED = new Rows(Removal.ALL, List.of(), null);

        public Rows {
            partitions = List.copyOf(partitions);
        }

        static Rows replaced(String reason) {
            return new Rows(Removal.NONE, List.of(), reason);
        }

        /** Only the source knows the values of existing rows, or those of later ones. */
        static Rows uncertain(List<String> reasons) {
            return replaced(String.join("; ", reasons));
        }
    }

    /** Which rows are removed. */
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
