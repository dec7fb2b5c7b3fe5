package io.gaussferry.checkpoint;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A lock on the target: pipelines that start at the same time create and rename tables of Gaussferry one after the other.
 */
public final class CreationLock {

    /** An arbitrary number, the same for all pipelines: the letters GAUSSFER. */
    private static final long LOCK = 0x4741555353464552L;

    private CreationLock() {}

    /** Waits for the lock. The end of the connection's transaction releases it. */
    public static void lock(Connection target) throws SQLException {
        try (Statement statement = target.createStatement()) {
            statement.execute("SELECT pg_catalog.pg_advisory_xact_lock(" + LOCK + ")");
        }
    }
}
