package io.gaussferry.preflight.mysql;

import io.gaussferry.preflight.finding.Check;
import io.gaussferry.preflight.finding.FindingCode;
import io.gaussferry.preflight.finding.Findings;
import io.gaussferry.preflight.finding.Place;
import io.gaussferry.preflight.finding.Rows;
import java.sql.SQLException;

/** The source's version and the settings that decide what is in its binlog and for how long. */
public final class SourceSettingsCheck implements Check {

    /** A daemon that is down for a night or a weekend's day has to find its binlog still there. */
    private static final long SHORTEST_RETENTION_SECONDS = 86_400;

    private static final long SECONDS_PER_DAY = 86_400;

    /** Below this, rows with large objects may not pass; the server's default since 8.0 is 64 MiB. */
    private static final long SMALLEST_PACKET = 16L * 1024 * 1024;

    private final SourceServer server;

    public SourceSettingsCheck(SourceServer server) {
        this.server = server;
    }

    @Override
    public String subject() {
        return "the settings of the source";
    }

    @Override
    public Place place() {
        return Place.SOURCE;
    }

    @Override
    public void run(Findings findings) throws SQLException {
        checkVersion(findings);
        if (server.version().mariaDb()) {
            return; // its binlog settings have other names and meanings
        }
        checkBinlog(findings);
        checkRowContents(findings);
        checkGtids(findings);
        checkRetention(findings);
        checkOthers(findings);
        checkCommits(findings);
    }

    private void checkVersion(Findings findings) {
        SourceVersion version = server.version();
        if (version.mariaDb()) {
            findings.add(
                    FindingCode.SOURCE_IS_MARIADB,
                    Place.SOURCE,
                    "The source is MariaDB (" + version.text() + ").",
                    "Its binlog has other events and other GTIDs than MySQL's, which replay cannot read.",
                    "migrate from MySQL 5.7 to 9.x; for MariaDB there is no way yet");
        } else if (!version.isAtLeast(5, 7)) {
            findings.add(
                    FindingCode.SOURCE_VERSION,
                    Place.SOURCE,
                    "The source is MySQL " + version.text() + ".",
                    "Replay reads the binlog of MySQL 5.7 to 9.x.",
                    "upgrade the source to 5.7 or later, or replicate it into such a server and migrate from there");
        } else if (version.isAtLeast(10, 0)) {
            findings.add(
                    FindingCode.SOURCE_VERSION_UNTESTED,
                    Place.SOURCE,
                    "The source is MySQL " + version.text() + ", which is newer than what was tested (9.x).",
                    "Its binlog may have events that replay does not know; it stops at such an event.",
                    "try the migration with a copy of the data first");
        }
    }

    private void checkBinlog(Findings findings) {
        require(
                findings,
                FindingCode.SOURCE_BINLOG_OFF,
                "log_bin",
                "ON",
                "Changes are read from the binlog, and there is none.",
                "log_bin must be on: start the server with --log-bin");
        require(
                findings,
                FindingCode.SOURCE_BINLOG_FORMAT,
                "binlog_format",
                "ROW",
                "Statements in the binlog may have another effect on the target than on the source.",
                "run SET GLOBAL binlog_format = 'ROW' and reconnect all sessions");
        if (server.variable("binlog_error_action").equalsIgnoreCase("IGNORE_ERROR")) {
            findings.add(
                    FindingCode.SOURCE_BINLOG_ERROR_ACTION,
                    Place.SOURCE,
                    "The source has binlog_error_action = IGNORE_ERROR.",
                    "When it cannot write its binlog (a full disk), it continues without one; changes from then on never reach the"
                            + " target.",
                    "run SET GLOBAL binlog_error_action = 'ABORT_SERVER'");
        }
    }

