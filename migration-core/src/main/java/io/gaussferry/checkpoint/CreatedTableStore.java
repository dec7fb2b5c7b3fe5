package io.gaussferry.checkpoint;

import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.TableId;
import io.gaussferry.state.TargetState;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.TreeMap;

/**
 * The table {@code gaussferry.reverse_replication_start} on the target: for each table that was created there after reverse replication was
 * armed, the position in the log after which its changes are replicated. MySQL has the earlier ones as rows. All methods join the
 * connection's transaction.
 */
public final class CreatedTableStore {

    private static final String TABLE = "reverse_replication_start";

    private final String pipeline;

    /** @param pipeline the name of the pipeline; several pipelines may share one target */
    public CreatedTableStore(String pipeline) {
        this.pipeline = pipeline;
    }

    /** Stores the position of a table. */
    public void put(Connection connection, TableId table, long lsn) throws SQLException {
        Sql.execute(
                connection,
                "DELETE FROM gaussferry.reverse_replication_start"
                        + " WHERE pipeline = ? AND schema_name = ? AND table_name = ?",
                pipeline,
                table.schema(),
                table.name());
        Sql.execute(
                connection,
                "INSERT INTO gaussferry.reverse_replication_start VALUES (?, ?, ?, ?)",
                pipeline,
                table.schema(),
                table.name(),
                lsn);
    }

    /** Returns the positions by the tables' names on the target. */
    public Map<TableId, Long> read(Connection connection) throws SQLException {
        Map<TableId, Long> positions = new TreeMap<>();
        if (!TargetState.hasTable(connection, TABLE)) {
            return positions;
        }
        Sql.each(
                connection,
                rows -> positions.put(new TableId(rows.getString(1), rows.getString(2)), rows.getLong(3)),
                "SELECT schema_name, table_name, lsn FROM gaussferry.reverse_replication_start WHERE pipeline = ?",
                pipeline);
        return positions;
    }

    /** Deletes all positions. */
    public void forget(Connection connection) throws SQLException {
        Sql.execute(connection, "DELETE FROM gaussferry.reverse_replication_start WHERE pipeline = ?", pipeline);
    }
}
