package io.gaussferry.opengauss;

import io.gaussferry.jdbc.Sql;
import io.gaussferry.target.cluster.HostRole;
import io.gaussferry.target.cluster.HostState;
import io.gaussferry.target.cluster.TargetHost;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A server of the target as it describes itself, for checks.
 *
 * @param state its role, or why it does not answer
 * @param cluster the identifier that all servers of a cluster have in common; empty if it is not visible
 * @param settings by name, those that decide about commits and logical decoding; absent ones are unknown to the server
 */
public record HostInspection(HostState state, String cluster, Map<String, String> settings) {

    /** Without values of the account or the session: they do not concern applications. */
    private static final String SETTINGS = "SELECT name, setting FROM pg_catalog.pg_settings WHERE name IN"
            + " ('synchronous_standby_names', 'most_available_sync', 'synchronous_commit', 'wal_level',"
            + " 'max_replication_slots', 'max_wal_senders', 'enable_slot_log', 'enable_subscription', 'enable_thread_pool')"
            + " AND source NOT IN ('user', 'database user', 'client', 'session')";

    private static final String CLUSTER = "SELECT system_identifier FROM pg_catalog.pg_control_system()";

    public HostInspection {
        settings = Collections.unmodifiableMap(new HashMap<>(settings));
    }

    /** Asks every server that the target's URL names, in its order; empty if the URL cannot be parsed. */
    public static List<HostInspection> of(TargetCluster cluster) {
        List<HostInspection> inspections = new ArrayList<>();
        for (TargetHost host : cluster.hosts()) {
            try (Connection opened = cluster.probe().open(host)) {
                inspections.add(of(cluster.probe().state(host, opened), opened));
            } catch (SQLException e) {
                inspections.add(new HostInspection(HostProbe.unreachable(host, e), "", Map.of()));
            }
        }
        return inspections;
    }

    private static HostInspection of(HostState state, Connection opened) throws SQLException {
        Map<String, String> settings = new HashMap<>();
        Sql.each(
                opened,
                row -> settings.put(row.getString(1).toLowerCase(Locale.ROOT), String.valueOf(row.getString(2))),
                SETTINGS);
        return new HostInspection(state, identifier(opened), settings);
    }

    /** An account may lack the privilege for the function. */
    private static String identifier(Connection opened) {
        try {
            return Sql.first(opened, row -> row.getString(1), CLUSTER).orElse("");
        } catch (SQLException e) {
            return "";
        }
    }

    /** Returns the server's address. */
    public TargetHost host() {
        return state.host();
    }

    /** Returns whether the server answered. */
    public boolean answers() {
        return state.role() != HostRole.UNREACHABLE;
    }

    /** Returns a setting; empty if the server does not know it, or did not answer. */
    public Optional<String> setting(String name) {
        return Optional.ofNullable(settings.get(name));
    }

    /** Returns whether the server knows a setting, and it is off. */
    public boolean isOff(String name) {
        return setting(name).map(value -> value.equals("off")).orElse(false);
    }
}
