package io.gaussferry.preflight.mysql;

import io.gaussferry.mysql.SourceFlavor;
import io.gaussferry.preflight.finding.CatalogRows;
import io.gaussferry.preflight.finding.Check;
import io.gaussferry.preflight.finding.FindingCode;
import io.gaussferry.preflight.finding.FindingLocation;
import io.gaussferry.preflight.finding.Findings;
import java.sql.SQLException;

/** Checks the source's version and the settings that determine the content and retention of its binlog. */
public final class SourceSettingsCheck implements Check {

    /** The minimum retention: a daemon that was down overnight or for a day still needs its binlog. */
    private static final long SHORTEST_RETENTION_SECONDS = 86_400;

    private static final long SECONDS_PER_DAY = 86_400;
    private static final long SECONDS_PER_HOUR = 3_600;

    /** ER_PROCACCESS_DENIED_ERROR. */
    private static final int PROCEDURE_REFUSED = 1370;

    /** ER_SP_DOES_NOT_EXIST. */
    private static final int NO_SUCH_PROCEDURE = 1305;

    /**
     * Below this size, bytes, rows with large objects may exceed a packet; the server's default since 8.0 is 64 MiB.
     */
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
    public FindingLocation location() {
        return FindingLocation.SOURCE;
    }

    @Override
    public void run(Findings findings) throws SQLException {
        checkService(findings);
        checkBinlog(findings);
        checkRowContents(findings);
        checkServerId(findings);
        checkRetention(findings);
        checkOthers(findings);
        checkDurability(findings);
        Check ofProduct =
                server.dialect().<Check>either(new MySqlSettingsCheck(server), new MariaDbSettingsCheck(server));
        ofProduct.run(findings);
    }

    private void checkService(Findings findings) {
        SourceFlavor flavor = server.flavor();
        if (flavor.isManaged()) {
            findings.add(
                    FindingCode.SOURCE_SERVICE,
                    FindingLocation.SOURCE,
                    "The source is " + flavor.title() + " (" + server.version().full() + ").",
                    "The service grants no account SUPER or SYSTEM_VARIABLES_ADMIN: settings are changed by the service's own means, and"
                            + " the default fence of a cutover cannot work.",
                    "set gaussferry.cutover.fence: managed");
        }
    }

    private void checkBinlog(Findings findings) {
        server.require(
                findings,
                FindingCode.SOURCE_BINLOG_OFF,
                "log_bin",
                "ON",
                "Gaussferry reads changes from the binlog.",
                server.flavor().binlog("start the server with --log-bin"));
        server.require(
                findings,
                FindingCode.SOURCE_BINLOG_FORMAT,
                "binlog_format",
                "ROW",
                "A statement in the binlog may have a different effect on the target than on the source.",
                remedy("binlog_format", "ROW", "run SET GLOBAL binlog_format = 'ROW' and reconnect all sessions"));
        if (server.variable("binlog_error_action").equalsIgnoreCase("IGNORE_ERROR")) {
            findings.add(
                    FindingCode.SOURCE_BINLOG_ERROR_ACTION,
                    FindingLocation.SOURCE,
                    "The source has binlog_error_action = IGNORE_ERROR.",
                    "If the server cannot write its binlog (disk full), it continues without one; later"
                            + " changes never reach the target.",
                    remedy(
                            "binlog_error_action",
                            "ABORT_SERVER",
                            "run SET GLOBAL binlog_error_action = 'ABORT_SERVER'"));
        }
    }

