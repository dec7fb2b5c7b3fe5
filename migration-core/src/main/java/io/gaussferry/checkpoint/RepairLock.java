package io.gaussferry.checkpoint;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.zip.CRC32;

/**
 * A lock of the target, one per pipeline, that orders repairs and the decisions which end them. Repairs share the lock; a transaction that
 * changes the state of a cutover, or excludes tables from replication, holds it exclusively. A row lock is not suitable: every commit of
 * replication locks the rows of {@code gaussferry.progress}, and a repair waits for such commits. The server releases the lock with its
 * transaction.
 */
public final class RepairLock {

    /** Distinguishes these locks from an application's advisory locks: "Gaus" in ASCII. */
    private static final int NAMESPACE = 0x47617573;

    private RepairLock() {}

    /** Takes the lock exclusively. Waits for the repairs that hold it, at most one second for each. */
    public static void exclude(Connection connection, String pipeline) throws SQLException {
        try (PreparedStatement take = connection.prepareStatement("SELECT pg_advisory_xact_lock(?, ?)")) {
            setKey(take, pipeline);
            take.execute();
        }
    }

    /** Takes the lock shared and waits for it, for requests that a decision must not overtake. */
    static void share(Connection connection, String pipeline) throws SQLException {
        try (PreparedStatement take = connection.prepareStatement("SELECT pg_advisory_xact_lock_shared(?, ?)")) {
            setKey(take, pipeline);
            take.execute();
        }
    }

    /** Takes the lock shared; returns false if a decision holds it or waits for it. */
    static boolean tryShare(Connection connection, String pipeline) throws SQLException {
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
        // pipelines with the same hash only wait for each other
        statement.setInt(2, (int) hash.getValue());
    }
}
