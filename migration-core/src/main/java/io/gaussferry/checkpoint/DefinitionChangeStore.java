package io.gaussferry.checkpoint;

import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.TableId;
import io.gaussferry.state.TargetState;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The outcomes of the source's definition changes, stored on the target: each statement in {@code gaussferry.definition_change}, and the
 * definitions of its tables before and after it in {@code gaussferry.definition_version}. A row is written in the transaction that makes
 * its change.
 */
public final class DefinitionChangeStore {

    private static final String CHANGES = "definition_change";

    private static final String SELECT =
            "SELECT gtid, result, binlog_file, binlog_offset, executed_at, database_name, statement, session, target_sql, note,"
                    + " changed_at FROM gaussferry.definition_change WHERE pipeline = ?";

    private final String pipeline;

    /** @param pipeline the name of the pipeline; several pipelines may share one target */
    public DefinitionChangeStore(String pipeline) {
        this.pipeline = pipeline;
    }

    /** The outcome of a statement. */
    public enum Result {
        /** Replication waits before the statement for an operator's decision. */
        HELD,
        /** The target has followed the statement. */
        FOLLOWED,
        /** The target has followed the statement by an operator's decision. */
        APPLIED,
        /** The target has executed an operator's replacement. */
        REPLACED,
        /** Nothing was executed, by an operator's decision; rows are read with the new definitions. */
        SKIPPED,
        /** The statement's tables are quarantined. */
        QUARANTINED;

        /** Returns whether replication has continued after the statement with its tables. */
        public boolean isDone() {
            return this != HELD && this != QUARANTINED;
        }
    }

    /**
     * A statement and its outcome.
     *
     * @param gtid of its transaction
     * @param result the outcome
     * @param position the start of its transaction in the binlog
     * @param executedAt when the source executed it, by the source's clock
     * @param database the session's current database
     * @param statement its SQL
     * @param session the serialized state of its session
     * @param targetSql the statements that the target executed or would execute
     * @param note why it is held, why an operator skipped it, or the parts that the target's tables lack; may be empty
     * @param changedAt when the outcome changed, by the target's clock; null if it is not stored yet
     */
    public record Change(
            String gtid,
            Result result,
            BinlogPosition position,
            Instant executedAt,
            String database,
            String statement,
            String session,
            String targetSql,
            String note,
            @Nullable Instant changedAt) {}

    /**
     * The serialized definitions of a table before and after a statement.
     *
     * @param table its name, which a statement may move from one table to another
     * @param before the definition of the table with this name before the statement; null if there was none
     * @param after the definition of the table with this name after the statement; null if there is none
     */
    public record Version(
            TableId table,
            @Nullable String before,
            @Nullable String after) {}

    /** Stores the outcome of a statement, replacing its earlier rows. Joins the connection's transaction. */
    public void put(Connection connection, Change change, List<Version> versions) throws SQLException {
        for (String table : List.of("definition_version", CHANGES)) {
            Sql.execute(
                    connection,
                    "DELETE FROM gaussferry." + table + " WHERE pipeline = ? AND gtid = ?",
                    pipeline,
                    change.gtid());
        }
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO gaussferry.definition_change VALUES"
                + " (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, clock_timestamp())")) {
            insert.setString(1, pipeline);
            insert.setString(2, change.gtid());
            insert.setString(3, change.result().name());
            insert.setString(4, change.position().file());
            insert.setLong(5, change.position().offset());
            insert.setTimestamp(6, Timestamp.from(change.executedAt()));
            insert.setString(7, storable(change.database()));
            insert.setString(8, storable(change.statement()));
            insert.setString(9, storable(change.session()));
            insert.setString(10, storable(change.targetSql()));
            insert.setString(11, storable(change.note()));
            insert.executeUpdate();
        }
        for (Version version : versions) {
            insert(connection, change.gtid(), version);
        }
    }

    private void insert(Connection connection, String gtid, Version version) throws SQLException {
        Sql.execute(
                connection,
                "INSERT INTO gaussferry.definition_version VALUES (?, ?, ?, ?, ?, ?)",
                pipeline,
                gtid,
                version.table().schema(),
                version.table().name(),
                version.before(),
                version.after());
    }

    /** No target stores U+0000 in a string. */
    private static String storable(String value) {
        return value.replace('\0', '\uFFFD');
    }

    /** Records that an operator has skipped a held statement; does nothing if it was not held. Joins the connection's transaction. */
    public void markSkipped(Connection connection, String gtid, String reason) throws SQLException {
        Sql.execute(
                connection,
                "UPDATE gaussferry.definition_change SET result = 'SKIPPED', note = ?,"
                        + " changed_at = clock_timestamp() WHERE pipeline = ? AND gtid = ? AND result = 'HELD'",
                storable(reason),
                pipeline,
                gtid);
    }

    /** Returns the newest changes, newest first; none if the table does not exist. Also for readers without ownership. */
    public List<Change> list(Connection connection, int limit) throws SQLException {
        if (!TargetState.hasTable(connection, CHANGES)) {
            return List.of();
        }
        return Sql.list(
                connection,
                DefinitionChangeStore::change,
                SELECT + " ORDER BY changed_at DESC LIMIT " + limit,
                pipeline);
    }

    /** Returns the record of a statement; empty if there is none. */
    public Optional<Change> find(Connection connection, String gtid) throws SQLException {
        if (!TargetState.hasTable(connection, CHANGES)) {
            return Optional.empty();
        }
        return Sql.first(connection, DefinitionChangeStore::change, SELECT + " AND gtid = ?", pipeline, gtid);
    }

    private static Change change(ResultSet row) throws SQLException {
        return new Change(
                row.getString(1),
                Result.valueOf(row.getString(2)),
                new BinlogPosition(row.getString(3), row.getLong(4)),
                row.getTimestamp(5).toInstant(),
                row.getString(6),
                row.getString(7),
                row.getString(8),
                row.getString(9),
                row.getString(10),
                row.getTimestamp(11).toInstant());
    }

    /** Returns the definitions before and after a statement; none if the statement has no record. Joins the connection's transaction. */
    public List<Version> versions(Connection connection, String gtid) throws SQLException {
        return Sql.list(
                connection,
                row -> new Version(new TableId(row.getString(1), row.getString(2)), row.getString(3), row.getString(4)),
                "SELECT schema_name, table_name, definition_before,"
                        + " definition_after FROM gaussferry.definition_version WHERE pipeline = ? AND gtid = ?",
                pipeline,
                gtid);
    }

    /**
     * Returns the GTIDs of all statements that were executed or skipped on the target; none if the table does not exist. Also for readers
     * without ownership.
     */
    public Set<String> done(Connection connection) throws SQLException {
        Set<String> names = new TreeSet<>();
        if (!TargetState.hasTable(connection, CHANGES)) {
            return names;
        }
        Sql.each(
                connection,
                row -> names.add(row.getString(1)),
                "SELECT gtid FROM gaussferry.definition_change WHERE pipeline = ? AND result NOT IN ('HELD', 'QUARANTINED')",
                pipeline);
        return names;
    }
}
