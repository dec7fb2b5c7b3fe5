package io.gaussferry.checkpoint;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * The table {@code gaussferry.cutover} on the target, as far as it says that a pipeline's target may be written to by others: then
 * nobody replays it any more. Whoever takes over a pipeline asks here, in the transaction in which it does.
 */
public final class SwitchedPipelines {

    private static final String TABLE = "cutover";

    private static final String CREATE_TABLE = "CREATE TABLE gaussferry.cutover (pipeline text NOT NULL PRIMARY KEY,"
            + " id text NOT NULL, step text NOT NULL, operator text NOT NULL, host text NOT NULL, no_way_back integer NOT NULL,"
            + " verify_mode text NOT NULL, started_at timestamp(6) with time zone NOT NULL,"
            + " step_since timestamp(6) with time zone NOT NULL, deadline timestamp(6) with time zone NOT NULL,"
            + " fence_memory text, fenced_at timestamp(6) with time zone, gtid_set text, binlog_file text,"
            + " binlog_offset bigint, reason text NOT NULL, switched_at timestamp(6) with time zone)";

    private SwitchedPipelines() {}

    /** Creates the table if it is missing; the schema must be there. Joins the connection's transaction. */
    public static void createIfMissing(Connection connection) throws SQLException {
        OwnTables.createIfMissing(connection, TABLE, CREATE_TABLE);
    }

    /** Returns whether there is such a table. Joins the connection's transaction. */
    public static boolean tableExists(Connection connection) throws SQLException {
        return OwnTables.exists(connection, TABLE);
    }

    /**
     * Refuses to replay a pipeline that was switched. Joins the connection's transaction; to be asked after the progress rows are locked,
     * which the switch locks too.
     *
     * @throws GaussferryException if it was
     */
    static void requireNotSwitched(Connection connection, String pipeline) throws SQLException {
        if (!tableExists(connection)) {
            return;
        }
        try (PreparedStatement select = connection.prepareStatement(
                "SELECT switched_at, operator FROM gaussferry.cutover WHERE pipeline = ? AND switched_at IS NOT NULL")) {
            select.setString(1, pipeline);
            try (ResultSet row = select.executeQuery()) {
                if (row.next()) {
                    throw new GaussferryException(
                            ErrorCategory.CONFIGURATION,
                            "Pipeline \"" + pipeline + "\" was switched over at "
                                    + row.getTimestamp(1).toInstant() + " by " + row.getString(2)
                                    + ": the target may be written to by the application, and nothing is replayed into it any more.",
                            "leave it at that; another migration needs a gaussferry.pipeline of its own",
                            null);
                }
            }
        }
    }

    /** Returns whether a pipeline was switched, and the target is the side that is written to. Joins the connection's transaction. */
    public static boolean isSwitched(Connection connection, String pipeline) throws SQLException {
        if (!tableExists(connection)) {
            return false;
        }
        try (PreparedStatement select = connection.prepareStatement(
                "SELECT 1 FROM gaussferry.cutover WHERE pipeline = ? AND switched_at IS NOT NULL")) {
            select.setString(1, pipeline);
            try (ResultSet row = select.executeQuery()) {
                return row.next();
            }
        }
    }

    /**
     * Refuses to compare a target that is written to with what the source has replayed into it. Ends the connection's transaction.
     *
     * @throws GaussferryException if the pipeline was switched
     */
    public static void requireReplayed(Connection connection, String pipeline) throws SQLException {
        boolean isSwitched = isSwitched(connection, pipeline);
        connection.rollback();
        if (isSwitched) {
            throw new GaussferryException(
                    ErrorCategory.CONFIGURATION,
                    "Pipeline \"" + pipeline
                            + "\" was switched over: the target is written to by the application, and does not follow the source.",
                    "compare again if the source follows the target (gaussferry verify sees whether it does); without a way back"
                            + " the sides go their own ways",
                    null);
        }
    }
}
