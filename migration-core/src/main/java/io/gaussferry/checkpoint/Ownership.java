package io.gaussferry.checkpoint;

import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.FencedException;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.jdbc.Sql;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A daemon's ownership of a pipeline's progress, with its fencing token. It is in force as long as the rows of {@code gaussferry.progress}
 * carry its epoch.
 *
 * <p>A takeover raises the epoch by one. If the acknowledgement of a commit is lost, the epoch in force is unknown: the ownership then
 * carries the id of the transaction that raised it, which the target stores in each row that the transaction writes. A row with the next
 * epoch, written by that transaction, belongs to this daemon.
 *
 * @param pipeline the pipeline
 * @param epoch the fencing token; rises with every takeover
 * @param raisedBy the id of this daemon's transaction that may have raised the epoch by one; 0 for none
 */
public record Ownership(String pipeline, long epoch, long raisedBy) {

    /** Selects the owned rows: with the epoch, or with the next epoch written by the transaction that may have raised it. */
    public static final String IS_HELD =
            "(epoch = ? OR epoch = ? + 1 AND CAST(CAST(xmin AS TEXT) AS bigint) % 4294967296 = ?)";

    /** The number of parameters of {@link #IS_HELD}. */
    private static final int PARAMETERS = 3;

    /** A row stores the lower 32 bits of the transaction's id, on every product. */
    private static final long IN_ROW = 1L << 32;

    /** Creates an ownership without a commit in doubt. */
    public Ownership(String pipeline, long epoch) {
        this(pipeline, epoch, 0);
    }

    /**
     * Returns the ownership to assume until the commit of the connection's transaction, which has raised the epoch to this one, is known to
     * have succeeded. To be stored before the commit.
     */
    public Ownership untilCommitted(Connection connection) throws SQLException {
        try (Statement query = connection.createStatement();
                ResultSet row = query.executeQuery("SELECT txid_current()")) {
            row.next();
            return new Ownership(pipeline, epoch - 1, row.getLong(1));
        }
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
                    throw fenced();
                }
            }
        }
    }

    /** Does the same as {@link #require}, and prevents a takeover until the connection's transaction ends. */
    public void hold(Connection connection) throws SQLException {
        int changed = Sql.update(
                connection,
                "UPDATE gaussferry.progress SET epoch = epoch WHERE pipeline = ? AND epoch = ?",
                pipeline,
                epoch);
        if (changed == 0) {
            throw fenced();
        }
    }

    /**
     * Does the same as {@link #hold}, but locks only one row so that appliers can continue; a takeover raises the epoch of all rows.
     * Locking all rows could deadlock: the lock would wait for an applier that waits in commit order for one that waits for the lock.
     */
    public void holdSingleRow(Connection connection) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(
                "SELECT 1 FROM gaussferry.progress WHERE pipeline = ? AND applier = 0 AND epoch = ? FOR UPDATE")) {
            select.setString(1, pipeline);
            select.setLong(2, epoch);
            try (ResultSet row = select.executeQuery()) {
                if (!row.next()) {
                    throw fenced();
                }
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
