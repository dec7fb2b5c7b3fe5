package io.gaussferry.cutover.check;

import io.gaussferry.cutover.link.SourceLink;
import io.gaussferry.cutover.settings.CutoverSettings.FenceMethod;
import io.gaussferry.jdbc.Sql;
import io.gaussferry.mysql.SourceDialect;
import io.gaussferry.mysql.SourceFlavor;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Checks what a fence requires of the source: the privileges of the account, and that no replication passes it. Changes nothing. */
final class FenceConditions {

    /** ER_TABLEACCESS_DENIED_ERROR. */
    private static final int TABLE_DENIED = 1142;

    /** ER_NO_SUCH_TABLE: MySQL 5.7 persists no variables. */
    private static final int NO_SUCH_TABLE = 1146;

    /** Tables that every fence but a hook reads; {@code super-read-only} reads one more. */
    private static final List<String> FENCE_TABLES = List.of(
            "performance_schema.replication_applier_status",
            "performance_schema.metadata_locks",
            "performance_schema.threads");

    private static final List<String> OWN_DATABASE = List.of("SELECT", "INSERT", "UPDATE", "DELETE", "CREATE");

    private final FenceMethod fence;
    private final String user;

    /** @param user the name of the account in messages */
    FenceConditions(FenceMethod fence, String user) {
        this.fence = fence;
        this.user = user;
    }

    /** Returns the conditions that the source does not meet. */
    List<CutoverFinding> find(Connection connection) throws SQLException {
        List<CutoverFinding> findings = new ArrayList<>();
        if (fence != FenceMethod.HOOK) {
            checkPrivileges(findings, connection);
        }
        checkReplica(findings, connection);
        return findings;
    }

    private void checkPrivileges(List<CutoverFinding> findings, Connection connection) throws SQLException {
        List<String> granted = SourceLink.rows(connection, "SHOW GRANTS").stream()
                .map(row -> row.get(0).toUpperCase(Locale.ROOT))
                .toList();
        checkOwnDatabase(findings, granted);
        String grants =
                granted.stream().filter(grant -> grant.contains(" ON *.* ")).collect(Collectors.joining("; "));
        boolean all = grants.contains("ALL PRIVILEGES ON") || grants.contains("SUPER");
        List<String> needed = neededPrivileges(fence, SourceDialect.of(connection));
        List<String> missing = needed.stream()
                .filter(privilege -> !grants.contains(privilege) && !(all && !privilege.equals("PROCESS")))
                .filter(privilege -> !grants.contains("ALL PRIVILEGES ON"))
                .toList();
        if (!missing.isEmpty()) {
            findings.add(CutoverFinding.blocker(
                    "The account " + user + " lacks privileges for the fence: " + String.join(", ", missing),
                    "GRANT " + String.join(", ", missing) + " ON *.* TO the account; or name another one:"
                            + " gaussferry.cutover.user" + otherFence(connection)));
        }
    }

    private static List<String> neededPrivileges(FenceMethod fence, SourceDialect dialect) {
        return switch (fence) {
            case SUPER_READ_ONLY -> List.of("SYSTEM_VARIABLES_ADMIN", "CONNECTION_ADMIN", "PROCESS");
            case LOCK_ACCOUNTS ->
                List.of("CREATE USER", dialect.either("CONNECTION_ADMIN", "CONNECTION ADMIN"), "PROCESS");
            // the fence itself names what it lacks
            case MANAGED, HOOK -> List.of();
        };
    }

    /** Recommends the fence for services that do not grant these privileges. */
    private static String otherFence(Connection connection) throws SQLException {
        SourceFlavor flavor = SourceFlavor.of(connection);
        return flavor.isManaged() ? "; on " + flavor.title() + " set gaussferry.cutover.fence: managed" : "";
    }

    /** The database stores the owners of the fence and the progress of reverse replication. */
    private void checkOwnDatabase(List<CutoverFinding> findings, List<String> granted) {
        boolean writes = granted.stream()
                .filter(grant -> grant.contains(" ON *.* ") || grant.contains(" ON `GAUSSFERRY`.* "))
                .anyMatch(grant -> grant.contains("ALL PRIVILEGES")
                        || OWN_DATABASE.stream().allMatch(privilege -> grant.contains(privilege)));
        if (!writes) {
            findings.add(CutoverFinding.blocker(
                    "The account " + user
                            + " cannot record the owner of the fence in MySQL: it lacks privileges on the database gaussferry.",
                    "GRANT " + String.join(", ", OWN_DATABASE)
                            + " ON gaussferry.* TO the account; or name another one: gaussferry.cutover.user"));
        }
    }

    private void checkReplica(List<CutoverFinding> findings, Connection connection) throws SQLException {
        List<String> hidden = hiddenTables(connection);
        if (!hidden.isEmpty() && fence != FenceMethod.HOOK) {
            findings.add(CutoverFinding.blocker(
                    "The account " + user + " cannot read " + String.join(", ", hidden) + ", which the fence needs.",
                    "GRANT SELECT ON performance_schema.* TO the account"));
            return;
        }
        if (SourceDialect.of(connection).isReplicating(connection) && fence != FenceMethod.HOOK) {
            findings.add(CutoverFinding.blocker(
                    "The source is a replica: its fence does not stop the changes that it replicates.",
                    "fence its primary by a hook (gaussferry.cutover.fence: hook), or use the primary as the source"));
        }
    }

    /** Returns the tables of performance_schema that the fence reads, and the account may not. */
    private List<String> hiddenTables(Connection connection) throws SQLException {
        List<String> hidden = new ArrayList<>();
        List<String> tables = new ArrayList<>(SourceDialect.of(connection).either(FENCE_TABLES, List.<String>of()));
        if (!tables.isEmpty() && fence == FenceMethod.SUPER_READ_ONLY) {
            tables.add("performance_schema.persisted_variables");
        }
        for (String table : tables) {
            try {
                Sql.exists(connection, "SELECT 1 FROM " + table + " LIMIT 1");
            } catch (SQLException e) {
                if (e.getErrorCode() == TABLE_DENIED) {
                    hidden.add(table);
                } else if (e.getErrorCode() != NO_SUCH_TABLE) {
                    throw e;
                }
            }
        }
        return hidden;
    }
}