    private void checkRowContents(Findings findings) {
        require(
                findings,
                FindingCode.SOURCE_BINLOG_ROW_IMAGE,
                "binlog_row_image",
                "FULL",
                "Without all columns in the binlog a change cannot be applied exactly, nor checked.",
                "run SET GLOBAL binlog_row_image = 'FULL' and reconnect all sessions");
        if (!server.hasVariable("binlog_row_metadata")) {
            findings.add(
                    FindingCode.SOURCE_BINLOG_NO_ROW_METADATA,
                    Place.SOURCE,
                    "This version of MySQL (" + server.version().text() + ") has no binlog_row_metadata.",
                    "The binlog has no column names: whether they are those of the tables cannot be checked.",
                    "do not add, drop or move columns on the source while the migration runs");
        } else if (!server.variable("binlog_row_metadata").equalsIgnoreCase("FULL")) {
            findings.add(
                    FindingCode.SOURCE_BINLOG_ROW_METADATA,
                    Place.SOURCE,
                    "The source has binlog_row_metadata = " + server.variable("binlog_row_metadata") + ".",
                    "The binlog has no column names: whether they are those of the tables cannot be checked.",
                    "run SET GLOBAL binlog_row_metadata = 'FULL'");
        }
    }

    private void checkGtids(Findings findings) {
        String mode = server.variable("gtid_mode");
        if (mode.equals("ON")) {
            require(
                    findings,
                    FindingCode.SOURCE_GTID_CONSISTENCY,
                    "enforce_gtid_consistency",
                    "ON",
                    "Otherwise statements are possible that have no GTID of their own.",
                    "run SET GLOBAL enforce_gtid_consistency = WARN, wait until the error log stays silent, then = ON");
        } else {
            findings.add(
                    FindingCode.SOURCE_GTID_MODE,
                    Place.SOURCE,
                    "The source has gtid_mode = " + mode + ".",
                    "Progress is then a place in this one server's binlog: if another server takes over, if the binlog is"
                            + " reset, or if a file is purged before the target has all of it, the migration has to start anew.",
                    "switch GTIDs on before the migration begins, step by step, as MySQL's manual says under \"Enabling GTID"
                            + " Transactions Online\"; or see that nothing of this happens while it runs");
        }
        String ownId = server.variable("server_id");
        if (ownId.equals("0") || ownId.equals(Long.toString(server.settings().serverId()))) {
            findings.add(
                    FindingCode.SOURCE_SERVER_ID,
                    Place.SOURCE,
                    ownId.equals("0")
                            ? "The source has server_id = 0."
                            : "gaussferry.source.server-id is the source's own server_id (" + ownId + ").",
                    "A server refuses replicas while it has no id, and those that have its own.",
                    ownId.equals("0")
                            ? "run SET GLOBAL server_id = 1, or another number that no replica has"
                            : "choose another gaussferry.source.server-id, or leave it out");
        }
    }

    private void checkRetention(Findings findings) {
        long seconds = retentionSeconds(server);
        if (seconds > 0 && seconds < SHORTEST_RETENTION_SECONDS) {
            findings.add(
                    FindingCode.SOURCE_BINLOG_RETENTION,
                    Place.SOURCE,
                    "The source keeps its binlog for " + seconds + " s only.",
                    "If the initial copy, or a time in which the daemon does not run, takes longer, what it needs is gone and"
                            + " the migration has to start anew.",
                    server.hasVariable("binlog_expire_logs_seconds")
                            ? "run SET GLOBAL binlog_expire_logs_seconds = 604800 (a week), if the disk has room"
                            : "run SET GLOBAL expire_logs_days = 7, if the disk has room");
        }
    }

    /** Returns for how long binlog files are kept; 0 for ever. 5.7 counts days, 8.0 both, later versions seconds. */
    private static long retentionSeconds(SourceServer server) {
        if (server.variable("binlog_expire_logs_auto_purge").equalsIgnoreCase("OFF")) {
            return 0;
        }
        long seconds = number(server.variable("binlog_expire_logs_seconds"));
        return seconds > 0 ? seconds : number(server.variable("expire_logs_days")) * SECONDS_PER_DAY;
    }

