package io.gaussferry.mysql;

import io.gaussferry.jdbc.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The service that operates a MySQL server. It decides the wording of remedies and the accounts that belong to the service itself. Whether a
 * statement is possible is decided by privileges, never by the flavor.
 */
public enum SourceFlavor {
    /** A server whose administrator has every privilege, or a service that was not recognized. */
    SELF_MANAGED("self-managed MySQL"),
    AMAZON_RDS("Amazon RDS", "rdsadmin"),
    AMAZON_AURORA("Amazon Aurora", "rdsadmin"),
    HUAWEI_RDS("Huawei RDS", "rdsAdmin", "rdsBackup", "rdsMetric", "rdsRepl"),
    ALIBABA_RDS("Alibaba RDS"),
    AZURE("Azure Database for MySQL", "azure_superuser"),
    TENCENT("Tencent TencentDB"),
    GOOGLE_CLOUD_SQL("Google Cloud SQL");

    /** Procedures of services that end a session by its number. */
    public static final List<String> KILL_PROCEDURES = List.of("rds_kill", "az_kill");

    /** The retention that remedies propose: a week. */
    private static final int RETENTION_HOURS = 168;

    private final String title;
    private final Set<String> serviceUsers;

    SourceFlavor(String title, String... serviceUsers) {
        this.title = title;
        this.serviceUsers = Set.of(serviceUsers);
    }

    /**
     * The properties of a server that identify its service.
     *
     * @param version the server's version string
     * @param comment {@code version_comment}
     * @param baseDirectory {@code basedir}
     * @param isAurora whether the variable {@code aurora_version} exists
     * @param procedures the visible procedures of database mysql
     * @param users the names of accounts and roles; empty if they are not readable
     */
    record Signs(
            String version,
            String comment,
            String baseDirectory,
            boolean isAurora,
            Set<String> procedures,
            Set<String> users) {

        private boolean has(String sign) {
            return (version + " " + comment).toLowerCase(Locale.ROOT).contains(sign);
        }
    }

    /** Recognizes the service of a server. */
    public static SourceFlavor of(Connection source) throws SQLException {
        Optional<Signs> signs = Sql.first(
                source,
                rows -> new Signs(rows.getString(1), rows.getString(2), rows.getString(3), false, Set.of(), Set.of()),
                "SELECT VERSION(), @@version_comment, @@basedir");
        Signs known = signs.orElseThrow();
        boolean isAurora = Sql.exists(source, "SHOW GLOBAL VARIABLES LIKE 'aurora\\_version'");
        Set<String> procedures = new HashSet<>(Sql.list(
                source,
                rows -> rows.getString(1),
                "SELECT routine_name FROM information_schema.routines WHERE routine_schema = 'mysql'"));
        return of(new Signs(known.version, known.comment, known.baseDirectory, isAurora, procedures, users(source)));
    }

    private static Set<String> users(Connection source) {
        try {
            return new HashSet<>(Sql.list(source, rows -> rows.getString(1), "SELECT user FROM mysql.user"));
        } catch (SQLException unreadable) {
            // the account may not read mysql.user; the other signs remain
            return Set.of();
        }
    }

    static SourceFlavor of(Signs signs) {
        if (signs.isAurora()) {
            return AMAZON_AURORA;
        }
        if (signs.baseDirectory().startsWith("/rdsdbbin/")
                || signs.procedures().contains("rds_kill")
                || signs.procedures().contains("rds_set_configuration")
                || signs.users().contains("rdsadmin")) {
            return AMAZON_RDS;
        }
        if (signs.users().contains("rdsAdmin")) {
            return HUAWEI_RDS;
        }
        if (signs.has("azure") || signs.procedures().contains("az_kill")) {
            return AZURE;
        }
        if (signs.has("google") || signs.users().contains("cloudsqlsuperuser")) {
            return GOOGLE_CLOUD_SQL;
        }
        if (signs.has("txsql")) {
            return TENCENT;
        }
        return signs.baseDirectory().startsWith("/u01/") || signs.users().contains("aliyun_root")
                ? ALIBABA_RDS
                : SELF_MANAGED;
    }

    /** Returns the service's name. */
    public String title() {
        return title;
    }

    /** Returns whether a service operates the server. */
    public boolean isManaged() {
        return this != SELF_MANAGED;
    }

    /** Returns the names of the accounts with which the service itself logs in; only those that were found in its documentation. */
    public Set<String> serviceUsers() {
        return serviceUsers;
    }

    /**
     * Returns the remedy that sets a global variable.
     *
     * @param own the remedy for a server whose administrator may set it
     */
    public String variable(String name, String value, String own) {
        String setting = name + " = " + value;
        return switch (this) {
            case SELF_MANAGED -> own;
            case AMAZON_RDS ->
                "set " + setting + " in the DB parameter group, and reboot the instance if it asks for that";
            case AMAZON_AURORA ->
                "set " + setting + " in the DB cluster parameter group, and reboot the writer instance";
            case AZURE -> "set the server parameter " + setting + " (az mysql flexible-server parameter set)";
            case GOOGLE_CLOUD_SQL ->
                "set the database flag " + setting + " (gcloud sql instances patch --database-flags)";
            case HUAWEI_RDS, ALIBABA_RDS, TENCENT ->
                "set " + setting + " among the instance's parameters in the console";
        };
    }

    /** Returns the remedy that turns the binlog on. */
    public String binlog(String own) {
        return switch (this) {
            case SELF_MANAGED -> own;
            case AMAZON_RDS -> "enable automated backups: a backup retention above 0 turns the binlog on";
            case AMAZON_AURORA -> variable("binlog_format", "ROW", own);
            case GOOGLE_CLOUD_SQL -> "enable point-in-time recovery (gcloud sql instances patch --enable-bin-log)";
            case AZURE, HUAWEI_RDS, ALIBABA_RDS, TENCENT -> "enable the binlog in the instance's console";
        };
    }

    /** Returns the remedy that makes the server retain its binlog for a week. */
    public String retention(String own) {
        return switch (this) {
            case SELF_MANAGED -> own;
            case AMAZON_RDS, AMAZON_AURORA ->
                "run CALL mysql.rds_set_configuration('binlog retention hours', " + RETENTION_HOURS + ")";
            case AZURE -> variable("binlog_expire_logs_seconds", "604800", own);
            case GOOGLE_CLOUD_SQL ->
                "raise the retention of transaction logs (gcloud sql instances patch --retained-transaction-log-days=7)";
            case HUAWEI_RDS, ALIBABA_RDS, TENCENT -> "raise the retention of local binlog files in the console";
        };
    }
}
