package io.gaussferry.opengauss.decoding;

import io.gaussferry.convert.image.TargetShape;
import io.gaussferry.error.SqlFailure;
import io.gaussferry.jdbc.Sql;
import io.gaussferry.lifecycle.TimeLimit;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.Identifiers;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Updates one row of each table without changing it, so that the target's log has one. The application's triggers do not
 * fire: they would change other rows.
 */
final class RowTouch {

    private static final Logger LOG = LoggerFactory.getLogger(RowTouch.class);

    private static final String INSUFFICIENT_PRIVILEGE = "42501";

    /** The application's triggers that are enabled. */
    private static final String TRIGGERS = "SELECT 1 FROM pg_catalog.pg_trigger t"
            + " JOIN pg_catalog.pg_class c ON c.oid = t.tgrelid JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
            + " JOIN pg_catalog.pg_proc p ON p.oid = t.tgfoid JOIN pg_catalog.pg_namespace f ON f.oid = p.pronamespace"
            + " WHERE NOT t.tgisinternal AND t.tgenabled <> 'D' AND f.nspname <> 'gaussferry'"
            + " AND n.nspname = ? AND c.relname = ?";

    private static final int STATEMENTS_TOGETHER = 100;

    private final List<TargetShape> tables;
    private final KnownRows rows;

    RowTouch(Collection<TargetShape> tables, KnownRows rows) {
        this.tables = List.copyOf(tables);
        this.rows = rows;
    }

    /**
     * Updates the rows; joins the connection's transaction. Returns the tables that had a row: the others are empty, or no row was
     * found in time.
     */
    Set<TableId> update(Connection connection) throws SQLException {
        Set<TableId> updated = new TreeSet<>();
        try (Statement statement = connection.createStatement()) {
            List<TargetShape> touched = silenceTriggers(statement) ? tables : withoutTriggers(connection);
            updated.addAll(updateKnown(statement, touched));
            for (TargetShape table : touched) {
                if (!updated.contains(table.id()) && search(statement, table)) {
                    updated.add(table.id());
                }
            }
        }
        return updated;
    }

    private List<TargetShape> withoutTriggers(Connection connection) throws SQLException {
        List<TargetShape> without = new ArrayList<>();
        for (TargetShape table : tables) {
            if (Sql.exists(connection, TRIGGERS, table.id().schema(), table.id().name())) {
                LOG.info(
                        "Table {} has triggers, and the account may not set session_replication_role: the proof that the target's"
                                + " log has changed rows leaves it out",
                        table.id());
            } else {
                without.add(table);
            }
        }
        return without;
    }

    /** Updates the rows of known positions in few round trips, since writers may wait; returns the tables whose row is still there. */
    private Set<TableId> updateKnown(Statement statement, List<TargetShape> touched) throws SQLException {
        List<TargetShape> known = touched.stream()
                .filter(table -> rows.position(table.id()).isPresent())
                .toList();
        Set<TableId> updated = new TreeSet<>();
        for (int from = 0; from < known.size(); from += STATEMENTS_TOGETHER) {
            List<TargetShape> group = known.subList(from, Math.min(known.size(), from + STATEMENTS_TOGETHER));
            for (TargetShape table : group) {
                statement.addBatch(sql(table, "'" + rows.position(table.id()).orElseThrow() + "'"));
            }
            int[] counts = statement.executeBatch();
            for (int i = 0; i < counts.length; i++) {
                if (counts[i] > 0) {
                    updated.add(group.get(i).id());
                }
            }
        }
        return updated;
    }

    /** Returns false if the account lacks the privilege. Lasts until the end of the transaction. */
    private static boolean silenceTriggers(Statement statement) throws SQLException {
        statement.execute("SAVEPOINT role");
        try {
            statement.execute("SET LOCAL session_replication_role = replica");
            return true;
        } catch (SQLException e) {
            if (!INSUFFICIENT_PRIVILEGE.equals(e.getSQLState())) {
                throw e;
            }
            statement.execute("ROLLBACK TO SAVEPOINT role");
            return false;
        }
    }

    private boolean search(Statement statement, TargetShape table) throws SQLException {
        statement.execute("SAVEPOINT search; SET LOCAL statement_timeout = " + TimeLimit.millis(rows.longestSearch()));
        boolean found;
        try {
            found = statement.executeUpdate(sql(table, "(SELECT ctid FROM " + name(table) + " LIMIT 1)")) > 0;
        } catch (SQLException e) {
            if (SqlFailure.of(e) != SqlFailure.CONTENTION) {
                throw e;
            }
            statement.execute("ROLLBACK TO SAVEPOINT search");
            LOG.info(
                    "No row of table {} was found within {} ms, for example because many rows before it are deleted: the"
                            + " proof that the target's log has changed rows leaves it out",
                    table.id(),
                    rows.longestSearch().toMillis());
            found = false;
        }
        statement.execute("SET LOCAL statement_timeout = 0; RELEASE SAVEPOINT search");
        return found;
    }

    /** Sets all columns to their values: the server may change an omitted column (ON UPDATE CURRENT_TIMESTAMP). */
    private static String sql(TargetShape table, String position) {
        String columns = table.columns().stream()
                .map(column -> Identifiers.quoteTarget(column.name()))
                .map(column -> column + " = " + column)
                .collect(Collectors.joining(", "));
        return "UPDATE " + name(table) + " SET " + columns + " WHERE ctid = " + position;
    }

    private static String name(TargetShape table) {
        return Identifiers.quoteTarget(table.id());
    }
}
