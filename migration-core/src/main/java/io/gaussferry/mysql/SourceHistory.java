package io.gaussferry.mysql;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.RowValues;
import io.gaussferry.model.BinlogPosition;
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
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Compares a server's history with what a target has of it; each difference is a failure that names what differs. */
public final class SourceHistory {

    private static final Logger LOG = LoggerFactory.getLogger(SourceHistory.class);

    /**
     * How long to wait for transactions that the target has and the server does not report: it sends a transaction to replicas
     * before it counts as executed, and a replica that takes over may still be applying what it has received.
     */
    private static final Duration LONGEST_PATIENCE = Duration.ofSeconds(5);

    private static final Duration SHORTEST_PATIENCE = Duration.ofSeconds(1);

    /** A replica that was written to has them, by mistake mostly; the server that it replicates from never will. */
    private static final String OWN_TRANSACTIONS =
            "look at the transactions that the replica alone has executed: if they changed nothing that is"
                    + " migrated, commit an empty transaction under each of these GTIDs on the server that it replicates from"
                    + " (SET GTID_NEXT = '…'; BEGIN; COMMIT; SET GTID_NEXT = 'AUTOMATIC'), and otherwise rebuild the replica; or ";

    private static final String START_ANEW =
            "start a new migration: drop the tables on the target, delete the pipeline's rows"
                    + " from gaussferry.progress, and let the source keep its binlog longer";

    private final Connection connection;
    private final String server;

    /**
     * @param connection to the server; stays open
     * @param server its name in messages
     */
    public SourceHistory(Connection connection, String server) {
        this.connection = connection;
        this.server = server;
    }

    /**
     * Connects to one server and requires that the names of its transactions, or its positions, fit what the target has.
     *
     * @param progress what the target has
     * @param expected whose history that is
     * @return who the server is
     * @throws GaussferryException if it cannot be read, with the reason
     */
    public static SourceIdentity require(SourceSettings server, Progress progress, SourceIdentity expected) {
        try (Connection connection = SourceConnections.openForHistory(server)) {
            return new SourceHistory(connection, server.toString())
                    .require(progress, expected, patience(server.timeouts()));
        } catch (SQLException e) {
            throw SourceFailures.describe(server, e);
        }
    }

    /** Requires the same of the server that is connected to. */
    public SourceIdentity require(Progress progress, SourceIdentity expected, Duration patience) throws SQLException {
        SourceIdentity found = SourcePosition.identity(connection);
        if (expected.naming() == Naming.ORDINAL) {
            requireServer(expected, found);
            requirePosition(progress.lowWater());
            return expected;
        }
        requireGtids();
        requireExecuted(progress.executed(), patience);
        requireNotPurged(progress.executed(), found);
        if (found.serverUuid().equals(expected.serverUuid())) {
            requireNotCut(progress.lowWater());
        }
        return new SourceIdentity(found.serverUuid(), Naming.GTID);
    }

    /** Returns how long to wait for transactions that a server does not report yet. */
    public static Duration patience(SourceTimeouts timeouts) {
        Duration patience = timeouts.read().dividedBy(2);
        if (patience.compareTo(LONGEST_PATIENCE) > 0) {
            return LONGEST_PATIENCE;
        }
        return patience.compareTo(SHORTEST_PATIENCE) < 0 ? SHORTEST_PATIENCE : patience;
    }

    /** Without GTIDs only the server itself knows what its positions mean. */
    public void requireServer(SourceIdentity expected, SourceIdentity found) {
        if (!expected.serverUuid().equals(found.serverUuid())) {
            throw refused(
                    server + " is not the server from which the target was filled: it has server_uuid "
                            + found.serverUuid() + ", that one had " + expected.serverUuid()
                            + ". The migration began without GTIDs, and a position in one server's binlog means nothing in"
                            + " another's.",
                    "correct gaussferry.source.url; if the server was replaced, start a new migration");
        }
    }

    /** Requires that the binlog is still there from a position on. */
    public void requirePosition(LowWaterMark lowWater) throws SQLException {
        BinlogPosition position = lowWater.position();
        Map<String, Long> files = files();
        Long size = files.get(position.file());
        if (size == null) {
            throw refused(
                    server + " no longer has binlog file " + position.file() + ", which the target has up to offset "
                            + position.offset() + " (" + lowWater + "); it has "
                            + (files.isEmpty()
                                    ? "none"
                                    : files.keySet().iterator().next() + " and later")
                            + ". Without GTIDs nobody can tell whether something was in it that the target lacks.",
                    START_ANEW);
        }
        requireSize(lowWater, size);
    }

    /** Requires that every transaction has a GTID. */
    public void requireGtids() throws SQLException {
        String mode = text("SELECT @@GLOBAL.gtid_mode");
        if (mode.startsWith("OFF")) {
            throw refused(
                    server + " has gtid_mode = " + mode
                            + ", but the migration began with GTIDs: transactions without one"
                            + " cannot be told from those that the target has.",
                    "set gtid_mode back to ON; if there were transactions meanwhile, start a new migration");
        }
    }

