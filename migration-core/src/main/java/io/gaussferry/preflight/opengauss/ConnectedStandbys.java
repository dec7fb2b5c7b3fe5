package io.gaussferry.preflight.opengauss;

import io.gaussferry.jdbc.Sql;
import io.gaussferry.opengauss.CommitRules;
import io.gaussferry.target.ClusterQueries;
import io.gaussferry.target.cluster.CommitRule;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The standbys of the primary.
 *
 * @param rule the primary's rule for commits
 * @param hidden whether the account does not see their positions
 */
record ConnectedStandbys(CommitRule rule, boolean hidden) {

    private record Standby(@Nullable String flushed, boolean counts) {}

    static ConnectedStandbys read(TargetServer server) throws SQLException {
        ClusterQueries queries = server.dialect().cluster();
        Connection connection = server.connection();
        CommitRule rule = CommitRules.withoutStandbys(connection, queries);
        List<Standby> standbys =
                Sql.list(connection, row -> new Standby(row.getString(1), row.getBoolean(2)), queries.standbysQuery());
        return new ConnectedStandbys(
                rule.with(standbys.size(), (int)
                        standbys.stream().filter(Standby::counts).count()),
                standbys.stream().anyMatch(standby -> standby.flushed() == null));
    }

    int connected() {
        return rule.standbys();
    }

    int synchronous() {
        return rule.synchronous();
    }
}
