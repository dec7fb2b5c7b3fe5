package io.gaussferry.checkpoint;

import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.TableId;
import io.gaussferry.state.TargetState;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The operator's decisions about changes that MySQL refuses, stored on the target: {@code gaussferry.reverse_exception}
 * has the skipped transactions and the quarantined tables, {@code gaussferry.reverse_settling} the part of the log that
 * is applied by current rows. All methods join the connection's transaction.
 */
public final class ReverseDecisionStore {

    private static final String EXCEPTIONS = "reverse_exception";
    private static final String SETTLING = "reverse_settling";

    private final String pipeline;

    /** @param pipeline the name of the pipeline; several pipelines may share one target */
    public ReverseDecisionStore(String pipeline) {
        this.pipeline = pipeline;
    }

    /**
     * A part of the target's log whose changes are applied by state instead of by operation.
     *
     * @param readUntil changes up to this position are applied by the target's current rows
     * @param appliedUntil changes after the first position and up to this one are applied whether or not MySQL already
     *     has them; null while current rows are still being read
     */
    public record Settling(long readUntil, @Nullable Long appliedUntil) {}

    /**
     * All decisions.
     *
     * @param skipped the numbers of the transactions that are not applied
     * @param quarantined tables, by their names in MySQL, whose changes are not applied
     * @param incomplete tables, by their names in MySQL, that lack skipped changes; includes the quarantined ones
     * @param settling the part of the log that is applied by state
     */
    public record Decisions(
            Set<Long> skipped, Set<TableId> quarantined, Set<TableId> incomplete, Optional<Settling> settling) {

        /** No decisions. */
        public static final Decisions NONE = new Decisions(Set.of(), Set.of(), Set.of(), Optional.empty());

        public Decisions {
            skipped = Set.copyOf(skipped);
            quarantined = Set.copyOf(quarantined);
            incomplete = Set.copyOf(incomplete);
        }
    }

    /** Returns all decisions. */
    public Decisions read(Connection connection) throws SQLException {
        if (!TargetState.hasTable(connection, SETTLING)) {
            return Decisions.NONE;
        }
        Set<Long> skipped = new TreeSet<>();
        Set<TableId> quarantined = new TreeSet<>();
        Set<TableId> incomplete = new TreeSet<>();
        Sql.each(
                connection,
                rows -> {
                    long number = rows.getLong(1);
                    TableId table = new TableId(rows.getString(2), rows.getString(3));
                    incomplete.add(table);
                    boolean unused = number > 0 ? skipped.add(number) : quarantined.add(table);
                },
                "SELECT transaction_number, schema_name, table_name FROM gaussferry.reverse_exception WHERE pipeline = ?",
                pipeline);
        return new Decisions(skipped, quarantined, incomplete, settling(connection));
    }

    private Optional<Settling> settling(Connection connection) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(
                "SELECT read_until, applied_until FROM gaussferry.reverse_settling WHERE pipeline = ?")) {
            select.setString(1, pipeline);
            try (ResultSet row = select.executeQuery()) {
                if (!row.next()) {
                    return Optional.empty();
                }
                long read = row.getLong(1);
                long applied = row.getLong(2);
                // wasNull is about the column that was read last
                return Optional.of(new Settling(read, row.wasNull() ? null : Long.valueOf(applied)));
            }
        }
    }

    /**
     * Records a transaction that is not applied.
     *
     * @param number its number, from 1
     * @param table a table that lacks changes of it, by its name in MySQL
     */
    public void skip(Connection connection, long number, TableId table, String reason) throws SQLException {
        add(connection, number, table, reason);
    }

    /** Records a table, by its name in MySQL, whose changes are not applied. */
    public void quarantine(Connection connection, TableId table, String reason) throws SQLException {
        add(connection, 0, table, reason);
    }

    private void add(Connection connection, long number, TableId table, String reason) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO gaussferry.reverse_exception"
                + " SELECT ?::TEXT, ?::BIGINT, ?::TEXT, ?::TEXT, ?::TEXT, clock_timestamp() WHERE NOT EXISTS (SELECT 1"
                + " FROM gaussferry.reverse_exception"
                + " WHERE pipeline = ? AND transaction_number = ? AND schema_name = ? AND table_name = ?)")) {
            insert.setString(1, pipeline);
            insert.setLong(2, number);
            insert.setString(3, table.schema());
            insert.setString(4, table.name());
            // no target stores U+0000 in a string
            insert.setString(5, reason.replace('\0', '\uFFFD'));
            insert.setString(6, pipeline);
            insert.setLong(7, number);
            insert.setString(8, table.schema());
            insert.setString(9, table.name());
            insert.executeUpdate();
        }
    }

    /** Replaces the part of the log that is applied by state. */
    public void settle(Connection connection, Settling settling) throws SQLException {
        endSettling(connection);
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO gaussferry.reverse_settling VALUES (?, ?, ?)")) {
            insert.setString(1, pipeline);
            insert.setLong(2, settling.readUntil());
            insert.setObject(3, settling.appliedUntil(), Types.BIGINT);
            insert.executeUpdate();
        }
    }

    /** Makes all later changes be applied as usual. */
    public void endSettling(Connection connection) throws SQLException {
        delete(connection, SETTLING);
    }

    /** Deletes all decisions, because both sides were compared since. */
    public void forget(Connection connection) throws SQLException {
        delete(connection, EXCEPTIONS);
        delete(connection, SETTLING);
    }

    private void delete(Connection connection, String table) throws SQLException {
        Sql.execute(connection, "DELETE FROM gaussferry." + table + " WHERE pipeline = ?", pipeline);
    }
}
