package io.gaussferry.checkpoint;

import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.TableId;
import io.gaussferry.state.TargetState;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The table {@code gaussferry.reverse_replication_relation} on the target: which tables the target had when reverse replication was armed,
 * and which of them an operator has excluded since. All methods join the connection's transaction.
 */
public final class ReverseTableStore {

    private static final String INSERT = "INSERT INTO gaussferry.reverse_replication_relation VALUES (?, ?, ?, ?, ?)";

    private static final String TABLE = "reverse_replication_relation";

    /** Tables that list the replicated tables of each pipeline. */
    private static final List<String> OF_PIPELINES = List.of("copy_table", "table_copy", "reverse_replication_table");

    /** Values of the column {@code excluded}. */
    private static final int PRESENT = 0;

    private static final int EXCLUDED = 1;
    /** MySQL has the altered definition. */
    private static final int ALTERED = 2;
    /** The relation is an index. */
    private static final int INDEX = 3;

    private final String pipeline;

    /** @param pipeline the name of the pipeline; several pipelines may share one target */
    public ReverseTableStore(String pipeline) {
        this.pipeline = pipeline;
    }

    /**
     * The target's tables in the databases of the pipeline.
     *
     * @param oids the OID of each table when reverse replication was armed, whether it is replicated or not; empty if an earlier version
     *     armed it
     * @param excluded tables whose changes reverse replication skips at the request of an operator
     * @param altered tables that were altered since, and that MySQL has with the same definition
     * @param indexes the OID of each index when reverse replication was armed, or that was processed since; empty if an earlier version
     *     armed it
     */
    public record Known(
            Map<TableId, Long> oids, Set<TableId> excluded, Set<TableId> altered, Map<TableId, Long> indexes) {

        public Known {
            oids = Map.copyOf(oids);
            excluded = Set.copyOf(excluded);
            altered = Set.copyOf(altered);
            indexes = Map.copyOf(indexes);
        }
    }

    /** Replaces the stored tables and indexes, and excludes none. */
    public void save(Connection connection, Map<TableId, Long> oids, Map<TableId, Long> indexes) throws SQLException {
        forget(connection);
        try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
            // tables and indexes share one space of names
            addTo(insert, oids, PRESENT);
            addTo(insert, indexes, INDEX);
            int[] unused = insert.executeBatch();
        }
    }

    private void addTo(PreparedStatement insert, Map<TableId, Long> relations, int kind) throws SQLException {
        for (Map.Entry<TableId, Long> relation : relations.entrySet()) {
            set(insert, relation.getKey(), relation.getValue(), kind);
            insert.addBatch();
        }
    }

    /** Stores a table that was altered or created since, and that MySQL has with the same definition. */
    public void altered(Connection connection, TableId table, long oid) throws SQLException {
        put(connection, table, oid, ALTERED);
    }

    /** Stores an index that was created since, and that was processed. */
    public void index(Connection connection, TableId index, long oid) throws SQLException {
        put(connection, index, oid, INDEX);
    }

    private void put(Connection connection, TableId relation, long oid, int kind) throws SQLException {
        Sql.execute(
                connection,
                "DELETE FROM gaussferry.reverse_replication_relation"
                        + " WHERE pipeline = ? AND schema_name = ? AND table_name = ?",
                pipeline,
                relation.schema(),
                relation.name());
        insert(connection, relation, oid, kind);
    }

    private void insert(Connection connection, TableId table, long oid, int excluded) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
            set(insert, table, oid, excluded);
            insert.executeUpdate();
        }
    }

    private void set(PreparedStatement insert, TableId relation, long oid, int kind) throws SQLException {
        insert.setString(1, pipeline);
        insert.setString(2, relation.schema());
        insert.setString(3, relation.name());
        insert.setLong(4, oid);
        insert.setInt(5, kind);
    }

    /** Excludes a table from reverse replication until it is armed again. */
    public void exclude(Connection connection, TableId table) throws SQLException {
        int changed = Sql.update(
                connection,
                "UPDATE gaussferry.reverse_replication_relation SET \"excluded\" = " + EXCLUDED
                        + " WHERE pipeline = ? AND schema_name = ? AND table_name = ?",
                pipeline,
                table.schema(),
                table.name());
        if (changed == 0) {
            insert(connection, table, 0, EXCLUDED);
        }
    }

    /** Returns the stored tables. */
    public Known read(Connection connection) throws SQLException {
        Map<TableId, Long> oids = new TreeMap<>();
        Set<TableId> excluded = new TreeSet<>();
        Set<TableId> altered = new TreeSet<>();
        Map<TableId, Long> indexes = new TreeMap<>();
        if (!TargetState.hasTable(connection, TABLE)) {
            return new Known(oids, excluded, altered, indexes);
        }
        try (PreparedStatement select =
                connection.prepareStatement("SELECT schema_name, table_name, table_oid, \"excluded\""
                        + " FROM gaussferry.reverse_replication_relation WHERE pipeline = ?")) {
            select.setString(1, pipeline);
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    TableId table = new TableId(rows.getString(1), rows.getString(2));
                    int kind = rows.getInt(4);
                    if (kind == INDEX) {
                        indexes.put(table, rows.getLong(3));
                        continue;
                    }
                    if (rows.getLong(3) != 0) {
                        oids.put(table, rows.getLong(3));
                    }
                    if (kind == EXCLUDED) {
                        excluded.add(table);
                    } else if (kind == ALTERED) {
                        altered.add(table);
                    }
                }
            }
        }
        return new Known(oids, excluded, altered, indexes);
    }

    /** Returns the tables of other pipelines that share the target, by their names at the source and on the target. */
    public Set<TableId> ofOtherPipelines(Connection connection) throws SQLException {
        Set<TableId> tables = new TreeSet<>();
        for (String table : OF_PIPELINES) {
            if (TargetState.hasTable(connection, table)) {
                addOthers(connection, table, tables);
            }
        }
        return tables;
    }

    private void addOthers(Connection connection, String from, Set<TableId> tables) throws SQLException {
        Sql.each(
                connection,
                rows -> tables.add(new TableId(rows.getString(1), rows.getString(2))),
                "SELECT DISTINCT schema_name, table_name FROM gaussferry." + from + " WHERE pipeline <> ?",
                pipeline);
    }

    /** Deletes the stored tables. */
    public void forget(Connection connection) throws SQLException {
        Sql.execute(connection, "DELETE FROM gaussferry.reverse_replication_relation WHERE pipeline = ?", pipeline);
    }
}
