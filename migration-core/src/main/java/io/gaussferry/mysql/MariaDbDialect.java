package io.gaussferry.mysql;

import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.LowWaterMark;
import io.gaussferry.model.Progress;
import io.gaussferry.model.SourceIdentity;
import io.gaussferry.model.SourceIdentity.Naming;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * MariaDB 10.6 to 11.x. A transaction is in {@code gtid_binlog_state} before it is visible. A consistent read shows the end of the binlog
 * that it sees in the status variables {@code binlog_snapshot_file} and {@code binlog_snapshot_position}.
 */
final class MariaDbDialect implements SourceDialect {

    /** On the server, so that a wait ends with its connection. */
    private static final String PAUSE = "DO SLEEP(0.005)";

    private static final Duration LONGEST_COMMIT = Duration.ofSeconds(10);

    /** {@code ER_STATEMENT_TIMEOUT}. */
    private static final int STATEMENT_TIMEOUT = 1969;

    private static final int MILLISECOND_DIGITS = 3;

    private static final String COLLATIONS = "SELECT id, character_set_name, full_collation_name"
            + " FROM information_schema.collation_character_set_applicability";

    /** A check of a column has the column's name. */
    private static final String CHECKS = "SELECT table_name, constraint_name, 'YES' AS enforced, check_clause"
            + " FROM information_schema.check_constraints WHERE constraint_schema = ? ORDER BY table_name, constraint_name";

    /** The rows before the Gtid_list event, and that event. */
    private static final int FIRST_EVENTS = 10;

    @Override
    public String product() {
        return "MariaDB";
    }

    @Override
    public <T> T either(T mySql, T mariaDb) {
        return mariaDb;
    }

    /** MariaDB has no {@code max_execution_time}; its variable counts seconds. */
    @Override
    public String limitQueries(Duration longest) {
        return "SET SESSION max_statement_time = " + BigDecimal.valueOf(longest.toMillis(), MILLISECOND_DIGITS);
    }

    @Override
    public boolean isQueryLimit(SQLException failure) {
        return failure.getErrorCode() == STATEMENT_TIMEOUT;
    }

    @Override
    public SourceFeatures features(ServerVersion version) {
        return new SourceFeatures(
                "SHOW MASTER STATUS",
                "SHOW ALL SLAVES STATUS",
                "Slave",
                "Connection_name",
                false,
                CHECKS,
                // from 10.10 on, some collations have no character set of their own
                version.major() > 10 || version.minor() >= 10 ? COLLATIONS : MySqlDialect.COLLATIONS,
                false,
                true);
    }

    @Override
    public List<Unsupported> unsupported() {
        return List.of(
                new Unsupported(
                        "binlog_alter_two_phase",
                        "It logs an ALTER TABLE before it has executed it; replication stops at such a statement.",
                        "run SET GLOBAL binlog_alter_two_phase = OFF on it and reconnect all sessions"),
                new Unsupported(
                        "wsrep_on",
                        "The GTIDs of Galera's nodes were not tested; another node may have other GTIDs for the same transactions.",
                        "migrate from an asynchronous replica of the cluster that writes its own binlog"),
                new Unsupported(
                        "catalogs",
                        "Catalogs are not supported; databases of different catalogs have the same names.",
                        "migrate from a server without catalogs"));
    }

    /** The view {@code mysql.user} does not show which accounts are locked. */
    @Override
    public String accounts() {
        return "(SELECT user, host, IF(JSON_VALUE(priv, '$.account_locked') IN ('true', '1'), 'Y', 'N') AS account_locked"
                + " FROM mysql.global_priv WHERE COALESCE(JSON_VALUE(priv, '$.is_role'), '0') IN ('false', '0')) AS accounts";
    }

    @Override
    public void requireFence(String fence) {
        throw new GaussferryException(
                ErrorCode.FENCE_UNSUPPORTED,
                "The fence " + fence + " does not work on MariaDB"
                        + (fence.equals("super_read_only") ? ", which has no super_read_only." : "."),
                "set gaussferry.cutover.fence: lock-accounts with every account that writes, or hook",
                null);
    }

    @Override
    public Optional<String> objectionToReverseReplication() {
        return Optional.of("The source is MariaDB, to which Gaussferry does not write rows.");
    }

    @Override
    public boolean isReplicating(Connection source) throws SQLException {
        return Sql.list(source, row -> row.getString("Slave_SQL_Running"), "SHOW ALL SLAVES STATUS").stream()
                .anyMatch(running -> !"No".equals(running));
    }

    @Override
    public String preparedTransactions() {
        return "XA RECOVER";
    }

    /** The filters are global variables. */
    @Override
    public String globalReplicationFilters() {
        return "SELECT variable_name, variable_value FROM information_schema.global_variables WHERE variable_name LIKE 'REPLICATE\\_%'"
                + " AND variable_value <> '' AND variable_name <> 'REPLICATE_ANNOTATE_ROW_EVENTS' AND variable_name <> 'REPLICATE_EVENTS_MARKED_FOR_SKIP'";
    }

