package io.gaussferry.metrics;

import io.gaussferry.model.RowOperation;
import io.gaussferry.model.TableId;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Counts the rows inserted, updated and deleted in each table. Not thread-safe. */
public final class ChangeCounts {

    private static final int OPERATIONS = RowOperation.values().length;

    private final Map<TableId, long[]> byTable = new HashMap<>();
    private long rows;
    /** Most changes are for the same table as the previous one. */
    private @Nullable TableId lastTable;

    private long[] lastCounts = new long[OPERATIONS];

    /**
     * The row changes of one table.
     *
     * @param table its name at the source
     * @param inserted rows
     * @param updated rows
     * @param deleted rows
     */
    public record TableRows(TableId table, long inserted, long updated, long deleted) {

        /** Returns the sum of the three kinds of changes. */
        public long total() {
            return inserted + updated + deleted;
        }
    }

    /** Counts one row. */
    public void add(TableId table, RowOperation operation) {
        if (table != lastTable) {
            lastTable = table;
            lastCounts = byTable.computeIfAbsent(table, unused -> new long[OPERATIONS]);
        }
        lastCounts[operation.ordinal()]++;
        rows++;
    }

    /** Adds the counts of another object. */
    public void addAll(ChangeCounts other) {
        other.byTable.forEach((table, counts) -> {
            long[] mine = byTable.computeIfAbsent(table, unused -> new long[OPERATIONS]);
            Arrays.setAll(mine, operation -> mine[operation] + counts[operation]);
        });
        rows += other.rows;
    }

    /** Returns the rows of all tables. */
    public long rows() {
        return rows;
    }

    /** Returns the counts by table, ordered by name. */
    public List<TableRows> tables() {
        return byTable.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(entry -> new TableRows(
                        entry.getKey(),
                        entry.getValue()[RowOperation.INSERT.ordinal()],
                        entry.getValue()[RowOperation.UPDATE.ordinal()],
                        entry.getValue()[RowOperation.DELETE.ordinal()]))
                .toList();
    }
}
