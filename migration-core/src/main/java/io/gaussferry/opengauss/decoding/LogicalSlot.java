package io.gaussferry.opengauss.decoding;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.RowValues;
import io.gaussferry.schema.TargetProfile;
import io.gaussferry.schema.TargetProfile.Product;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A replication slot on the target: the server keeps its log from there on until it is told that it need not. Whatever is done here is
 * done in transactions of its own: the connections must be in none.
 */
public final class LogicalSlot {

    /** What a server says of a statement that took too long: the driver has cancelled it. */
    static final String CANCELLED = "57014";

    private static final String OBJECT_IN_USE = "55006";
    private static final String UNDEFINED_OBJECT = "42704";

    /** How long a connection that was cut off may hold the slot. */
    private static final Duration LONGEST_HOLD = Duration.ofSeconds(15);

    private static final Duration BETWEEN_ATTEMPTS = Duration.ofMillis(200);

    private final String name;
    private final boolean openGauss;

    /** @param name lower-case letters, digits and underscores */
    public LogicalSlot(String name, TargetProfile target) {
        if (!name.matches("[a-z0-9_]{1,63}")) {
            throw new IllegalArgumentException("no name of a slot: " + name);
        }
        this.name = name;
        this.openGauss = target.product() == Product.OPENGAUSS;
    }

    /**
     * What the server says of a slot.
     *
     * @param confirmed the place up to which it need not keep its log: what is read begins there
     * @param restart the place where it begins to decode, so that it knows the transactions that ran at the one confirmed
     * @param behindBytes bytes of log that have been written since
     * @param active whether somebody reads it
     */
    public record State(long confirmed, long restart, long behindBytes, boolean active) {

        /** Returns how far the log was written. */
        public long end() {
            return confirmed + behindBytes;
        }
    }

    /**
     * Creates the slot, when all transactions have ended that run now. The server itself waits for them as well, but openGauss reads the
     * log from before that wait later on, and would find no publication and no table that is younger than one of them: its builder of
     * snapshots goes back to the oldest that runs ({@code SnapBuildProcessRunningXacts}) after it has begun in front of it.
     *
     * @param longest how long to wait for them
     * @return the place from which on transactions are sent: those that commit behind it
     * @throws GaussferryException of category RETRY, if there are still some then; the slot is not there
     */
    public long create(Connection connection, Duration longest) throws SQLException, InterruptedException {
        long until = System.nanoTime() + longest.toNanos();
        Set<String> running = running(connection);
        while (!running.isEmpty()) {
            if (System.nanoTime() > until) {
                throw notCreated(longest, null);
            }
            Thread.sleep(BETWEEN_ATTEMPTS.toMillis());
            running.retainAll(running(connection));
        }
        // the driver has no array or named parameter for it, and the name is checked
        String create = "SELECT * FROM pg_catalog.pg_create_logical_replication_slot('" + name + "', 'pgoutput')";
        try (Statement statement = connection.createStatement()) {
            statement.setQueryTimeout((int)
                    Math.max(1, Duration.ofNanos(until - System.nanoTime()).toSeconds()));
            long place;
            try (ResultSet row = statement.executeQuery(create)) {
                row.next();
                place = ReplicationStream.parse(row.getString(2));
            }
            end(connection);
            return place;
        } catch (SQLException e) {
            rollBack(connection);
            if (CANCELLED.equals(e.getSQLState())) {
                throw notCreated(longest, e);
            }
            throw e;
        }
    }

    private GaussferryException notCreated(Duration longest, @Nullable SQLException cause) {
        return new GaussferryException(
                ErrorCategory.RETRY,
                "The replication slot " + name + " was not created within " + longest.toSeconds()
                        + " s: the target waits for transactions that run on it.",
                "end the transactions that have been running for long on the target (pg_stat_activity,"
                        + " pg_prepared_xacts), and try again",
                cause);
    }

