package io.gaussferry.verify.compare;

import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.GtidSet;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * A position in the source's history that includes everything an earlier query can have seen.
 *
 * @param executed the transactions up to that position
 */
public record SourceFrontier(GtidSet executed) implements PositionWatch.Place {

    /**
     * Reads the source's current position. A transaction becomes visible to others shortly before it is in {@code gtid_executed}; until
     * then it is in {@code gtid_owned}, which is therefore read first and added.
     */
    public static SourceFrontier now(Connection source) throws SQLException {
        String owned = text(source, "SELECT @@GLOBAL.gtid_owned");
        GtidSet executed = GtidSet.parse(text(source, "SELECT @@GLOBAL.gtid_executed"));
        // each owned GTID is followed by its thread number: uuid:5#12:6#13
        executed.addAll(GtidSet.parse(owned.replaceAll("#\\d+", "")));
        return new SourceFrontier(executed);
    }

    /** Reads the source's executed transactions. */
    public static GtidSet executed(Connection source) throws SQLException {
        return GtidSet.parse(text(source, "SELECT @@GLOBAL.gtid_executed"));
    }

    private static String text(Connection source, String query) throws SQLException {
        return Sql.only(source, row -> row.getString(1), query);
    }

    /** Returns whether a target that has executed these transactions has reached this position. */
    boolean isPassedBy(GtidSet executedOnTarget) {
        return executedOnTarget.containsAll(executed);
    }
}
