package io.gaussferry.opengauss.decoding;

import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.RowValueMarks;
import io.gaussferry.jdbc.Sql;
import io.gaussferry.target.LogicalDecoding;
import io.gaussferry.target.Lsn;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A replication slot on the target: the server retains its log from the slot's position on, until that is advanced.
 * Each method uses its own transactions: connections must not be in one.
 */
public final class LogicalSlot {

    /** The server's error for a statement that the driver has cancelled after a timeout. */
    static final String CANCELLED = "57014";

    private static final String OBJECT_IN_USE = "55006";
    private static final String UNDEFINED_OBJECT = "42704";

    /** Maximum time for which an aborted connection may hold the slot. */
    private static final Duration RELEASE_TIMEOUT = Duration.ofSeconds(15);

    private static final Duration RETRY_DELAY = Duration.ofMillis(200);

    /** Writers may be waiting for the end of the active transactions, which no signal reports. */
    private static final Duration ACTIVE_POLL_INTERVAL = Duration.ofMillis(10);

    private final String name;
    private final LogicalDecoding decoding;

    /** @param name lower-case letters, digits and underscores */
    public LogicalSlot(String name, LogicalDecoding decoding) {
        if (!name.matches("[a-z0-9_]{1,63}")) {
            throw new IllegalArgumentException("not a valid name of a slot: " + name);
        }
        this.name = name;
        this.decoding = decoding;
    }

    /**
     * The server's state of a slot.
     *
     * @param confirmed position up to which the server need not retain its log; reading starts there
     * @param restart start position of the decoding, early enough for the transactions active at the confirmed position
     * @param behindBytes bytes of log written since the confirmed position
     * @param active whether a session reads the slot
     */
    public record State(long confirmed, long restart, long behindBytes, boolean active) {

        /** Returns the end of the written log. */
        public long end() {
            return confirmed + behindBytes;
        }

        /** Returns the bytes of log that the server retains for the slot. */
        public long retainedBytes() {
            return Math.max(0, end() - restart);
        }
    }

    /**
     * Creates the slot after the end of all transactions that are active now. The server also waits for them, but
     * openGauss later reads the log from before that wait, and would not find a publication or table newer than one of
     * them: its snapshot builder returns to the oldest active transaction ({@code SnapBuildProcessRunningXacts}) after
     * it has started before that.
     *
     * @param timeout maximum time to wait for them
     * @return the position after which committed transactions are sent
     * @throws GaussferryException of category RETRY if some are still active then; the slot does not exist
     */
    public long create(Connection connection, Duration timeout) throws SQLException, InterruptedException {
        long until = System.nanoTime() + timeout.toNanos();
        Set<String> running = activeTransactions(connection);
        while (!running.isEmpty()) {
            if (System.nanoTime() > until) {
                throw notCreated(connection, timeout, null);
            }
            Thread.sleep(ACTIVE_POLL_INTERVAL.toMillis());
            running.retainAll(activeTransactions(connection));
        }
        // the driver supports neither array nor named parameters here; the name is checked
        String create = "SELECT * FROM pg_catalog.pg_create_logical_replication_slot('" + name + "', 'pgoutput')";
        try (Statement statement = connection.createStatement()) {
            statement.setQueryTimeout((int)
                    Math.max(1, Duration.ofNanos(until - System.nanoTime()).toSeconds()));
            long position;
            try (ResultSet row = statement.executeQuery(create)) {
                row.next();
                position = Lsn.parse(row.getString(2));
            }
            end(connection);
            return position;
        } catch (SQLException e) {
            rollBack(connection);
            if (CANCELLED.equals(e.getSQLState())) {
                throw notCreated(connection, timeout, e);
            }
            throw e;
        }
    }

    private static String active(Connection connection) throws SQLException {
        List<String> transactions = ActiveTransaction.read(connection);
        end(connection);
        return String.join(", ", transactions);
    }

    private GaussferryException notCreated(Connection connection, Duration timeout, @Nullable SQLException cause)
            throws SQLException {
        return new GaussferryException(
                ErrorCode.TRANSACTIONS_TOO_LONG,
                "The replication slot " + name + " was not created within " + timeout.toSeconds()
                        + " s: the target waits for active transactions: "
                        + active(connection) + ".",
                "end them: COMMIT PREPARED or ROLLBACK PREPARED in their database, pg_terminate_backend for a session; then retry",
                cause);
    }

    /**
     * Returns the end of the log, after which all transactions that are visible now are visible to new queries: waits
     * for the transactions that are active, because the log has a commit before others see it.
     *
     * @throws GaussferryException of category RETRY if some are still active after the given time
     */
    public long settledEnd(Connection connection, Duration timeout) throws SQLException, InterruptedException {
        long end = logEnd(connection);
        long until = System.nanoTime() + timeout.toNanos();
        Set<String> running = activeTransactions(connection);
        while (!running.isEmpty()) {
            if (System.nanoTime() > until) {
                throw new GaussferryException(
                        ErrorCode.TRANSACTIONS_TOO_LONG,
                        "Transactions on the target have been active for more than " + timeout.toSeconds()
                                + " s; their changes cannot be ordered with the current rows: "
                                + active(connection) + ".",
                        "end long-running transactions on the target (pg_stat_activity), and repeat the command",
                        null);
            }
            Thread.sleep(ACTIVE_POLL_INTERVAL.toMillis());
            running.retainAll(activeTransactions(connection));
        }
        return end;
    }

