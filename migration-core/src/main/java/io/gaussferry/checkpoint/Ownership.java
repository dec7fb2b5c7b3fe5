package io.gaussferry.checkpoint;

import io.gaussferry.error.FencedException;
import io.gaussferry.error.GaussferryException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A daemon's right to write a pipeline's progress, with its fencing token. It is in force as long as the rows of {@code
 * gaussferry.progress} carry its epoch.
 *
 * <p>A takeover raises the epoch by one. A commit whose answer is lost leaves open which epoch is in force: the ownership then carries the number of
 * the transaction that raised it, which the target notes in each row that a transaction writes. A row with the next epoch, written by that transaction, is
 * this daemon's own.
 *
 * @param pipeline whose progress
 * @param epoch the fencing token: rises with every daemon that takes over
 * @param raisedBy the transaction of this daemon that may have raised the epoch by one; 0 for none
 */
public record Ownership(String pipeline, long epoch, long raisedBy) {

    /** Selects the rows that are owned: with the epoch, or with the next one by the transaction that may have raised it. */
    public static final String IS_HELD =
            "(epoch = ? OR epoch = ? + 1 AND CAST(CAST(xmin AS text) AS bigint) % 4294967296 = ?)";

    /** How many parameters that has. */
    private static final int PARAMETERS = 3;

    /** A row has the lower half of the transaction's number, on every product. */
    private static final long IN_ROW = 1L << 32;

    /** A right that no open commit concerns. */
    public Ownership(String pipeline, long epoch) {
        this(pipeline, epoch, 0);
    }

    /**
     * Returns what is owned until the commit of the connection's transaction, which has raised the epoch to this one, is known to have succeeded: to be
     * stored before the commit.
     */
    public Ownership untilCommitted(Connection connection) throws SQLException {
        try (Statement query = connection.createStatement();
                ResultSet row = query.executeQuery("SELECT txid_current()")) {
            row.next();
            return new Ownership(pipeline, epoch - 1, row.getLong(1));
        }
    }

    /** Sets the parameters of {@link #IS_HELD}; returns the number of the next one. */
    public int setHeld(PreparedStatement statement, int first) throws SQLException {
        statement.setLong(first, epoch);
        statement.setLong(first + 1, epoch);
        statement.setLong(first + 2, raisedBy == 0 ? -1 : raisedBy % IN_ROW);
        return first + PARAMETERS;
    }

    /**
     * Throws if another daemon has taken over. For a failure that may come from that one's work.
     *
     * @throws GaussferryException if the ownership is not in force any more
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

    /** Does the same as {@link #require}, and keeps others from taking over until the connection's transaction ends. */
    public void hold(Connection connection) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(
                "UPDATE gaussferry.progress SET epoch = epoch WHERE pipeline = ? AND epoch = ?")) {
            update.setString(1, pipeline);
            update.setLong(2, epoch);
            if (update.executeUpdate() == 0) {
                throw fenced();
            }
        }
    }

    /**
     * Does the same as {@link #hold} by one row alone, so that appliers can go on: whoever takes over raises the epoch of all rows. One that
     * waited for all would wait for appliers that wait for their turn behind one that waits for it.
     */
    public void holdLightly(Connection connection) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(
                "SELECT 1 FROM gaussferry.progress WHERE pipeline = ? AND lane = 0 AND epoch = ? FOR UPDATE")) {
            select.setString(1, pipeline);
            select.setLong(2, epoch);
            try (ResultSet row = select.executeQuery()) {
                if (!row.next()) {
                    throw fenced();
                }
            }
        }
    }

    /** Checks how many progress rows a commit has updated: it must be one. */
    public void requireUpdated(int rows) {
        if (rows != 1) {
            throw fenced();
        }
    }

    /** Returns what to throw where another daemon has taken over. */
    GaussferryException fenced() {
        return new FencedException(
                "Another daemon has taken over pipeline \"" + pipeline + "\" (this one held epoch " + epoch
                        + "). Nothing of the last batch was committed.",
                "run one daemon per pipeline; give each its own gaussferry.pipeline if they are different migrations");
    }
}
