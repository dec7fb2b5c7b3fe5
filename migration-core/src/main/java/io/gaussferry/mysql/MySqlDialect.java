package io.gaussferry.mysql;

import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.jdbc.Sql;
import io.gaussferry.lifecycle.TimeLimit;
import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.LowWaterMark;
import io.gaussferry.model.Progress;
import io.gaussferry.model.SourceIdentity;
import io.gaussferry.model.SourceIdentity.Naming;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * MySQL 5.7 to 9.x. A transaction becomes visible shortly before it is added to {@code gtid_executed}; until then it is in
 * {@code gtid_owned}.
 */
final class MySqlDialect implements SourceDialect {

    private static final int SETTLING_MILLIS = 5;

    /** {@code ER_QUERY_TIMEOUT}. */
    private static final int QUERY_TIMEOUT = 3024;

    static final String COLLATIONS = "SELECT id, character_set_name, collation_name FROM information_schema.collations";

    private static final String CHECKS = "SELECT t.table_name, t.constraint_name, t.enforced, c.check_clause"
            + " FROM information_schema.table_constraints t JOIN information_schema.check_constraints c"
            + " ON c.constraint_schema = t.constraint_schema AND c.constraint_name = t.constraint_name"
            + " WHERE t.table_schema = ? AND t.constraint_type = 'CHECK' ORDER BY t.table_name, t.constraint_name";

    @Override
    public String product() {
        return "MySQL";
    }

    @Override
    public <T> T either(T mySql, T mariaDb) {
        return mySql;
    }

    @Override
    public String limitQueries(Duration longest) {
        return "SET SESSION max_execution_time = " + longest.toMillis();
    }

    @Override
    public boolean isQueryLimit(SQLException failure) {
        return failure.getErrorCode() == QUERY_TIMEOUT;
    }

    @Override
    public SourceFeatures features(ServerVersion version) {
        boolean renamed = version.isAtLeast(8, 0, 22);
        return new SourceFeatures(
                version.isAtLeast(8, 2, 0) ? "SHOW BINARY LOG STATUS" : "SHOW MASTER STATUS",
                renamed ? "SHOW REPLICA STATUS" : "SHOW SLAVE STATUS",
                renamed ? "Replica" : "Slave",
                "Channel_Name",
                version.isAtLeast(8, 0, 13),
                version.isAtLeast(8, 0, 16) ? CHECKS : "",
                COLLATIONS,
                version.isAtLeast(8, 0, 4),
                false);
    }

    @Override
    public List<Unsupported> unsupported() {
        return List.of();
    }

    @Override
    public String accounts() {
        return "mysql.user";
    }

    @Override
    public void requireFence(String fence) {
        // all fences work
    }

    @Override
    public Optional<String> objectionToReverseReplication() {
        return Optional.empty();
    }

    @Override
    public boolean isReplicating(Connection source) throws SQLException {
        return Sql.exists(
                source, "SELECT 1 FROM performance_schema.replication_applier_status WHERE service_state = 'ON'");
    }

    @Override
    public String preparedTransactions() {
        return "XA RECOVER CONVERT XID";
    }

    @Override
    public String globalReplicationFilters() {
        return "SELECT FILTER_NAME, FILTER_RULE FROM performance_schema.replication_applier_global_filters";
    }

    @Override
    public String identityQuery() {
        return "SELECT @@GLOBAL.server_uuid";
    }

    @Override
    public SourceIdentity identity(Connection source) throws SQLException {
        return Sql.first(
                        source,
                        row -> new SourceIdentity(
                                row.getString(1), row.getString(2).equals("ON") ? Naming.GTID : Naming.ORDINAL),
                        "SELECT @@GLOBAL.server_uuid, @@GLOBAL.gtid_mode")
                .orElseThrow();
    }

    @Override
    public Progress committed(Connection source, long captureSequence, Naming naming) throws SQLException {
        try (Statement query = source.createStatement();
                ResultSet row =
                        query.executeQuery(features(ServerVersion.of(source)).binlogStatus())) {
            if (!row.next()) {
                throw noBinlog();
            }
            LowWaterMark lowWater = new LowWaterMark(
                    captureSequence, new BinlogPosition(row.getString("File"), row.getLong("Position")));
            if (naming == Naming.ORDINAL) {
                return Progress.ofCaptureSequences(lowWater);
            }
            return new Progress(
                    GtidSet.parse(row.getString("Executed_Gtid_Set")).toString(), lowWater);
        }
    }

