package io.gaussferry.target.postgresql;

import io.gaussferry.target.ClusterQueries;
import java.util.Optional;

/** PostgreSQL has two roles, and no term: its timeline rises with each promotion, but is no command's column. */
final class PostgreSqlCluster implements ClusterQueries {

    @Override
    public String roleQuery() {
        return "SELECT NOT pg_catalog.pg_is_in_recovery(), pg_catalog.pg_is_in_recovery(),"
                + " CASE WHEN pg_catalog.current_setting('default_transaction_read_only') = 'on' THEN 'read-only' ELSE '' END";
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

    @Override
    public String commitWaitQuery() {
        return "SELECT CASE WHEN bool_or(event = '<insufficient privilege>') THEN NULL"
                + " ELSE COALESCE(max(CASE WHEN event = 'SyncRep'"
                + " THEN extract(epoch FROM clock_timestamp()) - extract(epoch FROM started) END), 0) END"
                + " FROM (SELECT pg_catalog.pg_stat_get_backend_wait_event(id) AS event,"
                + " pg_catalog.pg_stat_get_backend_activity_start(id) AS started"
                + " FROM pg_catalog.pg_stat_get_backend_idset() AS id) AS backends";
    }

    @Override
    public String activeSessionsQuery() {
        return "SELECT CASE WHEN bool_or(query = '<insufficient privilege>') THEN NULL"
                + " ELSE COALESCE(sum(CASE WHEN state = 'active' AND client_port IS NOT NULL"
                + " AND application_name <> 'gaussferry' THEN 1 ELSE 0 END), 0) END FROM pg_catalog.pg_stat_activity"
                + " WHERE pid NOT IN (SELECT pid FROM pg_catalog.pg_stat_replication)";
    }

    @Override
    public String standbyLagQuery() {
        return "SELECT COALESCE(max(pg_catalog.pg_wal_lsn_diff(sent_lsn, replay_lsn)), 0)"
                + " FROM pg_catalog.pg_stat_replication WHERE pid NOT IN"
                + " (SELECT active_pid FROM pg_catalog.pg_replication_slots WHERE plugin IS NOT NULL AND active)";
    }
}
