package io.gaussferry.apply;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.SqlFailure;
import io.gaussferry.model.RowOperation;
import io.gaussferry.model.TableId;
import io.gaussferry.schedule.Batch;
import io.gaussferry.schedule.RowChange;
import io.gaussferry.schema.IndexDefinition;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TargetTable;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Executes batches over one connection, without committing. Not thread-safe: each lane has its own. */
final class BatchWriter {

    private final Connection connection;
    private final Map<TableId, TargetTable> tables;
    private final Map<TableId, TableWriter> writers = new HashMap<>();

    BatchWriter(Connection connection, Map<TableId, TargetTable> tables) {
        this.connection = connection;
        this.tables = tables;
    }

    /** What a table's changes come to in one batch. */
    private sealed interface TableWork {
        /** Changes of a table with a row key, folded. */
        record Net(NetChanges changes) implements TableWork {}

        /** Changes that must be written one by one, in source order. */
        record Ordered(List<RowChange> changes) implements TableWork {}

        /** Insertions into a table without a row key. */
        record Insertions(List<RowImage> images) implements TableWork {}
    }

    /** Executes a batch as few set-based statements, table by table. */
    void writeAsSets(Batch batch) throws SQLException {
        for (List<RowChange> changes : byTable(batch)) {
            TableDefinition table = changes.get(0).format().table().definition();
            TableWriter writer = writer(table);
            TableWork work = work(table, changes);
            if (work instanceof TableWork.Net net) {
                writer.writeNet(net.changes());
            } else if (work instanceof TableWork.Insertions insertions) {
                writer.insert(insertions.images());
            } else if (work instanceof TableWork.Ordered ordered) {
                for (RowChange change : ordered.changes()) {
                    writer.writeOne(change);
                }
            }
        }
    }

    /** In the order of the tables' names in every batch, so that lanes which meet do not lock each other out crosswise. */
    private static List<List<RowChange>> byTable(Batch batch) {
        // definitions are compared by identity: hashing one means hashing all of its columns
        IdentityHashMap<TableDefinition, List<RowChange>> byTable = new IdentityHashMap<>();
        for (RowChange change : batch.changes()) {
            byTable.computeIfAbsent(change.format().table().definition(), unused -> new ArrayList<>())
                    .add(change);
        }
        return byTable.entrySet().stream()
                .sorted(Comparator.comparing(entry -> entry.getKey().id()))
                .map(Map.Entry::getValue)
                .toList();
    }

    private static TableWork work(TableDefinition table, List<RowChange> changes) {
        if (table.rowKey().isPresent()) {
            NetChanges net = new NetChanges(keyColumns(table), table.columns().size());
            changes.forEach(net::add);
            return net.isConsistent() ? new TableWork.Net(net) : new TableWork.Ordered(changes);
        }
        if (changes.stream().allMatch(change -> change.operation() == RowOperation.INSERT)) {
            return new TableWork.Insertions(
                    changes.stream().map(RowImage::after).toList());
        }
        return new TableWork.Ordered(changes);
    }

    /**
     * Executes a batch change by change in source order: slower, right where sets could meet a constraint on the way, and
     * exact about which change fails.
     *
     * @throws ChangeException for the change that the target refuses, or that meets another number of rows
     */
    void writeInOrder(Batch batch) throws SQLException {
        for (RowChange change : batch.changes()) {
            try {
                writer(change.format().table().definition()).writeOne(change);
            } catch (SQLException e) {
                SqlFailure failure = SqlFailure.of(e);
                if (failure == SqlFailure.CONNECTION || failure == SqlFailure.CONTENTION) {
                    throw e;
                }
                throw new ChangeException(
                        failure == SqlFailure.OTHER && !(e instanceof RowCountException)
                                ? ErrorCategory.FATAL
                                : ErrorCategory.DATA,
                        "The target does not take " + ChangeDescription.of(change) + ": " + e.getMessage(),
                        "compare the row on both sides: the target was changed by somebody else, or has a constraint or "
                                + "trigger that the source has not; nothing of this transaction is on the target",
                        change.transaction(),
                        e);
            } catch (GaussferryException e) {
                throw new ChangeException(
                        e.category(),
                        "A value of " + ChangeDescription.of(change) + " cannot be carried over: " + e.problem(),
                        e.remedy(),
                        change.transaction(),
                        e);
            }
        }
    }

    private TableWriter writer(TableDefinition definition) {
        return writers.computeIfAbsent(
                definition.id(),
                id -> new TableWriter(
                        connection,
                        Objects.requireNonNull(tables.get(id), "no target table " + id),
                        keyColumns(definition)));
    }

    private static int[] keyColumns(TableDefinition table) {
        return table.rowKey()
                .map(key -> key.parts().stream()
                        .mapToInt(IndexDefinition.Part::column)
                        .toArray())
                .orElse(new int[0]);
    }
}
