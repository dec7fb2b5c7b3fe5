package io.gaussferry.apply.mysql;

import io.gaussferry.apply.RowCountException;
import io.gaussferry.model.TableId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.Set;

/**
 * A session in which MySQL applies rows events through {@code BINLOG} statements. Its account needs
 * REPLICATION_APPLIER, BINLOG_ADMIN or SUPER. Not thread-safe.
 */
final class RowEventSession {

    /** {@code ER_SPECIFIC_ACCESS_DENIED_ERROR}: the account lacks the privilege. */
    private static final int DENIED = 1227;

    /** {@code ER_KEY_NOT_FOUND}: a row to change does not exist. */
    private static final int NOT_FOUND = 1032;

    /** {@code ER_GET_ERRNO} with {@code HA_ERR_INTERNAL_ERROR}: among others, a row to change belongs to no partition. */
    private static final int OF_ENGINE = 1030;

    private static final String INTERNAL = "error 122 ";

    private static final String OWN_GTIDS = "SET SESSION gtid_next = 'AUTOMATIC'";

    private static final String IS_PARTITIONED = "SELECT 1 FROM information_schema.partitions"
            + " WHERE table_schema = ? AND table_name = ? AND partition_name IS NOT NULL LIMIT 1";

    /** Values of the settings that make MySQL report all errors. */
    private static final Set<String> STRICT = Set.of("OFF", "", "STRICT");

    /**
     * Prepared by the driver, not by the server, which does not prepare {@code BINLOG}. In an unprepared statement the
     * driver would search all of the events, character by character, for the end of the first word: a third of the
     * samples of reverse replication's threads.
     */
    private final PreparedStatement binlog;

    private final int eventBytes;
    private final BinlogEvents events = new BinlogEvents();

    private RowEventSession(PreparedStatement binlog, int eventBytes) {
        this.binlog = binlog;
        this.eventBytes = eventBytes;
    }

    /**
     * Starts applying events. Rolls back the open transaction.
     *
     * @param connection without autocommit
     * @param eventBytes maximum size of an event in bytes, exceeded by its last row
     * @return empty if the account lacks the privilege, or if the server or the session ignores a replica's errors, and
     *     with them missing rows
     */
    static Optional<RowEventSession> open(Connection connection, int eventBytes) throws SQLException {
        // gtid_next cannot be set within a transaction
        connection.rollback();
        try (Statement statement = connection.createStatement()) {
            if (ignoresErrors(statement)) {
                return Optional.empty();
            }
            // without this privilege the session would not execute any statement after the format description
            statement.execute(OWN_GTIDS);
            RowEventSession session = new RowEventSession(connection.prepareStatement("BINLOG ?"), eventBytes);
            session.events.formatDescription(version(statement));
            session.send();
            // after a format description, MySQL expects a GTID for each transaction
            statement.execute(OWN_GTIDS);
            return Optional.of(session);
        } catch (SQLException e) {
            if (e.getErrorCode() == DENIED) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private static boolean ignoresErrors(Statement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery("SHOW SESSION VARIABLES WHERE variable_name IN"
                + " ('replica_skip_errors', 'slave_skip_errors', 'rbr_exec_mode')")) {
            while (row.next()) {
                if (!STRICT.contains(row.getString(2))) {
                    return true;
                }
            }
            return false;
        }
    }

    private static String version(Statement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery("SELECT VERSION()")) {
            row.next();
            return row.getString(1);
        }
    }

    /**
     * Starts another statement. Returns its events, initially none, regardless of the outcome of the previous
     * statement.
     */
    BinlogEvents start() {
        events.clear();
        return events;
    }

    /** Returns the events of the next statement. */
    BinlogEvents events() {
        return events;
    }

    /** Returns whether the events have reached the maximum size of a statement. */
    boolean isFull() {
        return events.length() >= eventBytes;
    }

    /**
     * Executes the events and clears them.
     *
     * @param table the table of the rows
     * @param rows number of rows in the events
     * @throws RowCountException if one of the rows does not exist
     */
    void execute(TableId table, int rows) throws SQLException {
        try {
            send();
        } catch (SQLException e) {
            if (e.getErrorCode() == NOT_FOUND || isOfNoPartition(e, table)) {
                throw RowCountException.missing(rows, e);
            }
            throw e;
        }
    }

    /** MySQL searches a row in its partition only. */
    private boolean isOfNoPartition(SQLException failure, TableId table) throws SQLException {
        if (failure.getErrorCode() != OF_ENGINE
                || !String.valueOf(failure.getMessage()).contains(INTERNAL)) {
            return false;
        }
        try (PreparedStatement query = binlog.getConnection().prepareStatement(IS_PARTITIONED)) {
            query.setString(1, table.schema());
            query.setString(2, table.name());
            try (ResultSet row = query.executeQuery()) {
                return row.next();
            }
        }
    }

    private void send() throws SQLException {
        try {
            binlog.setString(1, events.base64());
            binlog.execute();
        } finally {
            // a single row may have been large
            binlog.clearParameters();
            events.clear();
        }
    }
}
