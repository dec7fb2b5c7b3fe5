package io.gaussferry.snapshot.source;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds a session of the source for which {@code FLUSH TABLES WITH READ LOCK} would wait: one whose statement has been running for a
 * second, or one with {@code LOCK TABLES … WRITE}. Without the PROCESS privilege only the account's own sessions are visible.
 */
final class BlockingSessions {

    private static final Logger LOG = LoggerFactory.getLogger(BlockingSessions.class);

    /** Threads of a replica are idle in these states, although their command is a query. */
    private static final String STATEMENTS = "SELECT id, user, time, state FROM information_schema.processlist"
            + " WHERE command IN ('Query', 'Execute') AND time >= 1 AND id <> CONNECTION_ID()"
            + " AND NOT (user IN ('system user', 'event_scheduler') AND (state LIKE 'Waiting %' OR state LIKE '% has read all %'))"
            + " ORDER BY time DESC LIMIT 1";

    /**
     * An idle session with a writer's lock. Supported since 8.0; earlier versions do not record metadata locks in performance_schema by
     * default.
     */
    private static final String LOCKED_TABLES = "SELECT t.processlist_id, t.processlist_user, t.processlist_time,"
            + " 'LOCK TABLES' FROM performance_schema.metadata_locks l"
            + " JOIN performance_schema.threads t ON t.thread_id = l.owner_thread_id"
            + " WHERE l.object_type = 'GLOBAL' AND l.lock_type = 'INTENTION_EXCLUSIVE' AND l.lock_status = 'GRANTED'"
            + " AND t.processlist_command = 'Sleep' AND t.processlist_id <> CONNECTION_ID() LIMIT 1";

    private BlockingSessions() {}

    /** Returns the number, account and state of the session that has been running for the longest time; empty if none is visible. */
    static Optional<String> find(Connection source) throws SQLException {
        Optional<String> statement = first(source, STATEMENTS);
        if (statement.isPresent()) {
            return statement;
        }
        try {
            return first(source, LOCKED_TABLES);
        } catch (SQLException e) {
            LOG.debug("Sessions with locked tables are not visible: {}", e.getMessage());
            return Optional.empty();
        }
    }

    private static Optional<String> first(Connection source, String query) throws SQLException {
        try (Statement statement = source.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            if (!row.next()) {
                return Optional.empty();
            }
            return Optional.of("session " + row.getLong(1) + " of " + row.getString(2) + " has been running for "
                    + row.getLong(3) + " s (" + row.getString(4) + ")");
        }
    }
}
