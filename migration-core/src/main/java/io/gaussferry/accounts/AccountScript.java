package io.gaussferry.accounts;

import io.gaussferry.model.TableId;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.target.RoleRules;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Writes a plan as one script, which gsql and JDBC execute as a whole, any number of times. It contains no password, and the same plan results in
 * the same script.
 */
final class AccountScript {

    private static final String DOLPHIN =
            "SELECT pg_catalog.set_config(name, 'sql_mode_strict,sql_mode_full_group,pipes_as_concat,ansi_quotes', true)"
                    + "\n  FROM pg_catalog.pg_settings WHERE name = 'dolphin.sql_mode'";

    /** The privileges on tables and columns. */
    private static final String HELD = "SELECT c.oid AS relation, a.grantee, a.privilege_type AS privilege"
            + " FROM pg_catalog.pg_class c, pg_catalog.aclexplode(c.relacl) a\n"
            + "        UNION ALL SELECT c.attrelid, a.grantee, a.privilege_type"
            + " FROM pg_catalog.pg_attribute c, pg_catalog.aclexplode(c.attacl) a";

    private final AccountPlan plan;
    private final MigratedObjects objects;
    private final RoleRules rules;
    private final String pipeline;
    private final String creator;
    private final String database;
    private final StringBuilder text = new StringBuilder();

    /**
     * @param pipeline the name of the migration
     * @param creator the account that creates the tables on the target
     * @param database the target's database
     */
    AccountScript(
            AccountPlan plan,
            MigratedObjects objects,
            RoleRules rules,
            String pipeline,
            String creator,
            String database) {
        this.plan = plan;
        this.objects = objects;
        this.rules = rules;
        this.pipeline = pipeline;
        this.creator = creator;
        this.database = database;
    }

    String text() {
        comment("Roles and privileges of migration " + pipeline + " for database " + database
                + ", from MySQL's accounts.");
        comment("Review it. Execute it as a whole, with an account that may create roles and grant on these schemas:");
        comment("once the tables are copied, and again after the switch, which creates views and routines.");
        comment("It contains no password, and a role without one cannot log in.");
        text.append('\n');
        statement("START TRANSACTION");
        statement(DOLPHIN);
        plan.roles().forEach(this::create);
        plan.roles().forEach(this::grant);
        views();
        routines();
        sequences();
        text.append('\n');
        statement("COMMIT");
        passwords();
        addresses();
        gaps();
        return text.toString();
    }

    /** A name may contain a line break, which would end a comment. */
    private void comment(String line) {
        text.append("-- ").append(line.replaceAll("\\p{Cntrl}", "?")).append('\n');
    }

    private void title(String line) {
        text.append('\n');
        comment(line);
    }

    private void statement(String sql) {
        text.append(sql).append(";\n");
    }

    /** The driver of openGauss does not divide a script with the words DECLARE or FUNCTION between blanks, even within quotes. */
    private void block(String body) {
        statement("DO " + Identifiers.dollarQuoted(body).replace("$\nDECLARE", "$DECLARE"));
    }

    private void create(RolePlan role) {
        title("Accounts: " + role.accounts().stream().map(AccountName::toString).collect(Collectors.joining(", ")));
        block("BEGIN\n  IF NOT EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = "
                + Identifiers.literal(role.name())
                + ") THEN\n    CREATE ROLE " + Identifiers.quoteTarget(role.name())
                + (role.canLogin() ? " LOGIN" : " NOLOGIN") + rules.withoutPassword() + ";\n  END IF;\nEND");
    }

