package io.gaussferry.checkpoint;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.GtidSet;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;

/**
 * The table {@code gaussferry.progress} on the target: one row per lane, updated in the same transaction as the data. The
 * union of a pipeline's rows is what the target has of the source's transactions.
 *
 * <p>Each row carries the epoch of the daemon that may write it. Whoever takes over raises the epoch, and a commit of the one
 * before then finds no row to update, and fails.
 */
public final class ProgressStore {

    private static final String CREATE_SCHEMA = "CREATE SCHEMA gaussferry";

    private static final String CREATE_TABLE = "CREATE TABLE gaussferry.progress (pipeline text NOT NULL,"
            + " lane integer NOT NULL, epoch bigint NOT NULL, gtid_set text NOT NULL, transactions bigint NOT NULL,"
            + " updated_at timestamp(6) with time zone NOT NULL, PRIMARY KEY (pipeline, lane))"
            // room for updates in place: every commit updates its lane's row
            + " WITH (fillfactor = 10)";

    private static final String TABLE_EXISTS =
            "SELECT 1 FROM pg_catalog.pg_tables WHERE schemaname = 'gaussferry' AND tablename = 'progress'";

    /** The text comes as a parameter so that it cannot be taken for SQL; {@code updated_at} is the target's clock. */
    public static final String UPDATE = "UPDATE gaussferry.progress SET gtid_set = ?, transactions = transactions + ?,"
            + " updated_at = clock_timestamp() WHERE pipeline = ? AND lane = ? AND epoch = ?";

    private final String pipeline;

    /** @param pipeline the pipeline's name: several may share one target */
    public ProgressStore(String pipeline) {
        this.pipeline = pipeline;
    }

    /**
     * A daemon's right to write progress.
     *
     * @param pipeline whose progress
     * @param epoch rises with every daemon that takes over
     */
    public record Lease(String pipeline, long epoch) {}

    /**
     * What a daemon finds when it takes over.
     *
     * @param lease its right to go on
     * @param executed the source's transactions that the target has
     */
    public record Takeover(Lease lease, GtidSet executed) {}

    /** Creates the table if it is missing. Joins the connection's transaction. */
    public void createIfMissing(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            if (!exists(statement, "SELECT 1 FROM pg_catalog.pg_namespace WHERE nspname = 'gaussferry'")) {
                statement.execute(CREATE_SCHEMA);
            }
            if (!exists(statement, TABLE_EXISTS)) {
                statement.execute(CREATE_TABLE);
            }
        }
    }

    private static boolean exists(Statement statement, String query) throws SQLException {
        try (ResultSet rows = statement.executeQuery(query)) {
            return rows.next();
        }
    }

    /**
     * Returns what the target has of the source's transactions, without taking over; empty if the pipeline has no progress
     * yet. For those who only look.
     */
    public Optional<GtidSet> find(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            if (!exists(statement, TABLE_EXISTS)) {
                return Optional.empty();
            }
        }
        GtidSet executed = new GtidSet();
        boolean found = false;
        try (PreparedStatement read =
                connection.prepareStatement("SELECT gtid_set FROM gaussferry.progress WHERE pipeline = ?")) {
            read.setString(1, pipeline);
            try (ResultSet rows = read.executeQuery()) {
                while (rows.next()) {
                    executed.addAll(GtidSet.parse(rows.getString(1)));
                    found = true;
                }
            }
        }
        return found ? Optional.of(executed) : Optional.empty();
    }

    /**
     * What the target has, as one statement sees it.
     *
     * @param executed the source's transactions that it has
     * @param transactions how many the lanes have counted in their commits since the initial copy
     */
    public record Counted(GtidSet executed, long transactions) {}

    /** Returns what the target has, and how many transactions were counted, as of one moment. For those who only look. */
    public Counted count(Connection connection) throws SQLException {
        GtidSet executed = new GtidSet();
        long transactions = 0;
        try (PreparedStatement read = connection.prepareStatement(
                "SELECT gtid_set, transactions FROM gaussferry.progress WHERE pipeline = ?")) {
            read.setString(1, pipeline);
            try (ResultSet rows = read.executeQuery()) {
                while (rows.next()) {
                    executed.addAll(GtidSet.parse(rows.getString(1)));
                    transactions += rows.getLong(2);
                }
            }
        }
        return new Counted(executed, transactions);
    }

    /**
     * Takes over the pipeline: waits for a commit in progress, fences off whoever wrote before, and makes sure that every
     * lane has a row. Empty if the pipeline has no progress yet, that is, before its initial copy is complete.
     *
     * @param lanes how many lanes will write; rows of more lanes than that stay and count
     */
    public Optional<Takeover> takeOver(Connection connection, int lanes) throws SQLException {
        try (PreparedStatement raise =
                connection.prepareStatement("UPDATE gaussferry.progress SET epoch = epoch + 1 WHERE pipeline = ?")) {
            raise.setString(1, pipeline);
            if (raise.executeUpdate() == 0) {
                return Optional.empty();
            }
        }
        GtidSet executed = new GtidSet();
        long epoch = 0;
        int known = 0;
        try (PreparedStatement read = connection.prepareStatement(
                "SELECT lane, epoch, gtid_set FROM gaussferry.progress WHERE pipeline = ? ORDER BY lane")) {
            read.setString(1, pipeline);
            try (ResultSet rows = read.executeQuery()) {
                while (rows.next()) {
                    executed.addAll(GtidSet.parse(rows.getString("gtid_set")));
                    epoch = Math.max(epoch, rows.getLong("epoch"));
                    known++;
                }
            }
        }
        Lease lease = new Lease(pipeline, epoch);
        insertLanes(connection, lease, known, lanes, "");
        return Optional.of(new Takeover(lease, executed));
    }

    /**
     * Writes the first progress of a pipeline; to be committed together with the initial copy.
     *
     * @param executed the source's transactions that the copy contains
     */
    public Lease begin(Connection connection, int lanes, GtidSet executed) throws SQLException {
        Lease lease = new Lease(pipeline, 1);
        insertLanes(connection, lease, 0, lanes, executed.toString());
        return lease;
    }

    private static void insertLanes(Connection connection, Lease lease, int from, int to, String gtidSet)
            throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(
                "INSERT INTO gaussferry.progress VALUES (?, ?, ?, ?, 0, clock_timestamp())")) {
            for (int lane = from; lane < to; lane++) {
                insert.setString(1, lease.pipeline());
                insert.setInt(2, lane);
                insert.setLong(3, lease.epoch());
                insert.setString(4, gtidSet);
                insert.executeUpdate();
            }
        }
    }

    private static GaussferryException fenced(Lease lease) {
        return new GaussferryException(
                ErrorCategory.FATAL,
                "Another daemon has taken over pipeline \"" + lease.pipeline() + "\" (this one held epoch "
                        + lease.epoch() + "). Nothing of the last batch was committed.",
                "run one daemon per pipeline; give each its own gaussferry.pipeline if they are different migrations",
                null);
    }

    /** Checks how many progress rows a commit has updated: it must be one. */
    public static void requireLease(int updatedRows, Lease lease) {
        if (updatedRows != 1) {
            throw fenced(lease);
        }
    }
}
