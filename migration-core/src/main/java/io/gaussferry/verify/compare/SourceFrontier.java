package io.gaussferry.verify.compare;

import io.gaussferry.model.GtidSet;
import io.gaussferry.mysql.SourceDialect;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * A position in the source's history that includes everything an earlier query can have seen.
 *
 * @param executed the transactions up to that position
 */
public record SourceFrontier(GtidSet executed) implements PositionWatch.Place {

    /** Reads the source's current position, with every transaction that is visible now. */
    public static SourceFrontier now(Connection source) throws SQLException {
        return new SourceFrontier(SourceDialect.of(source).executed(source));
    }

    /** Reads the transactions that the source counts as executed. */
    public static GtidSet executed(Connection source) throws SQLException {
        return SourceDialect.of(source).counted(source);
    }

    /** Returns whether a target that has executed these transactions has reached this position. */
    boolean isPassedBy(GtidSet executedOnTarget) {
        return executedOnTarget.containsAll(executed);
    }
}
