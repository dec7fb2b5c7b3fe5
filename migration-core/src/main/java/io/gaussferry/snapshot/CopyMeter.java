package io.gaussferry.snapshot;

import io.gaussferry.model.TableId;
import io.gaussferry.snapshot.CopyProgress.Stage;
import io.gaussferry.snapshot.CopyProgress.Table;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Counts what the copy has committed. Thread-safe. */
final class CopyMeter {

    private final long begunNanos = System.nanoTime();
    private final List<Table> before;
    private final Map<TableId, Long> rowsByTable = new HashMap<>();
    private long rows;
    private long bytes;
    private long ranges;

    /**
     * @param before what earlier starts have copied, every table, in the order in which they are copied
     * @param rangesBefore in how many ranges
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
     * @param begun tables of which a range was handed out by now
     * @param whole tables whose rows are all there
     */
    synchronized CopyProgress progress(Set<TableId> begun, Set<TableId> whole) {
        double seconds = (System.nanoTime() - begunNanos) / 1e9;
        List<Table> tables = new ArrayList<>();
        for (Table table : before) {
            Stage stage = whole.contains(table.table())
                    ? Stage.COPIED
                    : begun.contains(table.table()) ? Stage.COPYING : table.stage();
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
