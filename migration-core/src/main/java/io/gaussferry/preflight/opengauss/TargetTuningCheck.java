package io.gaussferry.preflight.opengauss;

import io.gaussferry.preflight.finding.CatalogRows;
import io.gaussferry.preflight.finding.CatalogRows.Row;
import io.gaussferry.preflight.finding.Check;
import io.gaussferry.preflight.finding.FindingCode;
import io.gaussferry.preflight.finding.FindingLocation;
import io.gaussferry.preflight.finding.Findings;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Checks settings of the target that determine its speed, in the daemon's session, against the recommendations of its
 * own performance guides. Skips settings that the server does not have.
 */
public final class TargetTuningCheck implements Check {

    private static final String SETTINGS = "SELECT name, setting, unit FROM pg_catalog.pg_settings";

    private static final long MEGABYTE = 1L << 20;
    /** PostgreSQL's default, and half of the smallest value in openGauss's guides, bytes. */
    private static final long LEAST_SHARED_BUFFERS = 128 * MEGABYTE;

    private static final long LEAST_MAINTENANCE_WORK_MEM = 64 * MEGABYTE;
    private static final long LEAST_WAL = 1024 * MEGABYTE;
    /** The segments, of 16 MB each, that make up {@link #LEAST_WAL}. */
    private static final long LEAST_CHECKPOINT_SEGMENTS = 64;

    /** The number of connections above which the guides recommend a thread pool. */
    private static final long MANY_CONNECTIONS = 200;

    private final Connection connection;

    public TargetTuningCheck(Connection connection) {
        this.connection = connection;
    }

    @Override
    public String subject() {
        return "the target's settings for speed";
    }

    @Override
    public FindingLocation location() {
        return FindingLocation.TARGET;
    }

    @Override
    public void run(Findings findings) throws SQLException {
        Map<String, Value> settings = new HashMap<>();
        for (Row row : CatalogRows.of(connection, SETTINGS)) {
            settings.put(row.text(0).toLowerCase(Locale.ROOT), new Value(row.text(1), row.text(2)));
        }
        check(findings, settings);
    }

    /**
     * A setting.
     *
     * @param setting its value
     * @param unit the unit of the number, such as {@code 8kB}; empty if it has none
     */
    record Value(String setting, String unit) {

        boolean isOff() {
            return setting.equalsIgnoreCase("off") || setting.equals("0");
        }

        /** Returns the value in bytes, or the plain number if it has no unit. */
        long bytes() {
            try {
                return (long) Double.parseDouble(setting) * factor();
            } catch (NumberFormatException e) {
                return Long.MAX_VALUE; // not a number, so not known to be too small
            }
        }

        private long factor() {
            String digits = unit.replaceAll("[^0-9]", "");
            long count = digits.isEmpty() ? 1 : Long.parseLong(digits);
            return switch (unit.replaceAll("[0-9]", "").toUpperCase(Locale.ROOT)) {
                case "KB" -> count << 10;
                case "MB" -> count << 20;
                case "GB" -> count << 30;
                default -> count;
            };
        }
    }

    static void check(Findings findings, Map<String, Value> settings) {
        checkSession(findings, settings);
        checkAutovacuum(findings, settings);
        checkCheckpoints(findings, settings);
        checkMemory(findings, settings);
        checkAudit(findings, settings);
        checkThreads(findings, settings);
    }

    private static void checkSession(Findings findings, Map<String, Value> settings) {
        Value timeout = settings.get("session_timeout");
        if (timeout != null && !timeout.isOff()) {
            findings.add(
                    FindingCode.TARGET_SESSION_TIMEOUT,
                    FindingLocation.TARGET,
                    "session_timeout is " + timeout.setting() + " s in the daemon's session, which sets it to 0.",
                    "An idle applier loses its connection after that time, and replication restarts.",
                    "run ALTER ROLE … SET session_timeout = 0 for the account");
        }
        Value commit = settings.get("synchronous_commit");
        if (commit != null && !commit.isOff()) {
            findings.add(
                    FindingCode.TARGET_SYNCHRONOUS_COMMIT,
                    FindingLocation.TARGET,
                    "synchronous_commit is " + commit.setting() + " in the daemon's session, which sets it to off.",
                    "Every commit waits for the disk, or for a standby. Replication does not need this"
                            + " wait: progress is committed with the data, and commits lost in a crash are replayed.",
                    "allow the account to change the setting; or expect every commit to wait for the disk"
                            + " and the standby");
        }
    }

    private static void checkAutovacuum(Findings findings, Map<String, Value> settings) {
        for (String name : List.of("autovacuum", "track_counts")) {
            Value value = settings.get(name);
            if (value != null && value.isOff()) {
                findings.add(
                        FindingCode.TARGET_AUTOVACUUM,
                        FindingLocation.TARGET,
                        name + " is off.",
                        "Every replicated update and every commit's progress leaves a dead row version:"
                                + " tables and indexes grow, and queries are planned without statistics.",
                        "set " + name
                                + " = on at the target, or run VACUUM ANALYZE on the tables and gaussferry.progress");
            }
        }
    }

