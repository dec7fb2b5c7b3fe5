package io.gaussferry.mysql.history;

import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.jdbc.Sql;
import io.gaussferry.mysql.SourceDialect;
import io.gaussferry.mysql.SourceFeatures;
import io.gaussferry.mysql.SourceFlavor;
import io.gaussferry.mysql.SourceSettings;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Checks that neither the tables nor the binlog of a server lack changes that another server of the same history has. Servers
 * differ in their settings, so the copy, replication and verification check each server at every connection.
 */
public final class SourceCompleteness {

    private static final int DO_DATABASES = 3;
    private static final int IGNORED_DATABASES = 4;

    private final Connection connection;
    private final SourceSettings server;
    private final List<Defect> defects = new ArrayList<>();

    /** The kinds of defects. */
    public enum Kind {
        /** Changes are not logged. */
        BINLOG_OFF,
        /** Changes are logged as statements. */
        BINLOG_FORMAT,
        /** Rows are logged without all of their columns. */
        BINLOG_ROW_IMAGE,
        /** The binlog excludes databases. */
        BINLOG_FILTER,
        /** A replica drops changes that it receives. */
        REPLICATION_FILTER,
        /** The binlog has a form that is not supported. */
        UNSUPPORTED_SETTING,
        /** A replica does not log the changes that it receives. */
        REPLICA_NOT_LOGGED
    }

    /**
     * A defect of a server.
     *
     * @param kind its kind
     * @param problem the setting, as a sentence that names the server
     * @param why the consequence
     * @param remedy how to correct it
     */
    public record Defect(Kind kind, String problem, String why, String remedy) {}

    private SourceCompleteness(Connection connection, SourceSettings server) {
        this.connection = connection;
        this.server = server;
    }

    /** Returns the defects of a server; empty if it can be read. */
    public static List<Defect> defects(Connection connection, SourceSettings server) throws SQLException {
        SourceCompleteness found = new SourceCompleteness(connection, server);
        found.find();
        return found.defects;
    }

    /**
     * Requires that a server has no defects.
     *
     * @param connection to the server; not closed
     * @param server its URL names one server
     * @throws GaussferryException of category FATAL if it has defects
     */
    public static void require(Connection connection, SourceSettings server) throws SQLException {
        List<Defect> found = defects(connection, server);
        if (!found.isEmpty()) {
            throw new GaussferryException(
                    ErrorCode.SOURCE_INCOMPLETE,
                    found.stream()
                            .map(defect -> defect.problem() + " " + defect.why())
                            .collect(Collectors.joining("\n  and: ")),
                    found.stream().map(Defect::remedy).distinct().collect(Collectors.joining("\n     and: ")),
                    null);
        }
    }

    private void find() throws SQLException {
        Map<String, String> variables = variables();
        SourceFlavor flavor = SourceFlavor.of(connection);
        requireSetting(
                Kind.BINLOG_FORMAT,
                variables,
                "binlog_format",
                "ROW",
                "Replication needs row events, not statements.",
                flavor.variable(
                        "binlog_format",
                        "ROW",
                        "run SET GLOBAL binlog_format = 'ROW' on it and reconnect all sessions"));
        requireSetting(
                Kind.BINLOG_ROW_IMAGE,
                variables,
                "binlog_row_image",
                "FULL",
                "Without all columns in the binlog a change cannot be applied exactly or verified.",
                flavor.variable(
                        "binlog_row_image",
                        "FULL",
                        "run SET GLOBAL binlog_row_image = 'FULL' on it and reconnect all sessions"));
        findUnsupported();
        findBinlogFilters();
        ReplicationRules.Found replica = ReplicationRules.read(connection);
        findReplicationRules(replica.rules());
        if (replica.hasChannels()) {
            findLostUpdates(variables);
        }
    }

    private void findUnsupported() throws SQLException {
        for (SourceDialect.Unsupported setting : SourceDialect.of(connection).unsupported()) {
            Optional<String> found = Sql.first(
                    connection,
                    row -> row.getString(2),
                    "SHOW GLOBAL VARIABLES WHERE Variable_name = ?",
                    setting.variable());
            if (found.filter(value -> !value.equalsIgnoreCase("OFF")).isPresent()) {
                defects.add(new Defect(
                        Kind.UNSUPPORTED_SETTING,
                        server + " has " + setting.variable() + " = " + found.get() + ".",
                        setting.why(),
                        setting.remedy()));
            }
        }
    }

