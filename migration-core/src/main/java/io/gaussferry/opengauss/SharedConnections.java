package io.gaussferry.opengauss;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A number of connections that all pipelines of a target database have together, counted there by advisory locks: each is a number whose lock
 * one session has. However that session ends, what it had is free again. Nothing here waits for a lock. Confined to one thread at a time.
 */
public final class SharedConnections {

    /** The letters GAUT: half of each lock's key. */
    private static final int KEY = 0x47415554;

    /** The other half: had by every session that has connections or waits for some. */
    private static final int PRESENT = 0;

    /** Had by every session that waits. */
    private static final int WAITING = 1;

    /** That of the first connection; the others follow. */
    private static final int FIRST = 2;

    private static final String HOLDERS = AdvisoryLocks.holders(KEY);

    private final Connection session;
    private final int total;

    /**
     * Begins to wait.
     *
     * @param session of whoever uses the connections; stays open for as long as they are used, and is used for nothing else
     * @param total how many all have together, 1 or more: the same for all
     */
    public SharedConnections(Connection session, int total) throws SQLException {
        this.session = session;
        this.total = total;
        execute("SELECT pg_catalog.pg_advisory_lock_shared(" + KEY + ", " + PRESENT + ")");
        execute("SELECT pg_catalog.pg_advisory_lock_shared(" + KEY + ", " + WAITING + ")");
        session.commit();
    }

    /**
     * Takes up to its part of those that are free, if nobody waits for longer.
     *
     * @param wanted 1 or more
     * @return how many it has now; 0 if it must wait
     */
    public int take(int wanted) throws SQLException {
        int taken = 0;
        if (isNext()) {
            int most = Math.min(wanted, part());
            for (int i = 0; i < total && taken < most; i++) {
                taken += isTrue("SELECT pg_catalog.pg_try_advisory_lock(" + KEY + ", " + (FIRST + i) + ")") ? 1 : 0;
            }
        }
        if (taken > 0) {
            execute("SELECT pg_catalog.pg_advisory_unlock_shared(" + KEY + ", " + WAITING + ")");
        }
        session.commit();
        return taken;
    }

    /** Returns whether somebody waits although somebody who has that many has more than a part. */
    public boolean isAskedFor(int taken) throws SQLException {
        boolean asked = taken > part() && number("SELECT count(*)" + HOLDERS + WAITING) > 0;
        session.commit();
        return asked;
    }

    /** Whoever's session began before. */
    private boolean isNext() throws SQLException {
        return isTrue("SELECT pid = pg_catalog.pg_backend_pid() FROM pg_catalog.pg_stat_activity"
                + " WHERE pid IN (SELECT held.pid" + HOLDERS + WAITING + ") ORDER BY backend_start, pid LIMIT 1");
    }

    /** The same for all who are there. */
    private int part() throws SQLException {
        long present = number("SELECT count(*)" + HOLDERS + PRESENT);
        return (int) Math.max(1, total / Math.max(1, present));
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = session.createStatement()) {
            statement.execute(sql);
        }
    }

    private boolean isTrue(String query) throws SQLException {
        try (Statement statement = session.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            return row.next() && row.getBoolean(1);
        }
    }

    private long number(String query) throws SQLException {
        try (Statement statement = session.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getLong(1);
        }
    }
}
