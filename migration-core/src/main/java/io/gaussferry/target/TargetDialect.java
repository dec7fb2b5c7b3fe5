package io.gaussferry.target;

import io.gaussferry.schema.PartitionKind;
import io.gaussferry.schema.TargetProfile;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A product that is the target. PostgreSQL represents openGauss in tests and ensures that the code does not depend on
 * one product. Implementations are immutable.
 */
public interface TargetDialect {

    /** Returns the properties reported by the target. */
    TargetProfile profile();

    /** Returns the product and its version, as in {@code openGauss-lite 6.0.2}. */
    String release();

    /** Returns the compatibility mode of its database, for messages. */
    default String compatibility() {
        return profile().compatibility();
    }

    /** Returns the reasons for which this server is no ordinary target. */
    Set<Reservation> reservations();

    /**
     * Returns the statements that prepare a session for replication: UTC, no timeouts, commits that do not wait for the
     * disk (lost progress is lost together with its data, and replayed), and plans that look up rows by key.
     */
    List<String> sessionStatements();

    /**
     * Returns the statements that limit the waiting time for locks. The account may lack the privilege for them.
     *
     * @param millis the limit
     */
    List<String> lockTimeoutStatements(long millis);

    /** Returns the product's logical decoding, for reverse replication. */
    LogicalDecoding decoding();

    /**
     * Returns the kinds of partitions that created tables can have. Rows, keys, decoding and definition changes of
     * such tables must be proven to work.
     */
    Set<PartitionKind> partitionKinds();

    /**
     * Returns a condition that a table is partitioned.
     *
     * @param table the alias of {@code pg_class}
     */
    String isPartitioned(String table);

    /**
     * Returns a query for the partitions of a table: a line for each, which changes if the partition's rows are
     * removed or exchanged without change records. Empty if the product has no such statements.
     *
     * @param table an expression for the table's OID
     */
    Optional<String> partitionFiles(String table);

    /**
     * Returns a condition that a table can have triggers.
     *
     * @param table an alias of {@code pg_class}
     */
    String takesTriggers(String table);

    /** Returns the product's queries for the roles of a cluster's servers. */
    ClusterQueries cluster();

    /** Returns the product's form of stored procedures and events. */
    StoredCode storedCode();

    /** Returns the product's form of roles and privileges. */
    RoleRules roleRules();

    /**
     * Settings of all products, independent of the account's and the database's defaults. The planner does not know
     * the sizes of the key arrays of a batch, and by default scans the whole table for some of them. A table without a
     * usable index is still scanned. Not every version has all of the timeouts: a statement cancelled by one would be
     * retried indefinitely.
     */
    List<String> COMMON_SESSION_STATEMENTS = List.of(
            // an applier that has waited for another one must see its committed rows
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