    /** Returns the numbers of the transactions that run, in any database of the server: each holds a lock on its own. */
    private static Set<String> running(Connection connection) throws SQLException {
        Set<String> transactions = new HashSet<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT transactionid::text FROM pg_catalog.pg_locks"
                        + " WHERE locktype = 'transactionid' AND mode = 'ExclusiveLock' AND granted")) {
            while (rows.next()) {
                transactions.add(rows.getString(1));
            }
        }
        end(connection);
        return transactions;
    }

    /** Returns what the server says of the slot; empty if there is none. */
    public Optional<State> state(Connection connection) throws SQLException {
        String query = openGauss
                ? "SELECT confirmed_flush, restart_lsn, pg_catalog.pg_current_xlog_location(), active"
                        + " FROM pg_catalog.pg_get_replication_slots() WHERE slot_name = ?"
                : "SELECT confirmed_flush_lsn::text, restart_lsn::text, pg_catalog.pg_current_wal_lsn()::text, active"
                        + " FROM pg_catalog.pg_replication_slots WHERE slot_name = ?";
        Optional<State> state = Optional.empty();
        try (PreparedStatement statement = connection.prepareStatement(query)) {
            statement.setString(1, name);
            try (ResultSet row = statement.executeQuery()) {
                if (row.next()) {
                    long confirmed = ReplicationStream.parse(row.getString(1));
                    long restart = ReplicationStream.parse(row.getString(2));
                    long now = ReplicationStream.parse(row.getString(3));
                    state = Optional.of(new State(confirmed, restart, Math.max(0, now - confirmed), row.getBoolean(4)));
                }
            }
        }
        end(connection);
        return state;
    }

    /** Returns the place up to which the server need not keep its log; empty if there is no slot. */
    public OptionalLong confirmed(Connection connection) throws SQLException {
        Optional<State> state = state(connection);
        return state.isPresent() ? OptionalLong.of(state.get().confirmed()) : OptionalLong.empty();
    }

    /** Creates another slot, which is where this one is. */
    public void copyTo(Connection connection, LogicalSlot copy) throws SQLException {
        Optional<State> state = state(connection);
        if (state.isEmpty()) {
            throw new SQLException("replication slot \"" + name + "\" does not exist", UNDEFINED_OBJECT);
        }
        try (Statement statement = connection.createStatement()) {
            statement.execute(
                    openGauss
                            ? "SELECT * FROM pg_catalog.pg_create_logical_replication_slot('" + copy.name
                                    + "', 'pgoutput', '"
                                    + ReplicationStream.text(state.get().restart()) + "', '"
                                    + ReplicationStream.text(state.get().confirmed()) + "')"
                            : "SELECT * FROM pg_catalog.pg_copy_logical_replication_slot('" + name + "', '" + copy.name
                                    + "')");
        }
        end(connection);
    }

    /** Tells the server that it need not keep its log up to a place any more. Nobody may be reading the slot. */
    void advance(Connection connection, long place) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SELECT * FROM pg_catalog.pg_replication_slot_advance('" + name + "', '"
                    + ReplicationStream.text(place) + "')");
        }
        end(connection);
    }

    /**
     * Drops the slot, if it is there: the server need not keep its log any more. A connection that has just been cut off is waited for.
     *
     * @throws SQLException {@code 55006} if somebody reads it all the same
     */
    public void drop(Connection connection) throws SQLException, InterruptedException {
        long until = System.nanoTime() + LONGEST_HOLD.toNanos();
        while (state(connection).isPresent()) {
            try (Statement statement = connection.createStatement()) {
                statement.execute("SELECT pg_catalog.pg_drop_replication_slot('" + name + "')");
                end(connection);
            } catch (SQLException e) {
                rollBack(connection);
                boolean held = OBJECT_IN_USE.equals(e.getSQLState())
                        || RowValues.message(e).contains("active");
                if (!held || System.nanoTime() > until) {
                    throw e;
                }
                Thread.sleep(BETWEEN_ATTEMPTS.toMillis());
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
