package io.gaussferry.opengauss;

import io.gaussferry.jdbc.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** Sessions on the target that hold locks for which other sessions wait. Stateless. */
public final class LockHolders {

    /** A session waits for a row lock by waiting for the end of the holder's transaction. */
    private static final String IDLE_HOLDERS = "SELECT DISTINCT holder.pid FROM pg_catalog.pg_locks waiter"
            + " JOIN pg_catalog.pg_locks holder ON holder.locktype = waiter.locktype"
            + " AND holder.transactionid = waiter.transactionid AND holder.granted"
            + " JOIN pg_catalog.pg_stat_activity session ON session.pid = holder.pid"
            + " WHERE waiter.pid = ? AND NOT waiter.granted AND waiter.locktype = 'transactionid'"
            + " AND session.state = 'idle in transaction' AND session.application_name = 'gaussferry'";

    private LockHolders() {}

    /** Returns the ID of a connection's session on the target. Joins the connection's transaction. */
    public static long session(Connection connection) throws SQLException {
        return Sql.first(connection, row -> row.getLong(1), "SELECT pg_catalog.pg_backend_pid()")
                .orElseThrow();
    }

    /**
     * Terminates Gaussferry's sessions that hold the row lock for which a session waits and whose transaction is idle:
     * their client has stopped, or is gone without the target's knowledge.
     *
     * @param waiting the waiting session
     * @return number of terminated sessions
     */
    public static int terminateIdle(Connection connection, long waiting) throws SQLException {
        List<Long> holders = Sql.list(connection, rows -> rows.getLong(1), IDLE_HOLDERS, waiting);
        for (long holder : holders) {
            try (Statement end = connection.createStatement()) {
                // a literal: openGauss has 64-bit session IDs, PostgreSQL accepts only an int here
                end.execute("SELECT pg_catalog.pg_terminate_backend(" + holder + ")");
            }
        }
        connection.commit();
        return holders.size();
    }
}