    private void checkRowContents(Findings findings) {
        server.require(
                findings,
                FindingCode.SOURCE_BINLOG_ROW_IMAGE,
                "binlog_row_image",
                "FULL",
                "Unless the binlog contains all columns, a change can be neither applied exactly nor checked.",
                remedy(
                        "binlog_row_image",
                        "FULL",
                        "run SET GLOBAL binlog_row_image = 'FULL' and reconnect all sessions"));
        if (!server.hasVariable("binlog_row_metadata")) {
            findings.add(
                    FindingCode.SOURCE_BINLOG_NO_ROW_METADATA,
                    FindingLocation.SOURCE,
                    "This version of MySQL (" + server.version().full() + ") has no binlog_row_metadata.",
                    "The binlog contains no column names, so Gaussferry cannot compare them with the tables.",
                    "do not add, drop or move columns on the source during the migration");
        } else if (!server.variable("binlog_row_metadata").equalsIgnoreCase("FULL")) {
            findings.add(
                    FindingCode.SOURCE_BINLOG_ROW_METADATA,
                    FindingLocation.SOURCE,
                    "The source has binlog_row_metadata = " + server.variable("binlog_row_metadata") + ".",
                    "The binlog contains no column names, so Gaussferry cannot compare them with the tables.",
                    remedy("binlog_row_metadata", "FULL", "run SET GLOBAL binlog_row_metadata = 'FULL'"));
        }
    }

    private void checkServerId(Findings findings) {
        String ownId = server.variable("server_id");
        if (ownId.equals("0") || ownId.equals(Long.toString(server.settings().serverId()))) {
            findings.add(
                    FindingCode.SOURCE_SERVER_ID,
                    FindingLocation.SOURCE,
                    ownId.equals("0")
                            ? "The source has server_id = 0."
                            : "gaussferry.source.server-id is the source's own server_id (" + ownId + ").",
                    "A server refuses replicas while its server_id is 0, and replicas with its own server_id.",
                    ownId.equals("0")
                            ? remedy(
                                    "server_id",
                                    "1",
                                    "run SET GLOBAL server_id = 1, or another number that no replica uses")
                            : "choose another gaussferry.source.server-id, or remove the key");
        }
    }

    private void checkRetention(Findings findings) throws SQLException {
        if (server.flavor() == SourceFlavor.AMAZON_RDS || server.flavor() == SourceFlavor.AMAZON_AURORA) {
            checkConfiguredRetention(findings);
            return;
        }
        long seconds = retentionSeconds(server);
        if (seconds > 0 && seconds < SHORTEST_RETENTION_SECONDS) {
            findings.add(
                    FindingCode.SOURCE_BINLOG_RETENTION,
                    FindingLocation.SOURCE,
                    "The source keeps its binlog for only " + seconds + " s.",
                    "If the initial copy or a stop of the daemon lasts longer, the required binlog files"
                            + " are purged and the migration has to start again from scratch.",
                    server.flavor()
                            .retention(
                                    server.hasVariable("binlog_expire_logs_seconds")
                                            ? "run SET GLOBAL binlog_expire_logs_seconds = 604800 (a week), if the disk has enough space"
                                            : "run SET GLOBAL expire_logs_days = 7, if the disk has enough space"));
        }
    }

    /** Amazon purges the binlog by a setting of its own, whatever the server's variables are. */
    private void checkConfiguredRetention(Findings findings) throws SQLException {
        String hours;
        try {
            hours = CatalogRows.of(server.connection(), "CALL mysql.rds_show_configuration").stream()
                    .filter(row -> row.text(0).equals("binlog retention hours"))
                    .map(row -> row.text(1))
                    .findFirst()
                    .orElse("");
        } catch (SQLException refused) {
            if (refused.getErrorCode() != PROCEDURE_REFUSED && refused.getErrorCode() != NO_SUCH_PROCEDURE) {
                throw refused;
            }
            hours = "(not readable by this account)";
        }
        if (number(hours) * SECONDS_PER_HOUR < SHORTEST_RETENTION_SECONDS) {
            findings.add(
                    FindingCode.SOURCE_BINLOG_RETENTION,
                    FindingLocation.SOURCE,
                    "The source has 'binlog retention hours' = " + (hours.isEmpty() ? "NULL" : hours) + ".",
                    "Without a retention the service purges binlog files as soon as it does not need them: if the initial copy or a"
                            + " stop of the daemon lasts longer, the migration has to start again from scratch.",
                    server.flavor().retention(""));
        }
    }

