package io.gaussferry.assess;

import io.gaussferry.jdbc.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * A server and its settings.
 *
 * @param version its product and version; empty if it could not be read
 * @param settings the settings that matter for a migration, by name
 */
public record ServerFacts(String version, Map<String, String> settings) {

    /** Nothing is known. */
    static final ServerFacts UNKNOWN = new ServerFacts("", Map.of());

    private static final String SOURCE_SETTINGS = "SHOW GLOBAL VARIABLES WHERE Variable_name IN ('binlog_format',"
            + " 'binlog_row_image', 'binlog_row_metadata', 'gtid_mode', 'enforce_gtid_consistency', 'log_replica_updates',"
            + " 'log_slave_updates', 'binlog_expire_logs_seconds', 'expire_logs_days', 'sql_mode', 'character_set_server',"
            + " 'collation_server', 'lower_case_table_names', 'time_zone', 'system_time_zone', 'innodb_buffer_pool_size',"
            + " 'max_connections', 'max_allowed_packet', 'sync_binlog', 'innodb_flush_log_at_trx_commit',"
            + " 'transaction_isolation', 'tx_isolation')";

    private static final String TARGET_SETTINGS =
            "SELECT name, setting, COALESCE(unit, '') FROM pg_catalog.pg_settings WHERE"
                    + " name IN ('server_version', 'server_encoding', 'lc_collate', 'shared_buffers', 'maintenance_work_mem', 'work_mem',"
                    + " 'max_connections', 'wal_level', 'synchronous_commit', 'fsync', 'autovacuum', 'max_process_memory',"
                    + " 'checkpoint_segments', 'max_wal_size', 'enable_thread_pool', 'TimeZone', 'max_wal_senders',"
                    + " 'max_replication_slots', 'sql_compatibility')";

    public ServerFacts {
        settings = Collections.unmodifiableMap(new LinkedHashMap<>(new TreeMap<>(settings)));
    }

    static ServerFacts ofSource(Connection source) throws SQLException {
        Map<String, String> settings = new TreeMap<>();
        Sql.each(source, row -> settings.put(row.getString(1), row.getString(2)), SOURCE_SETTINGS);
        String version = Sql.first(
                        source,
                        row -> row.getString(1) + " (" + row.getString(2) + ")",
                        "SELECT @@GLOBAL.version, @@GLOBAL.version_comment")
                .orElse("");
        return new ServerFacts("MySQL " + version, settings);
    }

    /** @param release the product and version, as the dialect reports them */
    static ServerFacts ofTarget(Connection target, String release) throws SQLException {
        Map<String, String> settings = new TreeMap<>();
        Sql.each(
                target,
                row -> settings.put(
                        row.getString(1),
                        row.getString(3).isEmpty() ? row.getString(2) : row.getString(2) + " × " + row.getString(3)),
                TARGET_SETTINGS);
        return new ServerFacts(release, settings);
    }
}
