package io.gaussferry.checkpoint;

import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.TableId;
import io.gaussferry.state.TargetState;
import java.sql.Connection;
import java.sql.PreparedStatement;
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
        try (PreparedStatement delete = connection.prepareStatement("DELETE FROM gaussferry.reverse_replication_start"
                + " WHERE pipeline = ? AND schema_name = ? AND table_name = ?")) {
            delete.setString(1, pipeline);
            delete.setString(2, table.schema());
            delete.setString(3, table.name());
            delete.executeUpdate();
        }
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO gaussferry.reverse_replication_start VALUES (?, ?, ?, ?)")) {
            insert.setString(1, pipeline);
            insert.setString(2, table.schema());
            insert.setString(3, table.name());
            insert.setLong(4, lsn);
            insert.executeUpdate();
        }
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
                "SELECT schema_name, table_name, lsn" + " FROM gaussferry.reverse_replication_start WHERE pipeline = ?",
                pipeline);
        return positions;
    }

    /** Deletes all positions. */
    public void forget(Connection connection) throws SQLException {
        Sql.execute(connection, "DELETE FROM gaussferry.reverse_replication_start WHERE pipeline = ?", pipeline);
    }
}