    /**
     * Returns the retention of binlog files, seconds; 0 means unlimited. 5.7 counts days, 8.0 both, later versions
     * seconds.
     */
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
                    FindingLocation.SOURCE,
                    "The source does not log the changes that it receives as a replica (log_slave_updates is OFF).",
                    "If it is a replica of another server, that server's changes never reach the target.",
                    remedy(
                            "log_replica_updates",
                            "ON",
                            "if it is a replica, start it with --log-slave-updates; otherwise no action is needed"));
        }
        if (!server.variable("lower_case_table_names").equals("0")) {
            findings.add(
                    FindingCode.SOURCE_LOWER_CASE_NAMES,
                    FindingLocation.SOURCE,
                    "The source has lower_case_table_names = " + server.variable("lower_case_table_names") + ".",
                    "The source treats Orders and orders as the same table; the target does not.",
                    "let the application write table names on the target in the case listed there");
        }
        if (server.variable("sql_mode").contains("PAD_CHAR_TO_FULL_LENGTH")) {
            findings.add(
                    FindingCode.SOURCE_PAD_CHAR,
                    FindingLocation.SOURCE,
                    "The source has sql_mode PAD_CHAR_TO_FULL_LENGTH.",
                    "Its clients see padded CHAR values; Gaussferry copies and replicates the values as stored.",
                    "expect the difference if the application compares such values itself");
        }
        long packet = number(server.variable("max_allowed_packet"));
        if (packet > 0 && packet < SMALLEST_PACKET) {
            findings.add(
                    FindingCode.SOURCE_MAX_ALLOWED_PACKET,
                    FindingLocation.SOURCE,
                    "The source has max_allowed_packet = " + packet + " bytes.",
                    "The initial copy cannot read larger rows.",
                    remedy(
                            "max_allowed_packet",
                            "67108864",
                            "run SET GLOBAL max_allowed_packet = 67108864 if there are large TEXT, BLOB or JSON values"));
        }
    }

    private void checkDurability(Findings findings) throws SQLException {
        if (!server.variable("sync_binlog").equals("1")
                || !server.variable("innodb_flush_log_at_trx_commit").equals("1")) {
            findings.add(
                    FindingCode.SOURCE_NOT_DURABLE,
                    FindingLocation.SOURCE,
                    "The source has sync_binlog = " + server.variable("sync_binlog")
                            + " and innodb_flush_log_at_trx_commit = "
                            + server.variable("innodb_flush_log_at_trx_commit") + ".",
                    "A crash of the source's machine may lose transactions that the target already has:"
                            + " replication then stops, and the migration has to start again from scratch.",
                    remedy(
                            "sync_binlog",
                            "1 and innodb_flush_log_at_trx_commit = 1",
                            "run SET GLOBAL sync_binlog = 1 and SET GLOBAL innodb_flush_log_at_trx_commit = 1 while the migration"
                                    + " runs"));
        }
        String prepared = CatalogRows.of(server.connection(), "SHOW GLOBAL STATUS LIKE 'Com_xa_prepare'").stream()
                .map(row -> row.text(1))
                .findFirst()
                .orElse("0");
        if (number(prepared) > 0) {
            findings.add(
                    FindingCode.SOURCE_XA,
                    FindingLocation.SOURCE,
                    "The source has prepared " + prepared + " XA transactions since its start.",
                    "A prepared transaction that is forgotten prevents a cutover, and one that was prepared before the copy"
                            + " needs its binlog file when it is committed.",
                    "look for forgotten ones with XA RECOVER, and commit them or roll them back");
        }
    }

    /** @param own the remedy on a server whose administrator may set the variable */
    private String remedy(String variable, String value, String own) {
        return server.flavor().variable(variable, value, own);
    }

    private static long number(String value) {
        try {
            return value.isEmpty() ? 0 : Long.parseLong(value);
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
