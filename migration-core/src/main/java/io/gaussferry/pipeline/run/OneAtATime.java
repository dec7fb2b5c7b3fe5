package io.gaussferry.pipeline.run;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** Pipelines that begin together on a target that has none of Gaussferry's tables yet: each looks for them, and creates what is missing, alone. */
final class OneAtATime {

    /** Any number that is the same for all pipelines: the letters GAUSSFER. */
    private static final long LOCK = 0x4741555353464552L;

    private OneAtATime() {}

    /** Waits for the lock, which the end of the connection's transaction gives back. */
    static void lock(Connection target) throws SQLException {
        try (Statement statement = target.createStatement()) {
            statement.execute("SELECT pg_catalog.pg_advisory_xact_lock(" + LOCK + ")");
        }
    }
}