    /** MariaDB has no {@code server_uuid}: the parts of its address as the server knows it, and its id. */
    @Override
    public String identityQuery() {
        return "SELECT CONCAT(@@GLOBAL.server_id, '@', @@GLOBAL.hostname, ':', @@GLOBAL.port)";
    }

    @Override
    public SourceIdentity identity(Connection source) throws SQLException {
        return new SourceIdentity(text(source, identityQuery()), Naming.GTID);
    }

    @Override
    public Progress committed(Connection source, long captureSequence, Naming naming) throws SQLException {
        GtidSet executed = executed(source);
        BinlogPosition end = end(source);
        long deadline = System.nanoTime() + LONGEST_COMMIT.toNanos();
        while (seen(source).compareTo(end) < 0) {
            if (System.nanoTime() > deadline) {
                throw new GaussferryException(
                        ErrorCode.SOURCE_LAGS,
                        "The source has not committed transactions for " + LONGEST_COMMIT.toSeconds()
                                + " s that it has written to its binlog up to " + end + ".",
                        "check whether its transactions wait for a semi-synchronous replica",
                        null);
            }
            Sql.execute(source, PAUSE);
        }
        return new Progress(executed.toString(), new LowWaterMark(captureSequence, end));
    }

    /** Returns the end of the written binlog. */
    private static BinlogPosition end(Connection source) throws SQLException {
        return Sql.first(
                        source,
                        row -> new BinlogPosition(row.getString("File"), row.getLong("Position")),
                        "SHOW MASTER STATUS")
                .orElseThrow(MySqlDialect::noBinlog);
    }

    /** Returns the end of the binlog that a read sees which is opened now. */
    private static BinlogPosition seen(Connection source) throws SQLException {
        Sql.execute(source, "START TRANSACTION WITH CONSISTENT SNAPSHOT");
        try {
            return seenByOpenRead(source);
        } finally {
            Sql.execute(source, "ROLLBACK");
        }
    }

    private static BinlogPosition seenByOpenRead(Connection source) throws SQLException {
        Map<String, String> status = new HashMap<>();
        Sql.each(
                source,
                row -> status.put(row.getString(1).toLowerCase(Locale.ROOT), row.getString(2)),
                "SHOW SESSION STATUS LIKE 'binlog\\_snapshot\\_%'");
        return new BinlogPosition(
                status.getOrDefault("binlog_snapshot_file", ""),
                Long.parseLong(status.getOrDefault("binlog_snapshot_position", "0")));
    }

    @Override
    public GtidSet executed(Connection source) throws SQLException {
        return GtidSet.parse(text(source, "SELECT @@GLOBAL.gtid_binlog_state"));
    }

    @Override
    public GtidSet counted(Connection source) throws SQLException {
        return executed(source);
    }

    /** {@inheritDoc} The state includes every visible transaction without waiting. */
    @Override
    public Optional<GtidSet> settled(Connection source, Duration timeout) throws SQLException {
        return Optional.of(executed(source));
    }

    /** {@inheritDoc} They are listed at the start of the oldest file. */
    @Override
    public GtidSet purged(Connection source) throws SQLException {
        String first =
                Sql.first(source, row -> row.getString(1), "SHOW BINARY LOGS").orElseThrow(MySqlDialect::noBinlog);
        List<String> found = Sql.list(
                source,
                row -> row.getString("Event_type").equals("Gtid_list") ? row.getString("Info") : "",
                "SHOW BINLOG EVENTS IN '" + first.replace("'", "''") + "' LIMIT " + FIRST_EVENTS);
        return found.stream()
                .filter(info -> !info.isEmpty())
                .findFirst()
                .map(info -> GtidSet.parse(info.replaceAll("[\\[\\]]", "")))
                .orElseThrow(() -> new GaussferryException(
                        ErrorCode.BINLOG_UNSUPPORTED,
                        "The source's binlog file " + first + " starts without a list of GTIDs.",
                        "upgrade the source to MariaDB 10.6 or later, and run FLUSH BINARY LOGS",
                        null));
    }

    @Override
    public boolean awaitExecuted(Connection source, GtidSet transactions, Duration timeout) throws SQLException {
        long deadline = System.nanoTime() + timeout.toNanos();
        while (!executed(source).containsAll(transactions)) {
            if (System.nanoTime() > deadline) {
                return false;
            }
            Sql.execute(source, PAUSE);
        }
        return true;
    }

    @Override
    public Optional<GtidSet> openSnapshot(Connection source) throws SQLException {
        GtidSet before = executed(source);
        Sql.execute(source, "START TRANSACTION WITH CONSISTENT SNAPSHOT");
        BinlogPosition seen = seenByOpenRead(source);
        // the read sees all of the binlog, whose end has not moved since before the read
        return seen.equals(end(source)) && executed(source).equals(before) ? Optional.of(before) : Optional.empty();
    }

    /** Transactions are always committed in the order of the binlog. */
    @Override
    public void requireOrderedCommits(Connection source) {
        // no setting changes this
    }

    /** Every transaction in MariaDB's binlog has a GTID. */
    @Override
    public void requireGtids(Connection source, String server) {
        // no setting changes this
    }

    private static String text(Connection source, String query) throws SQLException {
        return Sql.first(source, row -> row.getString(1), query).orElseThrow();
    }
}
