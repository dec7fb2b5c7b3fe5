package io.gaussferry.snapshot.source;

import io.gaussferry.jdbc.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes {@code FLUSH TABLES WITH READ LOCK}. Every writer of the source waits while it is held, and also while it waits for earlier
 * statements. It is therefore not requested while such a statement is visible, waits at most {@value #LONGEST_WAIT_SECONDS} s, and is
 * attempted at growing intervals. Used by one thread.
 */
final class GlobalReadLock {

    /** Work under the lock. */
    interface Work<T> {
        /** Runs the work. Must take milliseconds only. */
        T run() throws SQLException;
    }

    private static final Logger LOG = LoggerFactory.getLogger(GlobalReadLock.class);

    private static final int LONGEST_WAIT_SECONDS = 1;

    /** If the daemon freezes while it holds the lock, the server ends its session after this time, and writers continue. */
    private static final int LONGEST_SILENCE_SECONDS = 3;

    /** ER_LOCK_WAIT_TIMEOUT, ER_QUERY_INTERRUPTED. */
    private static final Set<Integer> NOT_GRANTED = Set.of(1205, 1317);

    private static final Duration CHECK_INTERVAL = Duration.ofMillis(500);
    private static final Duration BETWEEN_MESSAGES = Duration.ofSeconds(10);
    private static final Duration FIRST_INTERVAL = Duration.ofSeconds(5);
    private static final Duration LONGEST_INTERVAL = Duration.ofMinutes(1);

    private final Connection control;
    private final Duration patience;

    private Duration interval = FIRST_INTERVAL;
    private long nextAttempt = System.nanoTime();
    private long nextMessage = System.nanoTime();
    private String obstacle = "";

    /**
     * @param control a connection to the source with autocommit
     * @param patience maximum time for all attempts
     */
    GlobalReadLock(Connection control, Duration patience) {
        this.control = control;
        this.patience = patience;
    }

    /** Returns the result of the work; empty if the lock was not granted. {@link #obstacle} then returns the reason. */
    <T> Optional<T> hold(Work<T> work) throws SQLException, InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        while (!acquire()) {
            report();
            if (System.nanoTime() - deadline > 0) {
                return Optional.empty();
            }
            Thread.sleep(CHECK_INTERVAL.toMillis());
        }
        try {
            return Optional.of(work.run());
        } finally {
            release();
        }
    }

    /** Returns the session that blocked the lock, without its SQL. */
    String obstacle() {
        return obstacle.isEmpty()
                ? "no blocking session is visible to the account (PROCESS shows those of other accounts)"
                : obstacle;
    }

    /** Requests the lock after some time even if a statement is running, because that statement may use no table. */
    private boolean acquire() throws SQLException {
        Optional<String> session = BlockingSessions.find(control);
        session.ifPresent(name -> obstacle = name);
        long now = System.nanoTime();
        if (now - nextAttempt < (session.isPresent() ? interval.toNanos() : 0)) {
            return false;
        }
        nextAttempt = now + interval.toNanos();
        interval = shorter(interval.multipliedBy(2), LONGEST_INTERVAL);
        execute("SET SESSION lock_wait_timeout = " + LONGEST_WAIT_SECONDS + ", SESSION wait_timeout = "
                + LONGEST_SILENCE_SECONDS);
        boolean granted = false;
        try {
            granted = isGranted();
            return granted;
        } finally {
            if (!granted) {
                release();
            }
        }
    }

    /**
     * Releases the lock, and ends the limits. Also after a failed request: if the timer expires while the server grants the lock, the driver
     * reports a timeout although the session holds it.
     */
    private void release() throws SQLException {
        execute("UNLOCK TABLES");
        endLimits();
    }

    private boolean isGranted() throws SQLException {
        try (Statement statement = control.createStatement()) {
            // the statement waits in several steps, each up to lock_wait_timeout
            statement.setQueryTimeout(LONGEST_WAIT_SECONDS);
            statement.execute("FLUSH TABLES WITH READ LOCK");
            return true;
        } catch (SQLTimeoutException e) {
            LOG.debug("FLUSH TABLES WITH READ LOCK was not granted: {}", e.getMessage());
            return false;
        } catch (SQLException e) {
            if (NOT_GRANTED.contains(e.getErrorCode())) {
                return false;
            }
            throw e;
        }
    }

    private void endLimits() throws SQLException {
        execute("SET SESSION lock_wait_timeout = " + SourceView.LOCK_WAIT_SECONDS + ", SESSION wait_timeout = DEFAULT");
    }

    private void report() {
        long now = System.nanoTime();
        if (now - nextMessage >= 0) {
            nextMessage = now + BETWEEN_MESSAGES.toNanos();
            LOG.warn(
                    "The copy is waiting for a short lock on the source's tables (FLUSH TABLES WITH READ LOCK): {}."
                            + " Writers are not blocked in the meantime",
                    obstacle());
        }
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private void execute(String sql) throws SQLException {
        Sql.execute(control, sql);
    }
}
