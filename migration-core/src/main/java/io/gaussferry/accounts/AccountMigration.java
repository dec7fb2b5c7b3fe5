package io.gaussferry.accounts;

import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.RowValueMarks;
import io.gaussferry.error.SqlFailure;
import io.gaussferry.jdbc.Sql;
import io.gaussferry.mysql.SourceConnections;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.opengauss.TargetSessions;
import io.gaussferry.opengauss.TargetSettings;
import io.gaussferry.target.RoleRules;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;

/** Reads the accounts of the source, and plans their roles and privileges on the target. */
public final class AccountMigration {

    private final String pipeline;
    private final SourceSettings source;
    private final TargetSettings target;

    /** Creates the migration of the accounts with privileges on one pipeline's databases. */
    public AccountMigration(String pipeline, SourceSettings source, TargetSettings target) {
        this.pipeline = pipeline;
        this.source = source;
        this.target = target;
    }

    /**
     * The planned roles.
     *
     * @param roles the roles, by kind and name
     * @param gaps properties of the accounts that the script does not reproduce
     * @param script the script, without passwords
     */
    public record Result(List<Role> roles, List<Gap> gaps, String script) {

        public Result {
            roles = List.copyOf(roles);
            gaps = List.copyOf(gaps);
        }
    }

    /**
     * A planned role.
     *
     * @param name its name
     * @param canLogin whether it needs a password
     * @param accounts the accounts of the source
     * @param granted its privileges, as statements
     * @param withheld statements that the script contains as comments, with their reasons
     */
    public record Role(
            String name,
            boolean canLogin,
            List<AccountName> accounts,
            List<String> granted,
            List<WithheldStatement> withheld) {

        public Role {
            accounts = List.copyOf(accounts);
            granted = List.copyOf(granted);
            withheld = List.copyOf(withheld);
        }
    }

    /** A statement that the script contains as a comment, and why. */
    public record WithheldStatement(String sql, String reason) {}

    /**
     * Returns the plan. Changes nothing on either side.
     *
     * @throws GaussferryException if a server fails, or the source's account may not read the grant tables
     */
    public Result plan(HostPolicy policy) {
        SourcePrivileges privileges;
        MigratedObjects objects;
        try (Connection connection = SourceConnections.open(source).connection()) {
            privileges = readGrants(connection);
            objects = MigratedObjects.read(connection, source);
        } catch (SQLException e) {
            throw failed(e, "check that the source is reachable");
        }
        try (TargetSessions sessions = new TargetSessions(target, 1);
                Connection connection = sessions.open()) {
            RoleRules rules = sessions.dialect().roleRules();
            String database = Sql.first(connection, row -> row.getString(1), "SELECT current_database()")
                    .orElseThrow();
            AccountPlan plan = new AccountPlanner(
                            privileges, objects, rules, policy, List.of(source.user(), target.user()))
                    .plan();
            String script = new AccountScript(plan, objects, rules, pipeline, target.user(), database).text();
            return new Result(
                    plan.roles().stream().map(AccountMigration::described).collect(Collectors.toList()),
                    plan.gaps(),
                    script);
        } catch (SQLException e) {
            throw failed(e, "check that the target is reachable");
        }
    }

    private static SourcePrivileges readGrants(Connection connection) {
        try {
            return new GrantTableReader(connection).read();
        } catch (SQLException e) {
            throw failed(
                    e,
                    "grant SELECT on the tables user, db, tables_priv, columns_priv, procs_priv, proxies_priv, and from 8.0 on"
                            + " global_grants, role_edges and default_roles of database mysql to the source's account");
        }
    }

    private static Role described(RolePlan role) {
        return new Role(
                role.name(),
                role.canLogin(),
                role.accounts(),
                role.grants().stream().map(grant -> grant.sql(role.name())).toList(),
                role.withheld().stream()
                        .map(withheld -> new WithheldStatement(withheld.grant().sql(role.name()), withheld.reason()))
                        .toList());
    }

    private static GaussferryException failed(SQLException e, String remedy) {
        return new GaussferryException(
                ErrorCode.SERVER_FAILED,
                SqlFailure.of(e).category(),
                "The accounts cannot be read: " + RowValueMarks.message(e) + " (SQLSTATE " + e.getSQLState() + ")",
                remedy,
                e);
    }
}
