package io.gaussferry.mysql;

import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.RowValueMarks;
import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.LowWaterMark;
import io.gaussferry.model.Progress;
import io.gaussferry.model.SourceIdentity;
import io.gaussferry.model.SourceIdentity.Naming;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Compares a server's history with the transactions that a target has. Each difference is an exception that names it. */
public final class SourceHistory {

    private static final Logger LOG = LoggerFactory.getLogger(SourceHistory.class);

    /**
     * How long to wait for transactions that the target has and the server does not report. A server sends a transaction to
     * replicas before it counts as executed, and a promoted replica may still be applying received transactions.
     */
    private static final Duration MAXIMUM_CATCH_UP_TIMEOUT = Duration.ofSeconds(5);

    private static final Duration MINIMUM_CATCH_UP_TIMEOUT = Duration.ofSeconds(1);

    /**
     * The replica executed the transactions itself, mostly by mistake. The server that it replicates from will never have them.
     */
    private static final String OWN_TRANSACTIONS =
            "inspect the transactions that only the replica has executed: if they changed nothing that is"
                    + " migrated, commit an empty transaction under each of these GTIDs on the server that it replicates from"
                    + " (SET GTID_NEXT = '…'; BEGIN; COMMIT; SET GTID_NEXT = 'AUTOMATIC'), otherwise rebuild the replica; or ";

    private static final String START_NEW_MIGRATION =
            "start a new migration: drop the tables on the target, delete the pipeline's rows"
                    + " from gaussferry.progress, and extend the source's binlog retention";

    private final Connection connection;
    private final String server;

    /**
     * @param connection to the server; not closed
     * @param server its name in messages
     */
    public SourceHistory(Connection connection, String server) {
        this.connection = connection;
        this.server = server;
    }

    /**
     * Connects to one server and requires that its GTIDs, or its positions, match the transactions that the target has.
     *
     * @param progress the transactions of the target
     * @param expected the source that they come from
     * @return the identity of the server
     * @throws GaussferryException if the server's history does not match or cannot be read
     */
    public static SourceIdentity require(SourceSettings server, Progress progress, SourceIdentity expected) {
        try (Connection connection = SourceConnections.openForHistory(server)) {
            return new SourceHistory(connection, server.toString())
                    .require(progress, expected, catchUpTimeout(server.timeouts()));
        } catch (SQLException e) {
            throw SourceFailures.describe(server, e);
        }
    }

    /** Requires the same of the connected server. */
    public SourceIdentity require(Progress progress, SourceIdentity expected, Duration timeout) throws SQLException {
        SourceIdentity found = SourcePosition.identity(connection);
        if (expected.naming() == Naming.ORDINAL) {
            requireServer(expected, found);
            requirePosition(progress.lowWater());
            return expected;
        }
        requireGtids();
        requireExecuted(progress.executed(), timeout);
        requireNotPurged(progress.executed(), found);
        if (found.serverUuid().equals(expected.serverUuid())) {
            requireNotTruncated(progress.lowWater());
        }
        return new SourceIdentity(found.serverUuid(), Naming.GTID);
    }

    /** Returns how long to wait for transactions that a server does not report yet. */
    public static Duration catchUpTimeout(SourceTimeouts timeouts) {
        Duration timeout = timeouts.read().dividedBy(2);
        if (timeout.compareTo(MAXIMUM_CATCH_UP_TIMEOUT) > 0) {
            return MAXIMUM_CATCH_UP_TIMEOUT;
        }
        return timeout.compareTo(MINIMUM_CATCH_UP_TIMEOUT) < 0 ? MINIMUM_CATCH_UP_TIMEOUT : timeout;
    }

    /** Requires the same server: without GTIDs a binlog position is valid on one server only. */
    public void requireServer(SourceIdentity expected, SourceIdentity found) {
        if (!expected.serverUuid().equals(found.serverUuid())) {
            throw refused(
                    ErrorCode.HISTORY_DIFFERS,
                    server + " is not the server from which the target was copied: its server_uuid is "
                            + found.serverUuid() + ", expected is " + expected.serverUuid()
                            + ". The migration started without GTIDs, and a binlog position of one server is not valid on"
                            + " another.",
                    "correct gaussferry.source.url; if the server was replaced, start a new migration");
        }
    }

    /** Requires that the binlog from a position on still exists. */
    public void requirePosition(LowWaterMark lowWater) throws SQLException {
        BinlogPosition position = lowWater.position();
        Map<String, Long> files = files();
        Long size = files.get(position.file());
        if (size == null) {
            throw refused(
                    ErrorCode.BINLOG_PURGED,
                    server + " no longer has binlog file " + position.file()
                            + ", which the target has applied up to offset "
                            + position.offset() + " (" + lowWater + "); it has "
                            + (files.isEmpty()
                                    ? "none"
                                    : files.keySet().iterator().next() + " and later")
                            + ". Without GTIDs it is unknown whether the target lacks transactions of that file.",
                    START_NEW_MIGRATION);
        }
        requireSize(lowWater, size);
    }

    /** Requires that every transaction has a GTID. */
    public void requireGtids() throws SQLException {
        SourceDialect.of(connection).requireGtids(connection, server);
    }