    private void requireSetting(
            Kind kind, Map<String, String> variables, String variable, String wanted, String why, String remedy) {
        String found = variables.getOrDefault(variable, wanted);
        if (!found.equalsIgnoreCase(wanted)) {
            defects.add(new Defect(
                    kind,
                    server + " has " + variable + " = " + found + ", but replication needs " + wanted + ".",
                    why,
                    remedy));
        }
    }

    private void findBinlogFilters() throws SQLException {
        String query = SourceFeatures.of(connection).binlogStatus();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            if (!row.next()) {
                defects.add(new Defect(
                        Kind.BINLOG_OFF,
                        server + " writes no binlog.",
                        "The changes since it stopped writing are lost to the binlog (for example after a disk error with"
                                + " binlog_error_action = IGNORE_ERROR).",
                        "enable the binlog, set binlog_error_action = ABORT_SERVER, and compare the source and the target with"
                                + " gaussferry verify --config FILE --repair"));
                return;
            }
            String only = row.getString(DO_DATABASES);
            String ignored = row.getString(IGNORED_DATABASES);
            if (!only.isEmpty() || !ignored.isEmpty()) {
                defects.add(new Defect(
                        Kind.BINLOG_FILTER,
                        server + " excludes databases from its binlog: binlog-do-db = \"" + only
                                + "\", binlog-ignore-db = \"" + ignored + "\".",
                        "Changes that are not in the binlog never reach the target; the filters also depend on the"
                                + " session's current database.",
                        "restart the server without binlog-do-db and binlog-ignore-db"));
            }
        }
    }

    private void findReplicationRules(List<ReplicationRules.Rule> rules) {
        String concerning = rules.stream()
                .filter(rule -> rule.concerns(server))
                .map(ReplicationRules.Rule::toString)
                .distinct()
                .collect(Collectors.joining(", "));
        if (!concerning.isEmpty()) {
            defects.add(new Defect(
                    Kind.REPLICATION_FILTER,
                    server + " has replication filter rules: " + concerning + ".",
                    "It drops changes and counts their transactions as executed. Those changes would be missing on the target,"
                            + " and a comparison with this server would not find them.",
                    "remove it from gaussferry.source.url, or rebuild it as a replica without rules; only rules that ignore tables"
                            + " outside gaussferry.source.schemas and .tables are harmless"));
        }
    }

    private void findLostUpdates(Map<String, String> variables) {
        String logged =
                variables.getOrDefault("log_replica_updates", variables.getOrDefault("log_slave_updates", "ON"));
        if (!logged.equalsIgnoreCase("ON")) {
            defects.add(new Defect(
                    Kind.REPLICA_NOT_LOGGED,
                    server
                            + " is a replica that does not log the changes that it receives (log_replica_updates = OFF).",
                    "The changes of the server that it replicates from would never reach the target.",
                    "restart it with --log-replica-updates (--log-slave-updates up to 8.0.25), or remove it from"
                            + " gaussferry.source.url"));
        }
        String skipped =
                variables.getOrDefault("replica_skip_errors", variables.getOrDefault("slave_skip_errors", "OFF"));
        String mode = variables.getOrDefault("replica_exec_mode", variables.getOrDefault("slave_exec_mode", "STRICT"));
        if (!skipped.equalsIgnoreCase("OFF") || !mode.equalsIgnoreCase("STRICT")) {
            defects.add(new Defect(
                    Kind.REPLICATION_FILTER,
                    server + " is a replica that skips failing changes (replica_skip_errors = " + skipped
                            + ", replica_exec_mode = " + mode + ").",
                    "It may lack changes whose transactions it counts as executed. Those changes would be missing on the target, and a"
                            + " comparison with this server would not find them.",
                    "restart it with replica_skip_errors = OFF and replica_exec_mode = STRICT, and rebuild it if it has skipped"
                            + " changes; or remove it from gaussferry.source.url"));
        }
    }

    private Map<String, String> variables() throws SQLException {
        Map<String, String> variables = new HashMap<>();
        Sql.each(
                connection,
                row -> variables.put(row.getString(1).toLowerCase(Locale.ROOT), row.getString(2)),
                "SHOW GLOBAL VARIABLES WHERE Variable_name IN ('binlog_format',"
                        + " 'binlog_row_image', 'log_replica_updates', 'log_slave_updates', 'replica_skip_errors',"
                        + " 'slave_skip_errors', 'replica_exec_mode', 'slave_exec_mode')");
        return variables;
    }
}