    private static void checkCheckpoints(Findings findings, Map<String, Value> settings) {
        Value wal = settings.get("max_wal_size");
        if (wal != null && wal.bytes() < LEAST_WAL) {
            checkpoints(
                    findings,
                    "max_wal_size is " + wal.setting() + " " + wal.unit() + ".",
                    "set max_wal_size = 1GB or more");
        }
        Value segments = settings.get("checkpoint_segments");
        Value incremental = settings.get("enable_incremental_checkpoint");
        // Incremental checkpoints write pages continuously, regardless of the number of segments.
        if (segments != null
                && segments.bytes() < LEAST_CHECKPOINT_SEGMENTS
                && (incremental == null || incremental.isOff())) {
            checkpoints(
                    findings,
                    "checkpoint_segments is " + segments.setting() + ", and checkpoints are not incremental.",
                    "set enable_incremental_checkpoint = on, or checkpoint_segments = " + LEAST_CHECKPOINT_SEGMENTS
                            + " or more");
        }
    }

    private static void checkpoints(Findings findings, String problem, String remedy) {
        findings.add(
                FindingCode.TARGET_CHECKPOINTS,
                FindingLocation.TARGET,
                problem,
                "The initial copy and catch-up write much WAL: checkpoints run back to back, and each"
                        + " writes all changed pages at once.",
                remedy + " at the target, at least until the switch");
    }

    private static void checkMemory(Findings findings, Map<String, Value> settings) {
        least(
                findings,
                settings,
                "shared_buffers",
                LEAST_SHARED_BUFFERS,
                "The server reads index pages again for every batch.",
                "openGauss's guides recommend 40 % of the machine's memory or more");
        least(
                findings,
                settings,
                "maintenance_work_mem",
                LEAST_MAINTENANCE_WORK_MEM,
                "Index builds during the copy sort on disk.",
                "use some hundred MB, at least until the copy is complete");
    }

    private static void least(
            Findings findings, Map<String, Value> settings, String name, long least, String why, String wanted) {
        Value value = settings.get(name);
        if (value != null && !value.unit().isEmpty() && value.bytes() < least) {
            findings.add(
                    FindingCode.TARGET_MEMORY,
                    FindingLocation.TARGET,
                    name + " is " + value.bytes() / MEGABYTE + " MB.",
                    why,
                    "raise " + name + " at the target: " + wanted);
        }
    }

    private static void checkAudit(Findings findings, Map<String, Value> settings) {
        Value enabled = settings.get("audit_enabled");
        for (String name : List.of("audit_dml_state", "audit_dml_state_select", "audit_copy_exec")) {
            Value value = settings.get(name);
            if (enabled != null && !enabled.isOff() && value != null && !value.isOff()) {
                findings.add(
                        FindingCode.TARGET_AUDIT,
                        FindingLocation.TARGET,
                        name + " is " + value.setting() + ".",
                        "The server writes Gaussferry's statements to the audit log, which slows down each statement.",
                        "set " + name + " = 0 until the switch if your policies allow it");
            }
        }
    }

    private static void checkThreads(Findings findings, Map<String, Value> settings) {
        Value pool = settings.get("enable_thread_pool");
        Value connections = settings.get("max_connections");
        if (pool != null && pool.isOff() && connections != null && connections.bytes() > MANY_CONNECTIONS) {
            findings.add(
                    FindingCode.TARGET_THREAD_POOL,
                    FindingLocation.TARGET,
                    "enable_thread_pool is off, and max_connections is " + connections.setting() + ".",
                    "Replication uses few connections and is not affected. An application with hundreds of"
                            + " connections is slower after the switch.",
                    "set enable_thread_pool = on, with thread_pool_attr for the machine, before the"
                            + " switch; this needs a restart");
        }
        Value distribution = settings.get("numa_distribute_mode");
        Value attributes = settings.get("thread_pool_attr");
        if (pool != null
                && !pool.isOff()
                && distribution != null
                && distribution.setting().equals("none")
                && attributes != null
                && attributes.setting().contains("nobind")) {
            findings.add(
                    FindingCode.TARGET_NUMA,
                    FindingLocation.TARGET,
                    "numa_distribute_mode is none, and thread_pool_attr is '" + attributes.setting() + "'.",
                    "On a machine with several NUMA nodes, threads move between nodes, away from their memory.",
                    "on such a machine set numa_distribute_mode = 'all' and bind the pool (cpubind or"
                            + " nodebind); otherwise no action is needed");
        }
    }
}