    private void checkOthers(Findings findings) {
        boolean replicaUpdatesOff = server.variable("log_replica_updates").equals("OFF")
                || server.variable("log_slave_updates").equals("OFF");
        if (replicaUpdatesOff) {
            findings.add(
                    FindingCode.SOURCE_REPLICA_UPDATES,
                    Place.SOURCE,
                    "The source does not log what it receives as a replica (log_slave_updates is OFF).",
                    "If it is the replica of another server, that server's changes never reach the target.",
                    "if it is a replica, start it with --log-slave-updates; otherwise nothing needs to be done");
        }
        if (!server.variable("lower_case_table_names").equals("0")) {
            findings.add(
                    FindingCode.SOURCE_LOWER_CASE_NAMES,
                    Place.SOURCE,
                    "The source has lower_case_table_names = " + server.variable("lower_case_table_names") + ".",
                    "It takes Orders and orders for the same table; the target does not.",
                    "let the application write the names on the target as they are listed there");
        }
        if (server.variable("sql_mode").contains("PAD_CHAR_TO_FULL_LENGTH")) {
            findings.add(
                    FindingCode.SOURCE_PAD_CHAR,
                    Place.SOURCE,
                    "The source has sql_mode PAD_CHAR_TO_FULL_LENGTH.",
                    "Its clients see CHAR values padded; copied and replayed are the values as they are stored.",
                    "expect the difference where the application compares such values itself");
        }
        long packet = number(server.variable("max_allowed_packet"));
        if (packet > 0 && packet < SMALLEST_PACKET) {
            findings.add(
                    FindingCode.SOURCE_MAX_ALLOWED_PACKET,
                    Place.SOURCE,
                    "The source has max_allowed_packet = " + packet + " bytes.",
                    "Rows that are larger cannot be selected by the initial copy.",
                    "run SET GLOBAL max_allowed_packet = 67108864 if there are large TEXT, BLOB or JSON values");
        }
    }

    private void checkCommits(Findings findings) throws SQLException {
        require(
                findings,
                FindingCode.SOURCE_COMMITS_UNORDERED,
                "binlog_order_commits",
                "ON",
                "Otherwise gtid_executed may have a transaction before an earlier one of the same row, and what was read by the"
                        + " copy cannot be told exactly.",
                "run SET GLOBAL binlog_order_commits = ON while tables are copied");
        if (!server.variable("sync_binlog").equals("1")
                || !server.variable("innodb_flush_log_at_trx_commit").equals("1")) {
            findings.add(
                    FindingCode.SOURCE_NOT_DURABLE,
                    Place.SOURCE,
                    "The source has sync_binlog = " + server.variable("sync_binlog")
                            + " and innodb_flush_log_at_trx_commit = "
                            + server.variable("innodb_flush_log_at_trx_commit") + ".",
                    "If its machine crashes it may lose transactions that the target has already: replay then stops, and the"
                            + " migration has to start anew.",
                    "run SET GLOBAL sync_binlog = 1 and SET GLOBAL innodb_flush_log_at_trx_commit = 1 while the migration runs");
        }
        String prepared = Rows.of(server.connection(), "SHOW GLOBAL STATUS LIKE 'Com_xa_prepare'").stream()
                .map(row -> row.text(1))
                .findFirst()
                .orElse("0");
        if (number(prepared) > 0) {
            findings.add(
                    FindingCode.SOURCE_XA,
                    Place.SOURCE,
                    "The source has prepared " + prepared + " XA transactions since it was started.",
                    "Replay stops at an XA transaction in two phases that changes replicated tables.",
                    "find out which application uses them, and let it commit in one phase (XA COMMIT … ONE PHASE) or without"
                            + " XA while the migration runs");
        }
    }

    private void require(
            Findings findings, FindingCode code, String variable, String wanted, String why, String remedy) {
        String found = server.hasVariable(variable) ? server.variable(variable) : "(unknown)";
        if (!wanted.equalsIgnoreCase(found)) {
            findings.add(
                    code,
                    Place.SOURCE,
                    "The source has " + variable + " = " + found + ", but replay needs " + wanted + ".",
                    why,
                    remedy);
        }
    }

    private static long number(String text) {
        try {
            return text.isEmpty() ? 0 : Long.parseLong(text);
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
