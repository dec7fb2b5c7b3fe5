package io.gaussferry.objects.prove;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sets the clock of a session of the source to the target's present second, so that functions of the time return the same on both sides.
 * {@code SYSDATE()} is not affected. An account without the privilege for that keeps the source's clock.
 */
final class PinnedClock {

    private static final Logger LOG = LoggerFactory.getLogger(PinnedClock.class);

    private final Connection source;
    private final Connection target;
    private boolean isRefused;

    PinnedClock(Connection source, Connection target) {
        this.source = source;
        this.target = target;
    }

    /** Sets the clock. Executions follow at once: the second may end meanwhile. */
    void pin() throws SQLException {
        if (isRefused) {
            return;
        }
        long second;
        try (Statement statement = target.createStatement();
                ResultSet row = statement.executeQuery("SELECT floor(date_part('epoch', clock_timestamp()))")) {
            row.next();
            second = row.getLong(1);
        }
        try (Statement statement = source.createStatement()) {
            statement.execute("SET SESSION timestamp = " + second);
        } catch (SQLException e) {
            ExecutionFailures.requireConnection(e);
            isRefused = true;
            LOG.warn(
                    "the source does not let the account set its session's clock (SQLSTATE {}): objects with NOW() may differ",
                    e.getSQLState());
        }
    }
}
