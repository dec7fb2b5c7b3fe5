package io.gaussferry.checkpoint;

import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.TableId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The changes that could not be applied, stored on the target: each change in {@code gaussferry.failed_change} with its values in {@code
 * gaussferry.failed_value}, and the quarantined tables in {@code gaussferry.quarantine}.
 */
public final class FailureStore {

    private final String pipeline;

    /** @param pipeline the name of the pipeline; several pipelines may share one target */
    public FailureStore(String pipeline) {
        this.pipeline = pipeline;
    }

    /**
     * A change that the target refused.
     *
     * @param gtid of its transaction
     * @param changeNumber its position among the transaction's changes, from 1
     * @param binlogFile the file in which the transaction starts
     * @param binlogOffset bytes from the start of that file
     * @param table its table
     * @param operation INSERT, UPDATE or DELETE
     * @param sqlState of the target's error; null if the target was not asked
     * @param message the reason
     */
    public record FailedChange(
            String gtid,
            int changeNumber,
            String binlogFile,
            long binlogOffset,
            TableId table,
            String operation,
            @Nullable String sqlState,
            String message) {}

    /**
     * A column's values of a failed change, as the target would receive them; null for NULL and for a missing image.
     *
     * @param column its name
     * @param before in the before image
     * @param after in the after image
     */
    public record Value(
            String column,
            @Nullable String before,
            @Nullable String after) {}

    /**
     * The record of a failed change, without its values.
     *
     * @param change with the reason
     * @param failedAt when it failed, by the target's clock
     * @param skipReason why an operator skipped its transaction; null if it was not skipped
     */
    public record Failure(
            FailedChange change, Instant failedAt, @Nullable String skipReason) {}

    private static final String SELECT =
            "SELECT f.gtid, f.change_number, f.binlog_file, f.binlog_offset, f.schema_name,"
                    + " f.table_name, f.operation, f.sqlstate, f.message, f.failed_at, s.reason FROM gaussferry.failed_change f"
                    + " LEFT JOIN gaussferry.skipped_transaction s ON s.pipeline = f.pipeline AND s.gtid = f.gtid"
                    + " WHERE f.pipeline = ?";

    /** Returns the newest failures, at most 100; the table of {@link SkippedTransactions} must exist. */
    public List<Failure> list(Connection connection) throws SQLException {
        return Sql.list(
                connection,
                FailureStore::failure,
                SELECT + " ORDER BY f.failed_at DESC, f.change_number LIMIT 100",
                pipeline);
    }

    /** Returns a failure; empty if it does not exist. */
    public Optional<Failure> find(Connection connection, String gtid, int changeNumber) throws SQLException {
        return Sql.first(
                connection,
                FailureStore::failure,
                SELECT + " AND f.gtid = ? AND f.change_number = ?",
                pipeline,
                gtid,
                changeNumber);
    }

    private static Failure failure(ResultSet row) throws SQLException {
        FailedChange change = new FailedChange(
                row.getString(1),
                row.getInt(2),
                row.getString(3),
                row.getLong(4),
                new TableId(row.getString(5), row.getString(6)),
                row.getString(7),
                row.getString(8),
                row.getString(9));
        return new Failure(change, row.getTimestamp(10).toInstant(), row.getString(11));
    }

    /**
     * Returns a failed change's values.
     *
     * @param longest the maximum number of characters of each value; longer values are truncated
     */
    public List<Value> values(Connection connection, FailedChange change, int longest) throws SQLException {
        return Sql.list(
                connection,
                rows -> new Value(rows.getString(1), rows.getString(2), rows.getString(3)),
                "SELECT column_name, substr(value_before, 1, ?), substr(value_after, 1, ?) FROM gaussferry.failed_value"
                        + " WHERE pipeline = ? AND gtid = ? AND change_number = ? ORDER BY column_number",
                longest,
                longest,
                pipeline,
                change.gtid(),
                change.changeNumber());
    }

    /**
     * Stores a change, replacing its earlier rows. Joins the connection's transaction.
     *
     * @param values of the change, by column
     */
    public void save(Connection connection, FailedChange change, List<Value> values) throws SQLException {
        for (String table : List.of("failed_value", "failed_change")) {
            Sql.execute(
                    connection,
                    "DELETE FROM gaussferry." + table + " WHERE pipeline = ? AND gtid = ? AND change_number = ?",
                    pipeline,
                    change.gtid(),
                    change.changeNumber());
        }
        Sql.execute(
                connection,
                "INSERT INTO gaussferry.failed_change VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, clock_timestamp())",
                pipeline,
                change.gtid(),
                change.changeNumber(),
                change.binlogFile(),
                change.binlogOffset(),
                change.table().schema(),
                change.table().name(),
                change.operation(),
                change.sqlState(),
                storable(change.message()));
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO gaussferry.failed_value VALUES (?, ?, ?, ?, ?, ?, ?)")) {
            for (int i = 0; i < values.size(); i++) {
                Value value = values.get(i);
                insert.setString(1, pipeline);
                insert.setString(2, change.gtid());
                insert.setInt(3, change.changeNumber());
                insert.setInt(4, i + 1);
                insert.setString(5, value.column());
                insert.setString(6, storable(value.before()));
                insert.setString(7, storable(value.after()));
                insert.executeUpdate();
            }
        }
    }

    /** Replaces U+0000, which no target stores in a string. Only its position matters here. */
    private static @Nullable String storable(@Nullable String value) {
        return value == null ? null : value.replace('\0', '\uFFFD');
    }

    /** Quarantines tables that are not quarantined yet. Joins the connection's transaction. */
    public void quarantine(Connection connection, Collection<TableId> tables, String gtid, String reason)
            throws SQLException {
        Set<TableId> before = quarantined(connection);
        for (TableId table : tables) {
            if (!before.contains(table)) {
                quarantine(connection, table, gtid, reason);
            }
        }
    }

    private void quarantine(Connection connection, TableId table, String gtid, String reason) throws SQLException {
        Sql.execute(
                connection,
                "INSERT INTO gaussferry.quarantine VALUES (?, ?, ?, ?, ?, clock_timestamp())",
                pipeline,
                table.schema(),
                table.name(),
                gtid,
                storable(reason));
    }

    /** Ends the quarantine of a table. Joins the connection's transaction. */
    public void endQuarantine(Connection connection, TableId table) throws SQLException {
        Sql.execute(
                connection,
                "DELETE FROM gaussferry.quarantine WHERE pipeline = ? AND schema_name = ? AND table_name = ?",
                pipeline,
                table.schema(),
                table.name());
    }

    /** Returns the quarantined tables. */
    public Set<TableId> quarantined(Connection connection) throws SQLException {
        return new TreeSet<>(reasons(connection).keySet());
    }

    /** Returns the quarantined tables, each with its reason. */
    public Map<TableId, String> reasons(Connection connection) throws SQLException {
        Map<TableId, String> reasons = new TreeMap<>();
        Sql.each(
                connection,
                rows -> reasons.put(new TableId(rows.getString(1), rows.getString(2)), rows.getString(3)),
                "SELECT schema_name, table_name, reason FROM gaussferry.quarantine WHERE pipeline = ?",
                pipeline);
        return reasons;
    }
}