    /** Returns the end of the log; later commits are after it. Joins the connection's transaction. */
    public long logEnd(Connection connection) throws SQLException {
        return Sql.first(connection, row -> Lsn.parse(row.getString(1)), decoding.logEndQuery())
                .orElseThrow();
    }

    /**
     * Returns the IDs of the active transactions in all databases of the server: each transaction holds a lock on its
     * own ID.
     */
    private static Set<String> activeTransactions(Connection connection) throws SQLException {
        Set<String> transactions = new HashSet<>(Sql.list(
                connection,
                rows -> rows.getString(1),
                "SELECT transactionid::TEXT FROM pg_catalog.pg_locks"
                        + " WHERE locktype = 'transactionid' AND mode = 'ExclusiveLock' AND granted"));
        end(connection);
        return transactions;
    }

    /**
     * Returns the state of the slot; empty if it does not exist, or if the server has removed the log that it needs: a
     * slot without a start of its log is invalid for good.
     */
    public Optional<State> state(Connection connection) throws SQLException {
        Optional<State> state = Sql.first(connection, LogicalSlot::readState, decoding.slotQuery(), name)
                .flatMap(found -> found);
        end(connection);
        return state;
    }

    private static Optional<State> readState(ResultSet row) throws SQLException {
        if (row.getString(1) == null || row.getString(2) == null) {
            return Optional.empty();
        }
        long confirmed = Lsn.parse(row.getString(1));
        long restart = Lsn.parse(row.getString(2));
        long now = Lsn.parse(row.getString(3));
        return Optional.of(new State(confirmed, restart, Math.max(0, now - confirmed), row.getBoolean(4)));
    }

    /**
     * Returns the state of the slot, whose log the server still retains.
     *
     * @throws GaussferryException if it does not
     */
    public State requireRetained(Connection connection) throws SQLException {
        Optional<State> state = state(connection);
        if (state.isEmpty()) {
            throw exists(connection) ? LostChanges.logIsRemoved(name) : LostChanges.slotIsMissing(name);
        }
        return state.get();
    }

    /** Returns whether the slot does not exist. Joins the connection's transaction. */
    public boolean isMissing(Connection connection) throws SQLException {
        return !Sql.exists(connection, decoding.slotQuery(), name);
    }

    /** Returns the limit of the log that slots retain, in bytes; empty without a limit. */
    public OptionalLong retainedLimit(Connection connection) throws SQLException {
        Optional<Long> limit = Sql.first(connection, row -> row.getLong(1), decoding.retainedLimitQuery());
        end(connection);
        return limit.isPresent() ? OptionalLong.of(limit.get()) : OptionalLong.empty();
    }

    private boolean exists(Connection connection) throws SQLException {
        boolean exists = Sql.exists(connection, decoding.slotQuery(), name);
        end(connection);
        return exists;
    }

    /** Creates another slot at this slot's position. */
    public void copyTo(Connection connection, LogicalSlot copy) throws SQLException {
        Optional<State> state = state(connection);
        if (state.isEmpty()) {
            throw new SQLException("replication slot \"" + name + "\" does not exist", UNDEFINED_OBJECT);
        }
        try (Statement statement = connection.createStatement()) {
            State from = state.get();
            statement.execute(decoding.slotCopyQuery(name, copy.name, from.restart(), from.confirmed()));
        }
        end(connection);
    }

    /**
     * Advances the slot, so that the server no longer retains its log before the position. No session may read the
     * slot.
     */
    void advance(Connection connection, long position) throws SQLException {
        Sql.execute(
                connection,
                "SELECT * FROM pg_catalog.pg_replication_slot_advance('" + name + "', '" + Lsn.format(position) + "')");
        end(connection);
    }

    /**
     * Drops the slot if it exists, so that the server no longer retains its log. Waits for a connection that was just
     * aborted.
     *
     * @throws SQLException {@code 55006} if a session still reads the slot
     */
    public void drop(Connection connection) throws SQLException, InterruptedException {
        long until = System.nanoTime() + RELEASE_TIMEOUT.toNanos();
        while (exists(connection)) {
            try (Statement statement = connection.createStatement()) {
                statement.execute("SELECT pg_catalog.pg_drop_replication_slot('" + name + "')");
                end(connection);
            } catch (SQLException e) {
                rollBack(connection);
                boolean held = OBJECT_IN_USE.equals(e.getSQLState())
                        || RowValueMarks.message(e).contains("active");
                if (!held || System.nanoTime() > until) {
                    throw e;
                }
                Thread.sleep(RETRY_DELAY.toMillis());
            }
        }
    }

    private static void end(Connection connection) throws SQLException {
        if (!connection.getAutoCommit()) {
            connection.commit();
        }
    }

    private static void rollBack(Connection connection) throws SQLException {
        if (!connection.getAutoCommit()) {
            connection.rollback();
        }
    }

    @Override
    public String toString() {
        return "replication slot " + name;
    }
}
