package io.gaussferry.opengauss;

import io.gaussferry.jdbc.Sql;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A number of connections that all pipelines of a target database share, allocated by advisory locks: each connection
 * is a number locked by one session. When that session ends, for any reason, its connections are free again. Never
 * waits for a lock. Confined to one thread at a time.
 */
public final class SharedConnections {

    /** The letters GAUT: first key of each lock. */
    private static final int KEY = 0x47415554;

    /** Second key, locked by every session that has connections or waits for some. */
    private static final int PRESENT = 0;

    /** Second key, locked by every waiting session. */
    private static final int WAITING = 1;

    /** Second key of the first connection; those of the others follow. */
    private static final int FIRST = 2;

    private static final String HOLDERS = AdvisoryLocks.holders(KEY);

    private final Connection session;
    private final int total;

    /**
     * Starts waiting.
     *
     * @param session session of the user of the connections, used for nothing else; stays open as long as they are used
     * @param total number of connections shared by all, 1 or more: the same for all
     */
    public SharedConnections(Connection session, int total) throws SQLException {
        this.session = session;
        this.total = total;
        execute("SELECT pg_catalog.pg_advisory_lock_shared(" + KEY + ", " + PRESENT + ")");
        execute("SELECT pg_catalog.pg_advisory_lock_shared(" + KEY + ", " + WAITING + ")");
        session.commit();
    }

    /**
     * Allocates up to this session's share of the free connections, unless another session has waited longer.
     *
     * @param wanted 1 or more
     * @return number of allocated connections; 0 if the session has to wait
     */
    public int take(int wanted) throws SQLException {
        int taken = 0;
        if (isNext()) {
            int limit = Math.min(wanted, share());
            for (int i = 0; i < total && taken < limit; i++) {
                taken += isTrue("SELECT pg_catalog.pg_try_advisory_lock(" + KEY + ", " + (FIRST + i) + ")") ? 1 : 0;
            }
        }
        if (taken > 0) {
            execute("SELECT pg_catalog.pg_advisory_unlock_shared(" + KEY + ", " + WAITING + ")");
        }
        session.commit();
        return taken;
    }

    /** Returns whether another session waits and a session with this number of connections has more than its share. */
    public boolean isReleaseRequested(int taken) throws SQLException {
        boolean requested = taken > share() && number("SELECT count(*)" + HOLDERS + WAITING) > 0;
        session.commit();
        return requested;
    }

    /** The oldest waiting session is next. */
    private boolean isNext() throws SQLException {
        return isTrue("SELECT pid = pg_catalog.pg_backend_pid() FROM pg_catalog.pg_stat_activity"
                + " WHERE pid IN (SELECT held.pid" + HOLDERS + WAITING + ") ORDER BY backend_start, pid LIMIT 1");
    }

    /** Returns the number of connections per session, the same for all present sessions. */
    private int share() throws SQLException {
        long present = number("SELECT count(*)" + HOLDERS + PRESENT);
        return (int) Math.max(1, total / Math.max(1, present));
    }

    private void execute(String sql) throws SQLException {
        Sql.execute(session, sql);
    }

    private boolean isTrue(String query) throws SQLException {
        try (Statement statement = session.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            return row.next() && row.getBoolean(1);
        }
    }

    private long number(String query) throws SQLException {
        return Sql.first(session, row -> row.getLong(1), query).orElseThrow();
    }
}