    static GaussferryException noBinlog() {
        return new GaussferryException(
                ErrorCode.SOURCE_SETTING_WRONG,
                "The source writes no binlog.",
                "set log_bin on the source and restart it",
                null);
    }

    @Override
    public GtidSet executed(Connection source) throws SQLException {
        GtidSet owned = owned(source);
        GtidSet executed = counted(source);
        executed.addAll(owned);
        return executed;
    }

    @Override
    public GtidSet counted(Connection source) throws SQLException {
        return GtidSet.parse(text(source, "SELECT @@GLOBAL.gtid_executed"));
    }

    /** {@inheritDoc} Waits until each transaction that is owned now is executed or rolled back. */
    @Override
    public Optional<GtidSet> settled(Connection source, Duration timeout) throws SQLException, InterruptedException {
        GtidSet seen = owned(source);
        long deadline = System.nanoTime() + timeout.toNanos();
        while (true) {
            GtidSet owned = owned(source);
            GtidSet executed = counted(source);
            GtidSet open = seen.minus(executed);
            // true if none of the open transactions is still owned
            if (open.minus(owned).equals(open)) {
                return Optional.of(executed);
            }
            if (System.nanoTime() > deadline) {
                return Optional.empty();
            }
            TimeUnit.MILLISECONDS.sleep(SETTLING_MILLIS);
        }
    }

    private static GtidSet owned(Connection source) throws SQLException {
        // each GTID is followed by its thread's number: uuid:5#12:6#13
        return GtidSet.parse(text(source, "SELECT @@GLOBAL.gtid_owned").replaceAll("#\\d+", ""));
    }

    @Override
    public GtidSet purged(Connection source) throws SQLException {
        return GtidSet.parse(text(source, "SELECT @@GLOBAL.gtid_purged"));
    }

    @Override
    public boolean awaitExecuted(Connection source, GtidSet transactions, Duration timeout) throws SQLException {
        return Sql.first(
                                source,
                                row -> row.getInt(1),
                                "SELECT WAIT_FOR_EXECUTED_GTID_SET(?, " + TimeLimit.seconds(timeout) + ")",
                                transactions.toString())
                        .orElseThrow()
                == 0;
    }

    @Override
    public Optional<GtidSet> openSnapshot(Connection source) throws SQLException {
        // both in one statement: an owned transaction that ends between two statements would be in neither
        String query = "SELECT CONCAT(@@GLOBAL.gtid_executed, '|', @@GLOBAL.gtid_owned)";
        String before = text(source, query);
        Sql.execute(source, "START TRANSACTION WITH CONSISTENT SNAPSHOT");
        String after = text(source, query);
        return before.equals(after) && after.endsWith("|")
                ? Optional.of(GtidSet.parse(after.substring(0, after.length() - 1)))
                : Optional.empty();
    }

    @Override
    public void requireOrderedCommits(Connection source) throws SQLException {
        if (!text(source, "SELECT @@GLOBAL.binlog_order_commits").equals("1")) {
            throw new GaussferryException(
                    ErrorCode.SOURCE_SETTING_WRONG,
                    "The source has binlog_order_commits = OFF. Its gtid_executed may include a transaction before an earlier one of the"
                            + " same row, so the state that the copy has read cannot be determined.",
                    SourceFlavor.of(source)
                            .variable(
                                    "binlog_order_commits",
                                    "ON",
                                    "run SET GLOBAL binlog_order_commits = ON while tables are copied, then restart"),
                    null);
        }
    }

    @Override
    public void requireGtids(Connection source, String server) throws SQLException {
        String mode = text(source, "SELECT @@GLOBAL.gtid_mode");
        if (mode.startsWith("OFF")) {
            throw new GaussferryException(
                    ErrorCode.GTID_MISSING,
                    server + " has gtid_mode = " + mode
                            + ", but the migration started with GTIDs: transactions without one"
                            + " cannot be distinguished from those that the target has.",
                    "set gtid_mode to ON again; if transactions ran in the meantime, start a new migration",
                    null);
        }
    }

    private static String text(Connection source, String query) throws SQLException {
        return Sql.first(source, row -> row.getString(1), query).orElseThrow();
    }
}
