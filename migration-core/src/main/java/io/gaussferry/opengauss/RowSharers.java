package io.gaussferry.opengauss;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Knows how many pipelines of a target database share its limit of rows a second: each has a session that holds an advisory lock with all
 * others. However that session ends, its pipeline is not counted any more. Nothing here waits for a lock. Confined to one thread at a time.
 */
public final class RowSharers {

    /** The letters GAUR: half of the lock's key. */
    private static final int KEY = 0x47415552;

    /** The other half: had by every session that is counted. */
    private static final int PRESENT = 0;

    private final Connection session;

    /**
     * Has this pipeline counted from now on.
     *
     * @param session stays open for as long as it is to be counted, and is used for nothing else
     */
    public RowSharers(Connection session) throws SQLException {
        this.session = session;
        try (Statement statement = session.createStatement()) {
            statement.execute("SELECT pg_catalog.pg_advisory_lock_shared(" + KEY + ", " + PRESENT + ")");
        }
        session.commit();
    }

    /** Returns how many pipelines there are, this one included: 1 or more. */
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
