package io.gaussferry.mysql;

import io.gaussferry.model.GtidSet;
import io.gaussferry.model.Progress;
import io.gaussferry.model.SourceIdentity;
import io.gaussferry.model.SourceIdentity.Naming;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;

/** Reads a source's identity and the current end of its history, in the source's dialect. */
public final class SourcePosition {

    private SourcePosition() {}

    /**
     * Returns the progress of a target that has all transactions that the source has committed so far: they are visible to every later
     * query.
     *
     * @param connection not in a transaction
     * @param captureSequence the number of counted transactions
     * @param naming how the transactions are identified
     * @throws io.gaussferry.error.GaussferryException if the source writes no binlog
     */
    public static Progress read(Connection connection, long captureSequence, Naming naming) throws SQLException {
        return SourceDialect.of(connection).committed(connection, captureSequence, naming);
    }

    /**
     * Returns transactions that include every transaction visible to a query before this call, and no transaction that is known in
     * part only.
     *
     * @return empty if some are still being committed after the timeout
     */
    public static Optional<GtidSet> awaitSettled(Connection connection, Duration timeout)
            throws SQLException, InterruptedException {
        return SourceDialect.of(connection).settled(connection, timeout);
    }

    /**
     * Requires that transactions that change the same row are added to the executed set in their order. Comparing rows between two
     * positions relies on this.
     *
     * @throws io.gaussferry.error.GaussferryException if the source is set otherwise
     */
    public static void requireOrderedCommits(Connection connection) throws SQLException {
        SourceDialect.of(connection).requireOrderedCommits(connection);
    }

    /** Returns the source's identity, and GTID naming only if every transaction is sure to have a GTID. */
    public static SourceIdentity identity(Connection connection) throws SQLException {
        return SourceDialect.of(connection).identity(connection);
    }
}
