package io.gaussferry.checkpoint;

import io.gaussferry.error.FencedException;
import io.gaussferry.error.GaussferryException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * A daemon's right to write a pipeline's progress, with its fencing token. It is in force as long as the rows of {@code
 * gaussferry.progress} carry its epoch.
 *
 * @param pipeline whose progress
 * @param epoch the fencing token: rises with every daemon that takes over
 */
public record Ownership(String pipeline, long epoch) {

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
