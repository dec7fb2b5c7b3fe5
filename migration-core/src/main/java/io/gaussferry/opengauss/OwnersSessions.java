package io.gaussferry.opengauss;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * The sessions by which a pipeline's owner writes, marked by an advisory lock that nobody waits for: the next owner knows them by it, and
 * ends them. Without that, a session whose client has stopped between two statements keeps the rows locked that it has written, and nobody
 * else can write those.
 *
 * <p>openGauss with a thread pool keeps a thread for each session that has a lock, and has few of them: there a session is marked for
 * each of an applier's transactions instead. Stateless.
 */
public final class OwnersSessions {

    /** The letters GAUS: half of the lock's key; the other half is a number made of the pipeline's name. */
    private static final int MARK = 0x47415553;

    private OwnersSessions() {}

    /** Returns whether the target serves its sessions by a pool of threads. */
    public static boolean arePooled(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT 1 FROM pg_catalog.pg_settings"
                        + " WHERE name = 'enable_thread_pool' AND setting = 'on'")) {
            return row.next();
        }
    }

    /** Marks a connection's session, until that ends; one of a pool is not marked. */
    public static void mark(Connection connection, String pipeline) throws SQLException {
        if (!arePooled(connection)) {
            lock(connection, "pg_advisory_lock_shared", pipeline);
        }
        connection.commit();
    }

    /** Marks a connection's session until its transaction ends. */
    public static void markTransaction(Connection connection, String pipeline) throws SQLException {
        lock(connection, "pg_advisory_xact_lock_shared", pipeline);
    }

    private static void lock(Connection connection, String function, String pipeline) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SELECT pg_catalog." + function + "(" + MARK + ", " + pipeline.hashCode() + ")");
        }
    }

    /**
     * Ends all marked sessions but the connection's own: for whoever has committed that it is the owner now, so that nothing of theirs could
     * be committed any more. Two pipelines whose names make one number would only begin afresh.
     *
     * @return how many there were
     * @throws SQLException if the account has not the right to; nothing else has changed
     */
    public static int endOthers(Connection connection, String pipeline) throws SQLException {
        List<Long> others = others(connection, pipeline);
        for (long other : others) {
            try (Statement end = connection.createStatement()) {
                // as a literal: openGauss numbers sessions in 64 bits, PostgreSQL takes only an int here
                end.execute("SELECT pg_catalog.pg_terminate_backend(" + other + ")");
            }
        }
        connection.commit();
        return others.size();
    }

    /** Returns whether the owner has a session besides the connection's own, or may have one: sessions of a pool are not marked. */
    public static boolean mayExist(Connection connection, String pipeline) throws SQLException {
        return arePooled(connection) || !others(connection, pipeline).isEmpty();
    }

    private static List<Long> others(Connection connection, String pipeline) throws SQLException {
        List<Long> others = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT DISTINCT pid FROM pg_catalog.pg_locks"
                        + " WHERE locktype = 'advisory' AND CAST(classid AS bigint) = " + MARK
                        + " AND CAST(objid AS bigint) = " + Integer.toUnsignedLong(pipeline.hashCode())
                        + " AND objsubid = 2 AND database ="
                        + " (SELECT oid FROM pg_catalog.pg_database WHERE datname = pg_catalog.current_database())"
                        + " AND pid <> pg_catalog.pg_backend_pid()")) {
            while (rows.next()) {
                others.add(rows.getLong(1));
            }
        }
        return others;
    }
}
