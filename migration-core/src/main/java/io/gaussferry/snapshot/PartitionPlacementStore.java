package io.gaussferry.snapshot;

import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.TableId;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;
import java.util.TreeSet;

/**
 * The table {@code gaussferry.copy_placement} on the target: results of the {@link PartitionPlacement} check of copied tables. Joins the
 * connection's transaction.
 */
final class PartitionPlacementStore {

    private final String pipeline;

    /** @param pipeline the pipeline's name: several pipelines may share one target */
    PartitionPlacementStore(String pipeline) {
        this.pipeline = pipeline;
    }

    /** Returns the checked tables. */
    Set<TableId> asked(Connection connection) throws SQLException {
        return tables(connection, "");
    }

    /** Returns the tables whose rows are all in the partitions to which their values belong. */
    Set<TableId> placed(Connection connection) throws SQLException {
        return tables(connection, " AND placed = 1");
    }

    private Set<TableId> tables(Connection connection, String condition) throws SQLException {
        return new TreeSet<>(Sql.list(
                connection,
                row -> new TableId(row.getString(1), row.getString(2)),
                "SELECT schema_name, table_name FROM gaussferry.copy_placement WHERE pipeline = ?" + condition,
                pipeline));
    }

    /** Stores the result for an unchecked table. */
    void put(Connection connection, TableId table, boolean placed) throws SQLException {
        Sql.execute(
                connection,
                "INSERT INTO gaussferry.copy_placement VALUES (?, ?, ?, ?)",
                pipeline,
                table.schema(),
                table.name(),
                placed ? 1 : 0);
    }

    /** Removes a table that is copied again. */
    void forget(Connection connection, TableId table) throws SQLException {
        Sql.execute(
                connection,
                "DELETE FROM gaussferry.copy_placement WHERE pipeline = ? AND schema_name = ? AND table_name = ?",
                pipeline,
                table.schema(),
                table.name());
    }

    /** Removes all tables. */
    void forgetAll(Connection connection) throws SQLException {
        Sql.execute(connection, "DELETE FROM gaussferry.copy_placement WHERE pipeline = ?", pipeline);
    }
}