    private void grant(RolePlan role) {
        if (role.grants().isEmpty() && role.withheld().isEmpty()) {
            return;
        }
        title("Privileges of " + role.name());
        List<TargetGrant> direct = new ArrayList<>();
        Map<String, List<TargetGrant>> tables = new TreeMap<>();
        Map<String, List<TargetGrant>> routines = new TreeMap<>();
        for (TargetGrant grant : role.grants()) {
            if (grant.object() instanceof GrantObject.TablesOf of) {
                tables.computeIfAbsent(of.schema(), unused -> new ArrayList<>()).add(grant);
                direct.add(grant);
            } else if (grant.object() instanceof GrantObject.RoutinesOf of) {
                routines.computeIfAbsent(of.schema(), unused -> new ArrayList<>())
                        .add(grant);
            } else if (grant.object() instanceof GrantObject.Role) {
                statement(grant.sql(role.name()));
            } else if (!isOfCutover(grant.object())) {
                direct.add(grant);
            }
        }
        new GrantStatements(role.name(), direct).sql().forEach(this::statement);
        tables.forEach((schema, grants) -> new GrantStatements(role.name(), grants)
                .defaultsOf(creator, schema, "TABLES")
                .forEach(this::statement));
        tables.forEach((schema, grants) -> sequenceDefaults(role.name(), schema, grants));
        routines.forEach((schema, grants) -> new GrantStatements(role.name(), grants)
                .defaultsOf(creator, schema, "FUNCTIONS")
                .forEach(this::statement));
        for (RolePlan.Withheld withheld : role.withheld()) {
            comment("not granted: " + withheld.reason());
            comment("  " + withheld.grant().sql(role.name()) + ";");
        }
    }

    private void sequenceDefaults(String role, String schema, List<TargetGrant> grants) {
        Set<String> privileges = new LinkedHashSet<>();
        grants.forEach(grant -> {
            String needed = rules.sequencePrivileges().get(grant.privilege());
            if (needed != null) {
                privileges.add(needed);
            }
        });
        if (!privileges.isEmpty()) {
            statement("ALTER DEFAULT PRIVILEGES FOR ROLE " + Identifiers.quoteTarget(creator) + " IN SCHEMA "
                    + Identifiers.quoteTarget(schema) + " GRANT " + String.join(", ", privileges)
                    + " ON SEQUENCES TO " + Identifiers.quoteTarget(role));
        }
    }

    /** Returns whether an object exists only after the cutover. */
    private static boolean isOfCutover(GrantObject object) {
        return object instanceof GrantObject.Routine
                || object instanceof GrantObject.Relation relation && relation.isView()
                || object instanceof GrantObject.Column column && column.isView();
    }

    private void views() {
        Map<TableId, List<String>> statements = new TreeMap<>();
        for (RolePlan role : plan.roles()) {
            Map<TableId, List<TargetGrant>> grants = new TreeMap<>();
            for (TargetGrant grant : role.grants()) {
                if (grant.object() instanceof GrantObject.Relation view && view.isView()) {
                    grants.computeIfAbsent(view.name(), unused -> new ArrayList<>())
                            .add(grant);
                } else if (grant.object() instanceof GrantObject.Column column && column.isView()) {
                    grants.computeIfAbsent(column.relation(), unused -> new ArrayList<>())
                            .add(grant);
                }
            }
            grants.forEach((view, those) -> statements
                    .computeIfAbsent(view, unused -> new ArrayList<>())
                    .addAll(new GrantStatements(role.name(), those).sql()));
        }
        if (!statements.isEmpty()) {
            title("Views, if they exist");
        }
        statements.forEach((view, granting) -> block("BEGIN\n  IF EXISTS (SELECT 1 FROM pg_catalog.pg_class c"
                + " JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace\n      WHERE n.nspname = "
                + Identifiers.literal(view.schema()) + " AND c.relname = " + Identifiers.literal(view.name())
                + ") THEN\n"
                + granting.stream().map(sql -> "    " + sql + ";\n").collect(Collectors.joining())
                + "  END IF;\nEND"));
    }

    /** A role that may execute a routine, and whether it may grant that. */
    private record Executor(String role, boolean isGrantable) {}

    /** Routines with the same executors are in one block. MySQL refuses other accounts; the target permits all roles by default. */
    private void routines() {
        Map<List<Executor>, List<TableId>> byExecutors = new LinkedHashMap<>();
        for (TableId routine : objects.targetRoutines()) {
            List<Executor> executors = new ArrayList<>();
            for (RolePlan role : plan.roles()) {
                List<TargetGrant> grants = role.grants().stream()
                        .filter(grant -> grant.object().contains(new GrantObject.Routine(routine)))
                        .toList();
                if (!grants.isEmpty()) {
                    executors.add(new Executor(role.name(), grants.stream().anyMatch(TargetGrant::isGrantable)));
                }
            }
            byExecutors.computeIfAbsent(executors, unused -> new ArrayList<>()).add(routine);
        }
        if (byExecutors.isEmpty()) {
            return;
        }
        title("Routines, if they exist. A reader of a view needs EXECUTE on its functions, unlike in MySQL.");
        byExecutors.forEach((executors, routines) -> block("DECLARE\n  routine RECORD;\nBEGIN\n"
                + "  FOR routine IN SELECT p.oid::pg_catalog.regprocedure AS signature FROM pg_catalog.pg_proc p\n"
                + "      JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace WHERE (n.nspname, p.proname) IN ("
                + routines.stream()
                        .map(routine -> "\n      (" + Identifiers.literal(routine.schema()) + ", "
                                + Identifiers.literal(routine.name()) + ")")
                        .collect(Collectors.joining(","))
                + ") LOOP\n"
                + executing("REVOKE EXECUTE", " FROM PUBLIC")
                + executors.stream()
                        .map(executor -> executing(
                                "GRANT EXECUTE",
                                " TO " + Identifiers.quoteTarget(executor.role())
                                        + (executor.isGrantable() ? " WITH GRANT OPTION" : "")))
                        .collect(Collectors.joining())
                + "  END LOOP;\nEND"));
    }

