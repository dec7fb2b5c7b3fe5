package io.gaussferry.checkpoint;

import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.TableId;
import io.gaussferry.state.TargetState;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The state of a pipeline's armed reverse replication, stored on the target: {@code gaussferry.reverse_replication} has the start of the retained part
 * of its log, {@code gaussferry.reverse_replication_table} the definitions of the tables. All methods join the connection's transaction.
 */
public final class ReverseReplicationStore {

    private static final String TABLE = "reverse_replication";
    private static final String TABLES = "reverse_replication_table";

    private static final String INSERT = "INSERT INTO gaussferry.reverse_replication_table VALUES (?, ?, ?, ?)";

    private final String pipeline;

    /** @param pipeline the name of the pipeline; several pipelines may share one target */
    public ReverseReplicationStore(String pipeline) {
        this.pipeline = pipeline;
    }

    /**
     * The armed reverse replication.
     *
     * @param lsn the start of the retained part of the target's log
     * @param fingerprints of the tables' definitions, by name on the target
     */
    public record Armed(long lsn, Map<TableId, String> fingerprints) {

        public Armed {
            fingerprints = Map.copyOf(fingerprints);
        }
    }

    /** Replaces the stored state. */
    public void save(Connection connection, Armed armed) throws SQLException {
        forget(connection);
        Sql.execute(
                connection,
                "INSERT INTO gaussferry.reverse_replication VALUES (?, ?, clock_timestamp())",
                pipeline,
                armed.lsn());
        try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
            for (Map.Entry<TableId, String> table : armed.fingerprints().entrySet()) {
                insert.setString(1, pipeline);
                insert.setString(2, table.getKey().schema());
                insert.setString(3, table.getKey().name());
                insert.setString(4, table.getValue());
                insert.addBatch();
            }
            int[] unused = insert.executeBatch();
        }
    }

    /** Stores the definition of one table, which was altered or created since; reverse replication must be armed. */
    public void put(Connection connection, TableId table, String fingerprint) throws SQLException {
        int changed = Sql.update(
                connection,
                "UPDATE gaussferry.reverse_replication_table SET fingerprint = ?"
                        + " WHERE pipeline = ? AND schema_name = ? AND table_name = ?",
                fingerprint,
                pipeline,
                table.schema(),
                table.name());
        if (changed == 0) {
            insert(connection, table, fingerprint);
        }
    }

    private void insert(Connection connection, TableId table, String fingerprint) throws SQLException {
        Sql.execute(connection, INSERT, pipeline, table.schema(), table.name(), fingerprint);
    }

    /** Returns the stored state; empty if reverse replication is not armed. */
    public Optional<Armed> find(Connection connection) throws SQLException {
        if (!TargetState.hasTable(connection, TABLES)) {
            return Optional.empty();
        }
        long lsn;
        try (PreparedStatement select =
                connection.prepareStatement("SELECT lsn FROM gaussferry.reverse_replication WHERE pipeline = ?")) {
            select.setString(1, pipeline);
            try (ResultSet row = select.executeQuery()) {
                if (!row.next()) {
                    return Optional.empty();
                }
                lsn = row.getLong(1);
            }
        }
        Map<TableId, String> fingerprints = new TreeMap<>();
        Sql.each(
                connection,
                rows -> fingerprints.put(new TableId(rows.getString(1), rows.getString(2)), rows.getString(3)),
                "SELECT schema_name, table_name, fingerprint FROM gaussferry.reverse_replication_table WHERE pipeline = ?",
                pipeline);
        return Optional.of(new Armed(lsn, fingerprints));
    }

    /** Deletes the stored state. */
    public void forget(Connection connection) throws SQLException {
        for (String table : new String[] {TABLE, TABLES}) {
            Sql.execute(connection, "DELETE FROM gaussferry." + table + " WHERE pipeline = ?", pipeline);
        }
    }
}
