package io.gaussferry.mysql;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
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

/** Asks a source who it is, and how far its history goes. */
public final class SourcePosition {

    private static final int SETTLING_MILLIS = 5;

    private SourcePosition() {}

    /**
     * Returns what a target has that has all of the source's transactions so far.
     *
     * @param captureSequence how many those are, as far as they count
     * @param naming by which the transactions are to be known
     * @throws GaussferryException if the source writes no binlog
     */
    public static Progress read(Connection connection, long captureSequence, Naming naming) throws SQLException {
        String statement =
                ServerVersion.of(connection).isAtLeast(8, 2, 0) ? "SHOW BINARY LOG STATUS" : "SHOW MASTER STATUS";
        try (Statement query = connection.createStatement();
                ResultSet row = query.executeQuery(statement)) {
            if (!row.next()) {
                throw new GaussferryException(
                        ErrorCategory.CONFIGURATION,
                        "The source writes no binlog.",
                        "set log_bin on the source, and restart it",
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
     * Returns transactions among which are all that a query before this call can have seen, and which are all committed. One becomes
     * visible a moment before it is in {@code gtid_executed}; until then it is in {@code gtid_owned}. What is owned now is waited
     * for, until it is either executed or given up.
     *
     * @return empty if something is still owned after so long
     */
    public static Optional<GtidSet> settled(Connection connection, Duration patience)
            throws SQLException, InterruptedException {
        GtidSet seen = owned(connection);
        long deadline = System.nanoTime() + patience.toNanos();
        while (true) {
            GtidSet owned = owned(connection);
            GtidSet executed = GtidSet.parse(text(connection, "SELECT @@GLOBAL.gtid_executed"));
            GtidSet open = seen.minus(executed);
            // what is still owned of it
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
        // each has the number of its thread behind it: uuid:5#12:6#13
        return GtidSet.parse(text(connection, "SELECT @@GLOBAL.gtid_owned").replaceAll("#\\d+", ""));
    }

    private static String text(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getString(1);
        }
    }

    /**
     * Makes sure that {@code gtid_executed} takes up the changes of one row in their order, on which all rests that is said of rows
     * between two positions.
     *
     * @throws GaussferryException if the source is set otherwise
     */
    public static void requireOrderedCommits(Connection connection) throws SQLException {
        if (!text(connection, "SELECT @@GLOBAL.binlog_order_commits").equals("1")) {
            throw new GaussferryException(
                    ErrorCategory.CONFIGURATION,
                    "The source has binlog_order_commits = OFF. Its gtid_executed may have a transaction before an earlier one of the"
                            + " same row, and what was read by the copy cannot be told exactly.",
                    "run SET GLOBAL binlog_order_commits = ON while tables are copied, and start again",
                    null);
        }
    }

    /** Returns who the source is, and how its transactions are to be named: by GTIDs only if every one is sure to have one. */
    public static SourceIdentity identity(Connection connection) throws SQLException {
        try (Statement query = connection.createStatement();
                ResultSet row = query.executeQuery("SELECT @@GLOBAL.server_uuid, @@GLOBAL.gtid_mode")) {
            row.next();
            return new SourceIdentity(row.getString(1), row.getString(2).equals("ON") ? Naming.GTID : Naming.ORDINAL);
        }
    }
}
