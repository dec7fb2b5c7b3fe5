package io.gaussferry.target.postgresql;

import io.gaussferry.target.ClusterQueries;
import java.util.Optional;

/** PostgreSQL has two roles, and no term: its timeline rises with each promotion, but is no command's column. */
final class PostgreSqlCluster implements ClusterQueries {

    @Override
    public String roleQuery() {
        return "SELECT NOT pg_catalog.pg_is_in_recovery(), pg_catalog.pg_is_in_recovery(), ''";
    }

    @Override
    public Optional<String> termCommand() {
        return Optional.empty();
    }

    /** Readers of logical slots are in the same view. */
    @Override
    public String standbysQuery() {
        return "SELECT flush_lsn, sync_state IN ('sync', 'quorum'), sync_state = 'sync'"
                + " FROM pg_catalog.pg_stat_replication WHERE pid NOT IN"
                + " (SELECT active_pid FROM pg_catalog.pg_replication_slots WHERE plugin IS NOT NULL AND active)";
    }

    @Override
    public String commitRuleQuery() {
        return "SELECT pg_catalog.current_setting('synchronous_standby_names') <> '',"
                + " pg_catalog.current_setting('synchronous_standby_names')";
    }
}
