package io.gaussferry.snapshot;

import io.gaussferry.model.TableId;
import io.gaussferry.snapshot.CopyProgress.Stage;
import io.gaussferry.snapshot.CopyProgress.Table;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Counts the committed rows, bytes and ranges of the copy. Thread-safe. */
final class CopyMeter {

    private final long startNanos = System.nanoTime();
    private final List<Table> before;
    private final Map<TableId, Long> rowsByTable = new HashMap<>();
    private long rows;
    private long bytes;
    private long ranges;
    private final Set<TableId> started = new HashSet<>();
    private final Set<TableId> complete = new HashSet<>();

    /**
     * @param before progress of earlier starts for every table, in copy order
     * @param rangesBefore number of ranges copied by earlier starts
     */
    CopyMeter(Collection<Table> before, long rangesBefore) {
        this.before = List.copyOf(before);
        this.ranges = rangesBefore;
    }

    synchronized void copied(TableId table, long newRows, long newBytes) {
        rowsByTable.merge(table, newRows, Long::sum);
        rows += newRows;
        bytes += newBytes;
        ranges++;
    }

    /**
     * Returns the progress of this start of the copy, in all its views.
     *
     * @param startedTables tables with at least one range in progress or copied, in the current view
     * @param completeTables tables whose rows are all copied, in the current view
     */
    synchronized CopyProgress progress(Set<TableId> startedTables, Set<TableId> completeTables) {
        started.addAll(startedTables);
        complete.addAll(completeTables);
        double seconds = (System.nanoTime() - startNanos) / 1e9;
        List<Table> tables = new ArrayList<>();
        for (Table table : before) {
            Stage stage = complete.contains(table.table())
                    ? Stage.COPIED
                    : started.contains(table.table()) ? Stage.COPYING : table.stage();
            long all = table.rows() + rowsByTable.getOrDefault(table.table(), 0L);
            tables.add(new Table(table.table(), stage, all, Math.max(all, table.estimatedRows())));
        }
        long all = tables.stream().mapToLong(Table::rows).sum();
        long estimated =
                Math.max(all, before.stream().mapToLong(Table::estimatedRows).sum());
        long speed = Math.round(rows / Math.max(0.001, seconds));
        return new CopyProgress(
                all,
                estimated,
                bytes,
                ranges,
                tables,
                speed,
                speed == 0 ? Optional.empty() : Optional.of(Duration.ofSeconds((estimated - all) / speed)));
    }
}
