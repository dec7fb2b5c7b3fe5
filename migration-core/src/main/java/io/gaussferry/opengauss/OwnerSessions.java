package io.gaussferry.opengauss;

import io.gaussferry.jdbc.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * The writing sessions of a pipeline's owner, marked by a shared advisory lock that no session waits for. The next
 * owner finds and terminates them by this lock. Otherwise a session whose client has stopped between two statements
 * would keep its rows locked, and no other session could write them.
 *
 * <p>openGauss with a thread pool dedicates one of its few threads to each session that holds a lock. There, a session
 * is marked only for the duration of each applier transaction. Stateless.
 */
public final class OwnerSessions {

    /** The letters GAUS: first key of the lock; the second is a hash of the pipeline's name. */
    private static final int LOCK_KEY = 0x47415553;

    private OwnerSessions() {}

    /** Returns whether the target serves its sessions from a thread pool. */
    public static boolean arePooled(Connection connection) throws SQLException {
        return Sql.exists(
                connection,
                "SELECT 1 FROM pg_catalog.pg_settings WHERE name = 'enable_thread_pool' AND setting = 'on'");
    }

    /** Marks a connection's session until the session ends. Not for sessions of a thread pool. */
    static void mark(Connection connection, String pipeline) throws SQLException {
        lock(connection, "pg_advisory_lock_shared", pipeline);
    }

    /** Marks a connection's session until its transaction ends. */
    public static void markTransaction(Connection connection, String pipeline) throws SQLException {
        lock(connection, "pg_advisory_xact_lock_shared", pipeline);
    }

    private static void lock(Connection connection, String function, String pipeline) throws SQLException {
        Sql.execute(connection, "SELECT pg_catalog." + function + "(" + LOCK_KEY + ", " + pipeline.hashCode() + ")");
    }

    /**
     * Terminates all marked sessions except the connection's own. Called by a new owner after its ownership is
     * committed, so that the previous owner can no longer commit. Two pipelines whose names have the same hash would
     * merely restart.
     *
     * @return number of terminated sessions
     * @throws SQLException if the account lacks the privilege; nothing else has changed
     */
    public static int terminateOthers(Connection connection, String pipeline) throws SQLException {
        List<Long> others = others(connection, pipeline);
        for (long other : others) {
            try (Statement end = connection.createStatement()) {
                // a literal: openGauss has 64-bit session IDs, PostgreSQL accepts only an int here
                end.execute("SELECT pg_catalog.pg_terminate_backend(" + other + ")");
            }
        }
        connection.commit();
        return others.size();
    }

    /**
     * Returns whether the owner has, or may have, a session besides the connection's own: sessions of a thread pool are
     * not marked.
     */
    public static boolean mayExist(Connection connection, String pipeline) throws SQLException {
        return arePooled(connection) || !others(connection, pipeline).isEmpty();
    }

    private static List<Long> others(Connection connection, String pipeline) throws SQLException {
        return Sql.list(
                connection,
                rows -> rows.getLong(1),
                "SELECT DISTINCT pid FROM pg_catalog.pg_locks"
                        + " WHERE locktype = 'advisory' AND CAST(classid AS bigint) = " + LOCK_KEY
                        + " AND CAST(objid AS bigint) = " + Integer.toUnsignedLong(pipeline.hashCode())
                        + " AND objsubid = 2 AND database ="
                        + " (SELECT oid FROM pg_catalog.pg_database WHERE datname = pg_catalog.current_database())"
                        + " AND pid <> pg_catalog.pg_backend_pid()");
    }
}