    private String executing(String action, String roles) {
        return "    EXECUTE concat(" + Identifiers.literal(action + " ON ") + ", "
                + Identifiers.literal(rules.routine()) + ", ' ', routine.signature, " + Identifiers.literal(roles)
                + ");\n";
    }

    /** A number of a column comes from a sequence, which has privileges of its own. */
    private void sequences() {
        List<String> roles = plan.roles().stream().map(RolePlan::name).toList();
        boolean needed = plan.roles().stream()
                .flatMap(role -> role.grants().stream())
                .anyMatch(grant -> rules.sequencePrivileges().containsKey(grant.privilege()));
        if (!needed) {
            return;
        }
        title("Sequences of the columns with AUTO_INCREMENT");
        String needs = rules.sequencePrivileges().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(need -> "SELECT " + Identifiers.literal(need.getKey()) + " AS held, "
                        + Identifiers.literal(need.getValue()) + " AS needed")
                .collect(Collectors.joining(" UNION ALL "));
        block(
                "DECLARE\n  use RECORD;\nBEGIN\n  FOR use IN SELECT DISTINCT p.needed, s.oid::pg_catalog.regclass AS sequence,"
                        + " pg_catalog.quote_ident(r.rolname) AS role\n"
                        + "      FROM pg_catalog.pg_depend d JOIN pg_catalog.pg_class s ON s.oid = d.objid AND s.relkind IN ('S', 'L')\n"
                        + "      JOIN (" + HELD + ") x ON x.relation = d.refobjid\n"
                        + "      JOIN (" + needs + ") p ON p.held = x.privilege\n"
                        + "      JOIN pg_catalog.pg_roles r ON r.oid = x.grantee\n"
                        + "      WHERE d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass\n"
                        + "      AND d.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass AND d.deptype IN ('a', 'i')\n"
                        + "      AND r.rolname IN ("
                        + roles.stream().map(Identifiers::literal).collect(Collectors.joining(", ")) + ") LOOP\n"
                        + "    EXECUTE concat('GRANT ', use.needed, ' ON SEQUENCE ', use.sequence, ' TO ', use.role);\n"
                        + "  END LOOP;\nEND");
    }

    private void passwords() {
        List<RolePlan> users = plan.roles().stream().filter(RolePlan::canLogin).toList();
        if (users.isEmpty()) {
            return;
        }
        title("Set the passwords in a session of your own. MySQL's hashes cannot be used.");
        users.forEach(
                role -> comment("ALTER ROLE " + Identifiers.quoteTarget(role.name()) + " PASSWORD '<choose one>';"));
    }

    private void addresses() {
        if (plan.roles().stream().allMatch(role -> role.addresses().isEmpty())) {
            return;
        }
        title("Lines for pg_hba.conf, from the hosts of the accounts.");
        for (RolePlan role : plan.roles()) {
            for (ClientAddress address : role.addresses()) {
                comment((address.requiresTls() ? "hostssl " : "host    ") + quoted(database) + " " + quoted(role.name())
                        + " " + address.address().orElse("<address of " + address.host() + ">") + " "
                        + rules.authentication());
            }
        }
    }

    private static String quoted(String name) {
        return "\"" + name + "\"";
    }

    private void gaps() {
        if (plan.gaps().isEmpty()) {
            return;
        }
        title("Without an equivalent, or left to you:");
        plan.gaps().forEach(gap -> comment(gap.toString()));
    }
}
