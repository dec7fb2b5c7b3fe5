package io.gaussferry.opengauss;

import io.gaussferry.jdbc.Sql;
import io.gaussferry.target.ClusterQueries;
import io.gaussferry.target.cluster.CommitRule;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** Reads when a target's primary acknowledges commits. */
public final class CommitRules {

    private CommitRules() {}

    /** Returns the primary's rule with its connected standbys. */
    public static CommitRule read(Connection connection, ClusterQueries queries) throws SQLException {
        List<Boolean> synchronous = Sql.list(connection, row -> row.getBoolean(2), queries.standbysQuery());
        return withoutStandbys(connection, queries).with(synchronous.size(), (int)
                synchronous.stream().filter(waits -> waits).count());
    }

    /** Returns the primary's rule; its standbys are not counted. */
    public static CommitRule withoutStandbys(Connection connection, ClusterQueries queries) throws SQLException {
        return Sql.first(
                        connection,
                        row -> new CommitRule(row.getBoolean(1), String.valueOf(row.getString(2)), 0, 0),
                        queries.commitRuleQuery())
                .orElse(CommitRule.NONE);
    }
}
