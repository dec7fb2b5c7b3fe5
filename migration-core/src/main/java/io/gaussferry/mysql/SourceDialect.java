package io.gaussferry.mysql;

import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.Progress;
import io.gaussferry.model.SourceIdentity;
import io.gaussferry.model.SourceIdentity.Naming;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The differences between MySQL and MariaDB as a source: how a server and its history are named, and where its history ends. No other code
 * asks which of the two the source is. Stateless and thread-safe.
 *
 * <p>Two ends of a history exist while transactions are being committed. <em>Committed</em> transactions are visible to every later query.
 * <em>Executed</em> transactions include every transaction that an earlier query can have seen. MySQL adds a transaction to
 * {@code gtid_executed} after it is visible, MariaDB to {@code gtid_binlog_state} before.
 */
public interface SourceDialect {

    /** Returns the dialect of a server. */
    static SourceDialect of(Connection source) throws SQLException {
        return named(
                Sql.first(source, row -> row.getString(1), "SELECT VERSION()").orElseThrow());
    }

    /** Returns the dialect of a server by its version string. */
    static SourceDialect named(String version) {
        return version.toLowerCase(Locale.ROOT).contains("mariadb") ? new MariaDbDialect() : new MySqlDialect();
    }

    /** Returns the name of the product in messages. */
    String product();

    /** Returns the value for this product. */
    <T> T either(T mySql, T mariaDb);

    /** Returns the features of a server by its version. */
    SourceFeatures features(ServerVersion version);

    /**
     * A setting that must be off.
     *
     * @param why the consequence if it is on
     * @param remedy how to turn it off
     */
    record Unsupported(String variable, String why, String remedy) {}

    /**
     * Returns the statement that limits the time of each query of a session.
     *
     * @param longest in milliseconds; zero for no limit
     */
    String limitQueries(Duration longest);

    /** Returns whether a query failed because it reached the limit. */
    boolean isQueryLimit(SQLException failure);

    /** Returns the settings that must be off, or unknown to the server. */
    List<Unsupported> unsupported();

    /**
     * Returns a table of the server's accounts, as SQL after FROM, with the columns {@code user}, {@code host} and {@code account_locked}
     * (Y or N). Roles are not accounts.
     */
    String accounts();

    /**
     * Requires that a fence works with this product.
     *
     * @param fence its name in the configuration
     * @throws io.gaussferry.error.GaussferryException if it does not
     */
    void requireFence(String fence);

    /** Returns the reason why rows cannot be replicated back to this product; empty if they can. */
    Optional<String> objectionToReverseReplication();

    /** Returns whether the server applies the changes of another one. */
    boolean isReplicating(Connection source) throws SQLException;

    /** Returns a query for the prepared XA transactions; its last column has their names. */
    String preparedTransactions();

    /** Returns a query for the filters of all replication channels; each of its two columns is a kind of filter and its rule. */
    String globalReplicationFilters();

    /** Returns a query for the server's identity, a string that no other server has. */
    String identityQuery();

    /** Returns the server's identity, and GTID naming only if every transaction is sure to have a GTID. */
    SourceIdentity identity(Connection source) throws SQLException;

    /**
     * Returns the committed transactions, and the end of the binlog after them.
     *
     * @param source not in a transaction
     * @param captureSequence the number of counted transactions
     * @throws io.gaussferry.error.GaussferryException if the server writes no binlog
     */
    Progress committed(Connection source, long captureSequence, Naming naming) throws SQLException;

    /** Returns the executed transactions. */
    GtidSet executed(Connection source) throws SQLException;

    /** Returns the transactions that the server counts as executed, at the least cost; for display and comparison with its own. */
    GtidSet counted(Connection source) throws SQLException;

    /**
     * Returns executed transactions that are all committed, unless some are still being committed after the timeout.
     *
     * @return a set that includes every transaction visible before this call
     */
    Optional<GtidSet> settled(Connection source, Duration timeout) throws SQLException, InterruptedException;

    /** Returns the transactions that the server's binlog no longer contains. */
    GtidSet purged(Connection source) throws SQLException;

    /**
     * Waits until the server has executed all of these transactions.
     *
     * @return whether it has, within the timeout
     */
    boolean awaitExecuted(Connection source, GtidSet transactions, Duration timeout) throws SQLException;

    /**
     * Opens a consistent read on a connection with autocommit, which is in a transaction afterwards.
     *
     * @return exactly the transactions that the read sees; empty if they are unknown because a transaction was committed meanwhile
     */
    Optional<GtidSet> openSnapshot(Connection source) throws SQLException;

    /**
     * Requires that transactions that change the same row are in the executed set in their order. Comparing rows between two positions
     * relies on this.
     *
     * @throws io.gaussferry.error.GaussferryException if the server is set otherwise
     */
    void requireOrderedCommits(Connection source) throws SQLException;

    /**
     * Requires that every transaction has a GTID.
     *
     * @param server its name in messages
     * @throws io.gaussferry.error.GaussferryException if one may not have
     */
    void requireGtids(Connection source, String server) throws SQLException;
}
