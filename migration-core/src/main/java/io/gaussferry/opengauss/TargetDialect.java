package io.gaussferry.opengauss;

import io.gaussferry.schema.TargetProfile;
import java.util.List;

/**
 * Where openGauss and PostgreSQL differ, beyond the types of columns. The second is a stand-in for the first in tests, and
 * keeps it honest.
 */
public interface TargetDialect {

    /** Returns what the target reported about itself. */
    TargetProfile profile();

    /**
     * Returns the statements that prepare a session for replay: UTC, no timeout, commits that do not wait for the disk
     * (progress is lost together with the data, and replayed), and plans that look rows up by key.
     */
    List<String> sessionStatements();

    /**
     * Returns the statements that limit how long a session waits for a lock. An account may lack the right to execute them.
     *
     * @param millis the limit
     */
    List<String> lockTimeoutStatements(long millis);

    /** Returns the dialect of a product. */
    static TargetDialect of(TargetProfile profile) {
        return switch (profile.product()) {
            case OPENGAUSS -> new OpenGaussDialect(profile);
            case POSTGRESQL -> new PostgreSqlDialect(profile);
            case MYSQL -> throw new IllegalArgumentException("MySQL is reached by another driver");
        };
    }

    /**
     * Settings that both products have, whatever the account or the database is used to. A batch's keys come as arrays, of whose
     * size the planner knows nothing: left alone it scans the whole table for some of them. A table without a usable index is
     * still scanned. Not every version has all limits of time: a statement that one cuts short would be tried again for ever.
     */
    List<String> COMMON_SESSION_STATEMENTS = List.of(
            // an applier that has waited for another sees what that has committed
            "SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL READ COMMITTED",
            "SET TIME ZONE 'UTC'",
            "SET synchronous_commit = off",
            "SET array_nulls = on",
            "SELECT set_config(name, '0', false) FROM pg_catalog.pg_settings WHERE name IN ('statement_timeout',"
                    + " 'transaction_timeout', 'idle_in_transaction_session_timeout', 'idle_session_timeout')",
            "SET enable_seqscan = off",
            "SET enable_hashjoin = off",
            "SET enable_mergejoin = off");
}