    /** Requires that the server has executed every transaction that the target has. */
    public void requireExecuted(String executed, Duration timeout) throws SQLException {
        SourceDialect dialect = SourceDialect.of(connection);
        GtidSet unknown = GtidSet.parse(executed).minus(dialect.counted(connection));
        if (unknown.isEmpty() || dialect.awaitExecuted(connection, unknown, timeout)) {
            return;
        }
        if (replicates()) {
            throw new GaussferryException(
                    ErrorCode.SOURCE_LAGS,
                    server + " lags: it is a replica that does not yet have " + unknown + ", which the target has.",
                    "replication resumes automatically when the replica has caught up; check that its replication runs",
                    null);
        }
        if (waitsForReplica()) {
            throw new GaussferryException(
                    ErrorCode.SOURCE_LAGS,
                    server + " has not committed " + unknown
                            + ", which the target has: its transactions wait for the acknowledgement of a semi-synchronous replica.",
                    "replication resumes when the server has committed them; check that its replicas run (Rpl_semi_sync_source_status)",
                    null);
        }
        throw refused(
                ErrorCode.HISTORY_DIFFERS,
                server + " lacks transactions that the target has: " + unknown
                        + ". It is another server, was restored to an earlier state, or was promoted without them; it replicates"
                        + " from no other server. The source and the target have diverged.",
                "correct gaussferry.source.url, or make the server replicate from one that has them; if they are lost, start a"
                        + " new migration");
    }

    /**
     * Requires that the server has not purged transactions that the target lacks.
     *
     * @param found the identity of the server
     */
    public void requireNotPurged(String executed, SourceIdentity found) throws SQLException {
        GtidSet missing = SourceDialect.of(connection).purged(connection).minus(GtidSet.parse(executed));
        if (missing.isEmpty()) {
            return;
        }
        boolean onlyOwn = missing.lastOfEachSeries().stream()
                .allMatch(gtid -> gtid.sourceId().toString().equals(found.serverUuid()));
        throw refused(
                ErrorCode.BINLOG_PURGED,
                server + " has purged transactions that the target lacks: " + missing
                        + ". Their binlog files no longer exist; replication cannot continue without them.",
                "name a server in gaussferry.source.url that still has them, or "
                        + (onlyOwn && replicates() ? OWN_TRANSACTIONS : "")
                        + START_NEW_MIGRATION);
    }

    /**
     * Requires that the binlog was not truncated: a crashed server may have lost its last transactions and reused their GTIDs.
     */
    public void requireNotTruncated(LowWaterMark lowWater) throws SQLException {
        Long size = files().get(lowWater.position().file());
        if (size != null) {
            requireSize(lowWater, size);
        }
    }

    private void requireSize(LowWaterMark lowWater, long size) {
        if (size < lowWater.position().offset()) {
            throw refused(
                    ErrorCode.BINLOG_RESET,
                    server + " has a binlog file " + lowWater.position().file() + " of " + size
                            + " bytes, but the target has applied it up to "
                            + lowWater.position().offset() + " ("
                            + lowWater
                            + "). The server lost its last transactions in a crash (sync_binlog is not 1?), or its"
                            + " binlog was reset. The source and the target have diverged.",
                    "start a new migration");
        }
    }

    private boolean replicates() throws SQLException {
        SourceFeatures features = SourceFeatures.of(connection);
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(features.replicaStatus())) {
            String prefix = features.replicaPrefix();
            while (rows.next()) {
                if (!"No".equals(rows.getString(prefix + "_IO_Running"))
                        || !"No".equals(rows.getString(prefix + "_SQL_Running"))) {
                    return true;
                }
            }
        }
        return isGroupMember();
    }

    /**
     * Returns whether transactions wait for a semi-synchronous replica. They were sent to the replicas but do not count as
     * executed.
     */
    private boolean waitsForReplica() throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SHOW GLOBAL STATUS WHERE variable_name IN"
                        + " ('Rpl_semi_sync_source_wait_sessions', 'Rpl_semi_sync_master_wait_sessions')")) {
            while (rows.next()) {
                if (!rows.getString(2).equals("0")) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean isGroupMember() {
        try {
            return !queryString("SELECT COUNT(*) FROM performance_schema.replication_group_members"
                            + " WHERE member_state IN ('ONLINE', 'RECOVERING')")
                    .equals("0");
        } catch (SQLException e) {
            // the account lacks the privilege; an operator who needs it for a group member can grant it
            LOG.debug(
                    "Cannot check whether {} is a member of a replication group: {}", server, RowValueMarks.message(e));
            return false;
        }
    }

    /** Returns the binlog files, the oldest first, with their sizes in bytes. */
    public Map<String, Long> files() throws SQLException {
        Map<String, Long> files = new LinkedHashMap<>();
        Sql.each(connection, rows -> files.put(rows.getString(1), rows.getLong(2)), "SHOW BINARY LOGS");
        return files;
    }

    private String queryString(String query, String... parameters) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(query)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setString(i + 1, parameters[i]);
            }
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                String value = row.getString(1);
                return value == null ? "" : value.replaceAll("\\s+", "");
            }
        }
    }

    private static GaussferryException refused(ErrorCode code, String problem, String remedy) {
        return new GaussferryException(code, problem, remedy, null);
    }
}
