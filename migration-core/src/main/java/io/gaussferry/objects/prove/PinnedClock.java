package io.gaussferry.objects.prove;

import io.gaussferry.jdbc.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sets the clock of a session of the source to the target's present second, so that functions of the time return the same on both sides.
 * {@code SYSDATE()} is not affected. An account without the privilege for that keeps the source's clock.
 */
public final class PinnedClock {

    private static final Logger LOG = LoggerFactory.getLogger(PinnedClock.class);

    /** The part of a second after which the source's execution and the target's could end in its second half. */
    private static final double LATEST = 0.25;

    private final Connection source;
    private final Connection target;
    private final boolean early;
    private boolean isRefused;

    /** @param target whose time is the source's */
    public PinnedClock(Connection source, Connection target) {
        this(source, target, false);
    }

    /** @param early whether to wait for the start of a second, because the target rounds the time where it sets a column to it */
    PinnedClock(Connection source, Connection target, boolean early) {
        this.source = source;
        this.target = target;
        this.early = early;
    }

    /** Returns whether the source lets the account set its session's clock. */
    boolean isPinned() throws SQLException {
        pin();
        return !isRefused;
    }

    /** Sets the clock. Executions follow at once: the second may end meanwhile. */
    public void pin() throws SQLException {
        if (isRefused) {
            return;
        }
        double now = now();
        if (early && now - Math.floor(now) > LATEST) {
            Sql.execute(target, "SELECT pg_catalog.pg_sleep(" + (Math.ceil(now) - now) + ")");
            now = now();
        }
        long second = (long) Math.floor(now);
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

    private double now() throws SQLException {
        return Sql.first(
                        target,
                        row -> row.getDouble(1),
                        "SELECT CAST(date_part('epoch', clock_timestamp()) AS double precision)")
                .orElseThrow();
    }
}
