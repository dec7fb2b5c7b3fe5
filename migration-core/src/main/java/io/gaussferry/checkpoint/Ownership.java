package io.gaussferry.checkpoint;

import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.FencedException;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.jdbc.Sql;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A daemon's ownership of a pipeline's progress, with its fencing token. It is in force as long as the rows of {@code gaussferry.progress}
 * carry its epoch.
 *
 * <p>A takeover raises the epoch by one. If the acknowledgement of a commit is lost, the epoch in force is unknown: the ownership then
 * carries the id of the transaction that raised it, which the target stores in each row that the transaction writes. A row with the next
 * epoch, written by that transaction, belongs to this daemon.
 *
 * <p>Commits that do not wait for the disk or for a standby are lost if the target crashes or fails over, data and progress together. A
 * transaction that relies on earlier commits of its run therefore requires the server on which the run started, without a restart.
 *
 * @param pipeline the pipeline
 * @param epoch the fencing token; rises with every takeover
 * @param raisedBy the id of this daemon's transaction that may have raised the epoch by one; 0 for none
 * @param server when the target's server was started, in microseconds since 1970; 0 for any server
 */
public record Ownership(String pipeline, long epoch, long raisedBy, long server) {

    /** Selects the owned rows: with the epoch, or with the next epoch written by the transaction that may have raised it. */
    public static final String IS_HELD =
            "(epoch = ? OR epoch = ? + 1 AND CAST(CAST(xmin AS TEXT) AS bigint) % 4294967296 = ?)";

    /** The number of parameters of {@link #IS_HELD}. */
    private static final int PARAMETERS = 3;

    /** A row stores the lower 32 bits of the transaction's id, on every product. */
    private static final long IN_ROW = 1L << 32;

    /** No two servers start in the same microsecond. */
    private static final String SERVER =
            "CAST(extract(epoch FROM pg_catalog.pg_postmaster_start_time()) * 1000000 AS bigint)";

    /** The number of epochs in which an epoch is chosen after the target has lost commits. */
    private static final int SPREAD = 1_000;

    /** Creates an ownership without a commit in doubt, on any server. */
    public Ownership(String pipeline, long epoch) {
        this(pipeline, epoch, 0);
    }

    /** Creates an ownership on any server. */
    public Ownership(String pipeline, long epoch, long raisedBy) {
        this(pipeline, epoch, raisedBy, 0);
    }

    /** Returns the ownership for the connection's server, until that is restarted or replaced. */
    public Ownership on(Connection connection) throws SQLException {
        return new Ownership(pipeline, epoch, raisedBy, serverOf(connection));
    }

    /** Returns when the connection's server was started, in microseconds since 1970, which identifies it; 0 if unknown. */
    public static long serverOf(Connection connection) throws SQLException {
        return Sql.first(connection, row -> row.getLong(1), "SELECT " + SERVER).orElse(0L);
    }

    /**
     * Returns an epoch for a takeover after the target has lost the commit of this one's. It is chosen at random: another daemon may have
     * had the next epoch, which was lost, too.
     */
    public long epochAfterLoss() {
        return epoch + 2 + ThreadLocalRandom.current().nextInt(SPREAD);
    }

    /**
     * Returns the ownership to assume until the commit of the connection's transaction, which has raised the epoch to this one, is known to
     * have succeeded. To be stored before the commit.
     */
    public Ownership untilCommitted(Connection connection) throws SQLException {
        return Sql.only(connection, row -> new Ownership(pipeline, epoch - 1, row.getLong(1)), "SELECT txid_current()");
    }

    /** Sets the parameters of {@link #IS_HELD}; returns the index of the next parameter. */
    public int setHeld(PreparedStatement statement, int first) throws SQLException {
        statement.setLong(first, epoch);
        statement.setLong(first + 1, epoch);
        statement.setLong(first + 2, raisedBy == 0 ? -1 : raisedBy % IN_ROW);
        return first + PARAMETERS;
    }

    /**
     * Throws if another daemon has taken over. To be called after a failure that the other daemon may have caused.
     *
     * @throws GaussferryException if the ownership is no longer in force
     */
    public void require(Connection connection) throws SQLException {
        try (PreparedStatement read =
                connection.prepareStatement("SELECT 1 FROM gaussferry.progress WHERE pipeline = ? AND epoch = ?")) {
            read.setString(1, pipeline);
            read.setLong(2, epoch);
            try (ResultSet rows = read.executeQuery()) {
                if (!rows.next()) {
                    throw lost(connection);
                }
            }
        }
    }

    /** Returns the exception for rows that lack the epoch: it was raised, or the target has lost it. */
    private GaussferryException lost(Connection connection) throws SQLException {
        boolean isEarlier = Sql.first(
                        connection,
                        row -> row.getLong(1) < epoch && !row.wasNull(),
                        "SELECT max(epoch) FROM gaussferry.progress WHERE pipeline = ?",
                        pipeline)
                .orElse(false);
        return isEarlier ? replaced() : fenced();
    }

    /** Does the same as {@link #require}, and prevents a takeover until the connection's transaction ends. */
    public void hold(Connection connection) throws SQLException {
        int changed = Sql.update(
                connection,
                "UPDATE gaussferry.progress SET epoch = epoch WHERE pipeline = ? AND epoch = ?",
                pipeline,
                epoch);
        if (changed == 0) {
            throw lost(connection);
        }
        if (server != 0) {
            requireServer(on(connection).server());
        }
    }

    private void requireServer(long found) {
        if (server != 0 && server != found) {
            throw replaced();
        }
    }

    private static GaussferryException replaced() {
        return new GaussferryException(
                ErrorCode.TARGET_REPLACED,
                "The target is another server than at the start of this run, or was restarted since. It may have lost the last commits.",
                "no action needed: replication starts again from the target's progress",
                null);
    }

    /**
     * Does the same as {@link #hold}, but locks only one row so that appliers can continue; a takeover raises the epoch of all rows.
     * Locking all rows could deadlock: the lock would wait for an applier that waits in commit order for one that waits for the lock.
     */
    public void holdSingleRow(Connection connection) throws SQLException {
        holdSingleRow(connection, RowLock.EXCLUSIVE);
    }

    /** Does the same with a given lock. */
    public void holdSingleRow(Connection connection, RowLock lock) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement("SELECT " + SERVER
                + " FROM gaussferry.progress WHERE pipeline = ? AND applier = 0 AND epoch = ? " + lock.clause())) {
            select.setString(1, pipeline);
            select.setLong(2, epoch);
            try (ResultSet row = select.executeQuery()) {
                if (!row.next()) {
                    throw lost(connection);
                }
                requireServer(row.getLong(1));
            }
        }
    }

    /** Requires that a commit has updated exactly one progress row. */
    public void requireUpdated(int rows) {
        if (rows != 1) {
            throw fenced();
        }
    }

    /** Returns the exception for a takeover by another daemon. */
    GaussferryException fenced() {
        return new FencedException(
                ErrorCode.PIPELINE_TAKEN_OVER,
                "Another daemon has taken over pipeline \"" + pipeline + "\" (this one held epoch " + epoch
                        + "). Nothing of the last batch was committed.",
                "run one daemon per pipeline; give each its own gaussferry.pipeline if they are different migrations");
    }
}