    /** Requires that the server knows every transaction that the target has. */
    public void requireExecuted(String executed, Duration patience) throws SQLException {
        String unknown = text("SELECT GTID_SUBTRACT(?, @@GLOBAL.gtid_executed)", executed);
        if (unknown.isEmpty()
                || text("SELECT WAIT_FOR_EXECUTED_GTID_SET(?, " + patience.toSeconds() + ")", unknown)
                        .equals("0")) {
            return;
        }
        if (replicates()) {
            throw new GaussferryException(
                    ErrorCategory.RETRY,
                    server + " lags: it is a replica that does not yet have " + unknown + ", which the target has.",
                    "replay goes on by itself when the replica has caught up; see that its replication runs",
                    null);
        }
        if (waitsForReplica()) {
            throw new GaussferryException(
                    ErrorCategory.RETRY,
                    server + " has not committed " + unknown
                            + ", which the target has: its transactions wait for the acknowledgement of a semi-synchronous replica.",
                    "replay continues when the server has committed them; see that its replicas run (Rpl_semi_sync_source_status)",
                    null);
        }
        throw refused(
                server + " does not know transactions that the target has: " + unknown
                        + ". It is another server, was set back to an earlier state, or took over without them; it replicates"
                        + " from nobody who could have them. The two sides have diverged.",
                "correct gaussferry.source.url, or let the server replicate from one that has them; if they are lost, start a"
                        + " new migration");
    }

    /**
     * Requires that nothing is gone that the target lacks.
     *
     * @param found who the server is
     */
    public void requireNotPurged(String executed, SourceIdentity found) throws SQLException {
        String missing = text("SELECT GTID_SUBTRACT(@@GLOBAL.gtid_purged, ?)", executed);
        if (missing.isEmpty()) {
            return;
        }
        boolean onlyOwn = Arrays.stream(missing.split(",", -1)).allMatch(set -> set.startsWith(found.serverUuid()));
        throw refused(
                server + " has purged transactions that the target lacks: " + missing
                        + ". Their binlog files are gone; replay cannot continue without them.",
                "name a server in gaussferry.source.url that still has them, or "
                        + (onlyOwn && replicates() ? OWN_TRANSACTIONS : "")
                        + START_ANEW);
    }

    /** A server that crashed may have lost its last transactions, and may use their GTIDs for others now. */
    public void requireNotCut(LowWaterMark lowWater) throws SQLException {
        Long size = files().get(lowWater.position().file());
        if (size != null) {
            requireSize(lowWater, size);
        }
    }

    private void requireSize(LowWaterMark lowWater, long size) {
        if (size < lowWater.position().offset()) {
            throw refused(
                    server + " has a binlog file " + lowWater.position().file() + " of " + size
                            + " bytes, but the target has what was in it up to "
                            + lowWater.position().offset() + " ("
                            + lowWater
                            + "). The server lost its last transactions in a crash (sync_binlog is not 1?), or its"
                            + " binlog was reset. The two sides have diverged.",
                    "start a new migration");
        }
    }

    private boolean replicates() throws SQLException {
        boolean renamed = ServerVersion.of(connection).isAtLeast(8, 0, 22);
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(renamed ? "SHOW REPLICA STATUS" : "SHOW SLAVE STATUS")) {
            String prefix = renamed ? "Replica" : "Slave";
            while (rows.next()) {
                if (!"No".equals(rows.getString(prefix + "_IO_Running"))
                        || !"No".equals(rows.getString(prefix + "_SQL_Running"))) {
                    return true;
                }
            }
        }
        return isGroupMember();
    }

    /** A transaction that waits for an acknowledgement has been sent to all replicas, and does not count as executed: see rpl_semi_sync_source_timeout. */
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
            return !text("SELECT COUNT(*) FROM performance_schema.replication_group_members"
                            + " WHERE member_state IN ('ONLINE', 'RECOVERING')")
                    .equals("0");
        } catch (SQLException e) {
            // an account without access to it; those who need it for a group's member can grant it
            LOG.debug("Whether {} is a member of a group: {}", server, RowValues.message(e));
            return false;
        }
    }

    /** Returns the binlog files, the oldest first, with their sizes in bytes. */
    public Map<String, Long> files() throws SQLException {
        Map<String, Long> files = new LinkedHashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SHOW BINARY LOGS")) {
            while (rows.next()) {
                files.put(rows.getString(1), rows.getLong(2));
            }
        }
        return files;
    }

    private String text(String query, String... parameters) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(query)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setString(i + 1, parameters[i]);
            }
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                String text = row.getString(1);
                return text == null ? "" : text.replaceAll("\\s+", "");
            }
        }
    }

    private static GaussferryException refused(String problem, String remedy) {
        return new GaussferryException(ErrorCategory.FATAL, problem, remedy, null);
    }
}
