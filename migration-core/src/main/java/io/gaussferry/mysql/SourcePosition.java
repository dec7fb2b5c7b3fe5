package io.gaussferry.mysql;

import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.LowWaterMark;
import io.gaussferry.model.Progress;
import io.gaussferry.model.SourceIdentity;
import io.gaussferry.model.SourceIdentity.Naming;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Reads a source's identity and the current end of its history. */
public final class SourcePosition {

    private static final int SETTLING_MILLIS = 5;

    private SourcePosition() {}

    /**
     * Returns the progress of a target that has all transactions that the source has executed so far.
     *
     * @param captureSequence the number of counted transactions
     * @param naming how the transactions are identified
     * @throws GaussferryException if the source writes no binlog
     */
    public static Progress read(Connection connection, long captureSequence, Naming naming) throws SQLException {
        String statement =
                ServerVersion.of(connection).isAtLeast(8, 2, 0) ? "SHOW BINARY LOG STATUS" : "SHOW MASTER STATUS";
        try (Statement query = connection.createStatement();
                ResultSet row = query.executeQuery(statement)) {
            if (!row.next()) {
                throw new GaussferryException(
                        ErrorCode.SOURCE_SETTING_WRONG,
                        "The source writes no binlog.",
                        "set log_bin on the source and restart it",
                        null);
            }
            LowWaterMark lowWater = new LowWaterMark(
                    captureSequence, new BinlogPosition(row.getString("File"), row.getLong("Position")));
            if (naming == Naming.ORDINAL) {
                return Progress.ofCaptureSequences(lowWater);
            }
            return new Progress(
                    GtidSet.parse(row.getString("Executed_Gtid_Set")).toString(), lowWater);
        }
    }

    /**
     * Returns committed transactions that include every transaction visible to a query before this call. A transaction becomes
     * visible shortly before it is added to {@code gtid_executed}; until then it is in {@code gtid_owned}. This method waits
     * until each transaction that is owned now is executed or rolled back.
     *
     * @return empty if some are still owned after the timeout
     */
    public static Optional<GtidSet> awaitSettled(Connection connection, Duration timeout)
            throws SQLException, InterruptedException {
        GtidSet seen = owned(connection);
        long deadline = System.nanoTime() + timeout.toNanos();
        while (true) {
            GtidSet owned = owned(connection);
            GtidSet executed = GtidSet.parse(queryString(connection, "SELECT @@GLOBAL.gtid_executed"));
            GtidSet open = seen.minus(executed);
            // true if none of the open transactions is still owned
            if (open.minus(owned).equals(open)) {
                return Optional.of(executed);
            }
            if (System.nanoTime() > deadline) {
                return Optional.empty();
            }
            TimeUnit.MILLISECONDS.sleep(SETTLING_MILLIS);
        }
    }

    private static GtidSet owned(Connection connection) throws SQLException {
        // each GTID is followed by its thread's number: uuid:5#12:6#13
        return GtidSet.parse(
                queryString(connection, "SELECT @@GLOBAL.gtid_owned").replaceAll("#\\d+", ""));
    }

    private static String queryString(Connection connection, String query) throws SQLException {
        return Sql.first(connection, row -> row.getString(1), query).orElseThrow();
    }

    /**
     * Requires that transactions that change the same row are added to {@code gtid_executed} in their order. Comparing rows
     * between two positions relies on this.
     *
     * @throws GaussferryException if the source's {@code binlog_order_commits} is off
     */
    public static void requireOrderedCommits(Connection connection) throws SQLException {
        if (!queryString(connection, "SELECT @@GLOBAL.binlog_order_commits").equals("1")) {
            throw new GaussferryException(
                    ErrorCode.SOURCE_SETTING_WRONG,
                    "The source has binlog_order_commits = OFF. Its gtid_executed may include a transaction before an earlier one of the"
                            + " same row, so the state that the copy has read cannot be determined.",
                    SourceFlavor.of(connection)
                            .variable(
                                    "binlog_order_commits",
                                    "ON",
                                    "run SET GLOBAL binlog_order_commits = ON while tables are copied, then restart"),
                    null);
        }
    }

    /** Returns the source's identity, and GTID naming only if every transaction is sure to have a GTID. */
    public static SourceIdentity identity(Connection connection) throws SQLException {
        return Sql.only(
                connection,
                row -> new SourceIdentity(
                        row.getString(1), row.getString(2).equals("ON") ? Naming.GTID : Naming.ORDINAL),
                "SELECT @@GLOBAL.server_uuid, @@GLOBAL.gtid_mode");
    }
}
