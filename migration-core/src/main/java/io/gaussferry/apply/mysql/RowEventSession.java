package io.gaussferry.apply.mysql;

import io.gaussferry.apply.RowCountException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.Set;

/**
 * A session in which MySQL applies rows events by {@code BINLOG} statements. Its account needs REPLICATION_APPLIER, BINLOG_ADMIN or SUPER.
 * Not thread-safe.
 */
final class RowEventSession {

    /** {@code ER_SPECIFIC_ACCESS_DENIED_ERROR}: the account may not. */
    private static final int DENIED = 1227;

    /** {@code ER_KEY_NOT_FOUND}: a row that is to be changed is not there. */
    private static final int NOT_FOUND = 1032;

    /** Values of those settings by which no error is passed over. */
    private static final Set<String> STRICT = Set.of("OFF", "", "STRICT");

    /**
     * Of the driver, not of the server, which takes no {@code BINLOG} in that form. In the text of a statement the driver would look for its
     * first word's end letter by letter, through all of the events: a third of the samples of the way back's threads.
     */
    private final PreparedStatement binlog;

    private final int eventBytes;
    private final BinlogEvents events = new BinlogEvents();

    private RowEventSession(PreparedStatement binlog, int eventBytes) {
        this.binlog = binlog;
        this.eventBytes = eventBytes;
    }

    /**
     * Begins applying events. Rolls back what is open.
     *
     * @param connection without autocommit
     * @param eventBytes from which on an event takes no more rows
     * @return nothing if the account may not, or if the server or the session is set to pass over a replica's errors: then it would pass
     *     over rows that are not there
     */
    static Optional<RowEventSession> open(Connection connection, int eventBytes) throws SQLException {
        // which GTIDs transactions get cannot be said in the midst of one
        connection.rollback();
        try (Statement statement = connection.createStatement()) {
            if (passesOverErrors(statement)) {
                return Optional.empty();
            }
            RowEventSession session = new RowEventSession(connection.prepareStatement("BINLOG ?"), eventBytes);
            session.events.formatDescription(version(statement));
            session.send();
            // a format description has MySQL expect that each transaction's GTID is told
            statement.execute("SET SESSION gtid_next = 'AUTOMATIC'");
            return Optional.of(session);
        } catch (SQLException e) {
            if (e.getErrorCode() == DENIED) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private static boolean passesOverErrors(Statement statement) throws SQLException {
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

    /** Begins another statement, and returns its events, of which there are none yet, whatever became of the one before. */
    BinlogEvents begin() {
        events.clear();
        return events;
    }

    /** Returns the events that the next statement executes. */
    BinlogEvents events() {
        return events;
    }

    /** Returns whether they are as large as one statement's may be. */
    boolean isFull() {
        return events.length() >= eventBytes;
    }

    /**
     * Executes the events, and empties them.
     *
     * @param rows how many they have
     * @throws RowCountException if one of them is not there
     */
    void execute(int rows) throws SQLException {
        try {
            send();
        } catch (SQLException e) {
            if (e.getErrorCode() == NOT_FOUND) {
                throw RowCountException.missing(rows, e);
            }
            throw e;
        }
    }

    private void send() throws SQLException {
        try {
            binlog.setString(1, events.text());
            binlog.execute();
        } finally {
            // one row may have been large
            binlog.clearParameters();
            events.clear();
        }
    }
}
