package io.gaussferry.checkpoint;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.zip.CRC32;

/**
 * A lock of the target, one for each pipeline, that orders repairs and the decisions which end them. A repair shares it; a transaction
 * that changes the state of a cutover, or takes tables out of the replay, has it alone. A row lock would not do: the rows of
 * {@code gaussferry.progress} are locked by every commit of the replay, for which a repair waits. The server releases the lock with its
 * transaction.
 */
public final class RepairLock {

    /** Distinguishes these locks from an application's advisory locks: "Gaus" in ASCII. */
    private static final int NAMESPACE = 0x47617573;

    private RepairLock() {}

    /** Takes the lock alone: waits for the repairs that hold it, each of which takes a second at most. */
    public static void exclude(Connection connection, String pipeline) throws SQLException {
        try (PreparedStatement take = connection.prepareStatement("SELECT pg_advisory_xact_lock(?, ?)")) {
            setKey(take, pipeline);
            take.execute();
        }
    }

    /** Waits until it shares the lock, for requests that a decision must not overtake. */
    static void share(Connection connection, String pipeline) throws SQLException {
        try (PreparedStatement take = connection.prepareStatement("SELECT pg_advisory_xact_lock_shared(?, ?)")) {
            setKey(take, pipeline);
            take.execute();
        }
    }

    /** Shares the lock; returns false if a decision has it, or waits for it. */
    static boolean tryToShare(Connection connection, String pipeline) throws SQLException {
        try (PreparedStatement take = connection.prepareStatement("SELECT pg_try_advisory_xact_lock_shared(?, ?)")) {
            setKey(take, pipeline);
            try (ResultSet row = take.executeQuery()) {
                row.next();
                return row.getBoolean(1);
            }
        }
    }

    private static void setKey(PreparedStatement statement, String pipeline) throws SQLException {
        CRC32 hash = new CRC32();
        hash.update(pipeline.getBytes(StandardCharsets.UTF_8));
        statement.setInt(1, NAMESPACE);
        // two pipelines of the same hash only wait for each other
        statement.setInt(2, (int) hash.getValue());
    }
}
