package io.gaussferry.opengauss;

import io.gaussferry.jdbc.Sql;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Counts the pipelines of a target database that share its limit of rows per second: each has a session that holds a
 * shared advisory lock. When that session ends, for any reason, its pipeline is no longer counted. Never waits for a
 * lock. Confined to one thread at a time.
 */
public final class RateLimitParticipants {

    /** The letters GAUR: first key of the lock. */
    private static final int KEY = 0x47415552;

    /** Second key, locked by every counted session. */
    private static final int PRESENT = 0;

    private final Connection session;

    /**
     * Counts this pipeline from now on.
     *
     * @param session used for nothing else; stays open as long as the pipeline is to be counted
     */
    public RateLimitParticipants(Connection session) throws SQLException {
        this.session = session;
        Sql.execute(session, "SELECT pg_catalog.pg_advisory_lock_shared(" + KEY + ", " + PRESENT + ")");
        session.commit();
    }

    /** Returns the number of pipelines, including this one: 1 or more. */
    public int count() throws SQLException {
        try (Statement statement = session.createStatement();
                ResultSet row = statement.executeQuery("SELECT count(*)" + AdvisoryLocks.holders(KEY) + PRESENT)) {
            row.next();
            int count = Math.max(1, row.getInt(1));
            session.commit();
            return count;
        }
    }
}
