package io.gaussferry.verify.compare;

import io.gaussferry.model.GtidSet;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A place in the source's history that includes everything which a query before it can have seen.
 *
 * @param executed the transactions up to there
 */
public record SourceFrontier(GtidSet executed) implements PositionWatch.Place {

    /**
     * Asks the source where it is now. A transaction becomes visible to others a moment before it is in {@code gtid_executed};
     * until then it is in {@code gtid_owned}, which is therefore read first and added.
     */
    public static SourceFrontier now(Connection source) throws SQLException {
        String owned = text(source, "SELECT @@GLOBAL.gtid_owned");
        GtidSet executed = GtidSet.parse(text(source, "SELECT @@GLOBAL.gtid_executed"));
        // each owned GTID has the number of its thread behind it: uuid:5#12:6#13
        executed.addAll(GtidSet.parse(owned.replaceAll("#\\d+", "")));
        return new SourceFrontier(executed);
    }

    /** Asks the source which transactions are over. */
    public static GtidSet executed(Connection source) throws SQLException {
        return GtidSet.parse(text(source, "SELECT @@GLOBAL.gtid_executed"));
    }

    private static String text(Connection source, String query) throws SQLException {
        try (Statement statement = source.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getString(1);
        }
    }

    /** Returns whether a target that has executed these transactions is there, or further. */
    boolean isPassedBy(GtidSet executedOnTarget) {
        return executedOnTarget.containsAll(executed);
    }
}
