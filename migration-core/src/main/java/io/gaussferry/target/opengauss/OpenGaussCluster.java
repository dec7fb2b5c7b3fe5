package io.gaussferry.target.opengauss;

import io.gaussferry.target.ClusterQueries;
import java.util.Optional;

/** openGauss reports roles by functions. A server that was started without a role is {@code Normal}. */
final class OpenGaussCluster implements ClusterQueries {

    @Override
    public String roleQuery() {
        return "SELECT local_role IN ('Primary', 'Normal') AND db_state = 'Normal' AND NOT pg_catalog.pg_is_in_recovery(),"
                + " local_role LIKE '%Standby%', pg_catalog.concat_ws(', ', local_role, db_state, detail_information,"
                + " CASE WHEN pg_catalog.current_setting('default_transaction_read_only') = 'on' THEN 'read-only' END)"
                + " FROM pg_catalog.pg_stat_get_stream_replications()";
    }

    /** The cluster's manager passes a rising term to each promotion; without one it remains 1. */
    @Override
    public Optional<String> termCommand() {
        return Optional.of("IDENTIFY_VERSION");
    }

    @Override
    public String standbysQuery() {
        return "SELECT receiver_flush_location, sync_state IN ('Sync', 'Quorum'), sync_state = 'Sync'"
                + " FROM pg_catalog.pg_stat_get_wal_senders() WHERE peer_role IS NULL OR peer_role LIKE '%Standby%'";
    }

    /** A server without a role has no standbys to wait for, whatever the names. */
    @Override
    public String commitRuleQuery() {
        return "SELECT pg_catalog.current_setting('most_available_sync') = 'off'"
                + " AND pg_catalog.current_setting('synchronous_standby_names') <> '' AND local_role = 'Primary',"
                + " pg_catalog.current_setting('synchronous_standby_names')"
                + " FROM pg_catalog.pg_stat_get_stream_replications()";
    }

    /** Sessions are threads. An account without SYSADMIN or MONADMIN sees only its own. */
    @Override
    public String commitWaitQuery() {
        return "SELECT CASE WHEN bool_or(activity.state IS NULL) THEN NULL"
                + " ELSE COALESCE(max(CASE WHEN waits.wait_status = 'wait wal sync'"
                + " THEN extract(epoch FROM clock_timestamp()) - extract(epoch FROM activity.query_start) END), 0) END"
                + " FROM pg_catalog.pg_stat_activity AS activity"
                + " JOIN pg_catalog.pg_thread_wait_status AS waits ON waits.sessionid = activity.sessionid";
    }

    /** The server's own threads have no client port. */
    @Override
    public String activeSessionsQuery() {
        return "SELECT CASE WHEN bool_or(state IS NULL) THEN NULL"
                + " ELSE sum(CASE WHEN state = 'active' AND client_port IS NOT NULL"
                + " AND application_name <> 'gaussferry' THEN 1 ELSE 0 END) END FROM pg_catalog.pg_stat_activity"
                + " WHERE pid NOT IN (SELECT pid FROM pg_catalog.pg_stat_replication)";
    }

    @Override
    public String standbyLagQuery() {
        return "SELECT COALESCE(max(pg_catalog.pg_xlog_location_diff(sender_sent_location, receiver_replay_location)), 0)"
                + " FROM pg_catalog.pg_stat_get_wal_senders() WHERE peer_role LIKE '%Standby%'";
    }
}
