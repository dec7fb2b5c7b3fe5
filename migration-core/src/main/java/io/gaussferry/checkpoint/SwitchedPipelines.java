package io.gaussferry.checkpoint;

import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.jdbc.Sql;
import io.gaussferry.state.TargetState;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * Reads from the table {@code gaussferry.cutover} on the target whether a pipeline was switched: applications may then write to the target,
 * and no daemon replicates the pipeline. Every takeover checks this in its own transaction.
 */
public final class SwitchedPipelines {

    private static final String TABLE = "cutover";

    private SwitchedPipelines() {}

    /** Returns whether the table exists. Joins the connection's transaction. */
    public static boolean tableExists(Connection connection) throws SQLException {
        return TargetState.hasTable(connection, TABLE);
    }

    /**
     * Refuses to replicate a pipeline that was switched. Joins the connection's transaction; to be called after the progress rows are
     * locked, which the switch locks too.
     *
     * @throws GaussferryException if the pipeline was switched
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
                            ErrorCode.PIPELINE_SWITCHED,
                            "Pipeline \"" + pipeline + "\" was switched at "
                                    + row.getTimestamp(1).toInstant() + " by " + row.getString(2)
                                    + ": the application may write to the target, which no longer replicates from the source.",
                            "no action needed; give another migration its own gaussferry.pipeline",
                            null);
                }
            }
        }
    }

    /** Returns whether a pipeline was switched, so that the target is the active side. Joins the connection's transaction. */
    public static boolean isSwitched(Connection connection, String pipeline) throws SQLException {
        if (!tableExists(connection)) {
            return false;
        }
        return Sql.exists(
                connection,
                "SELECT 1 FROM gaussferry.cutover WHERE pipeline = ? AND switched_at IS NOT NULL",
                pipeline);
    }

    /**
     * Returns whether the cutover of a pipeline is finished: it needs no process any longer. Joins the connection's transaction.
     */
    public static boolean isFinished(Connection connection, String pipeline) throws SQLException {
        if (!tableExists(connection)) {
            return false;
        }
        return Sql.exists(
                connection,
                "SELECT 1 FROM gaussferry.cutover"
                        + " WHERE pipeline = ? AND switched_at IS NOT NULL AND step = 'FINISH'",
                pipeline);
    }

    /**
     * Refuses to compare a target that no longer follows the source. Ends the connection's transaction.
     *
     * @throws GaussferryException if the pipeline was switched
     */
    public static void requireFollowingSource(Connection connection, String pipeline) throws SQLException {
        boolean isSwitched = isSwitched(connection, pipeline);
        connection.rollback();
        if (isSwitched) {
            throw new GaussferryException(
                    ErrorCode.PIPELINE_SWITCHED,
                    "Pipeline \"" + pipeline
                            + "\" was switched: the application writes to the target, which does not follow the source.",
                    "compare again while reverse replication runs (gaussferry verify detects it); without it the sides"
                            + " diverge",
                    null);
        }
    }
}
