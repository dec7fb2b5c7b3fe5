package io.gaussferry.source;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.LowWaterMark;
import io.gaussferry.model.Progress;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Asks a source how far its history goes. */
public final class SourcePosition {

    private SourcePosition() {}

    /**
     * Returns what a target has that has all of the source's transactions so far.
     *
     * @param ordinal how many those are, as far as they count
     * @throws GaussferryException if the source writes no binlog
     */
    public static Progress read(Connection connection, long ordinal) throws SQLException {
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
            BinlogPosition position = new BinlogPosition(row.getString("File"), row.getLong("Position"));
            GtidSet executed = GtidSet.parse(row.getString("Executed_Gtid_Set"));
            return new Progress(executed.toString(), new LowWaterMark(ordinal, position));
        }
    }
}
