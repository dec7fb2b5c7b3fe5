package io.gaussferry.accounts;

import io.gaussferry.target.RoleRules;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The target's privileges for those of MySQL. Immutable. */
final class PrivilegeMapping {

    /** Privileges that apply to rows and tables alike on both servers. */
    private static final Set<String> SAME = Set.of("SELECT", "INSERT", "UPDATE", "DELETE", "REFERENCES", "TRIGGER");

    /** Privileges of definitions, which some products grant on tables and others give to owners only. */
    private static final Set<String> DEFINING = Set.of("ALTER", "INDEX", "DROP");

    private static final String CATALOGS = "not needed: every role can read the target's catalogs";
    private static final String SCHEMA =
            "the target has it together with CREATE on the schema only, which also permits tables";

    /** Privileges on databases and their objects without an equivalent. */
    private static final Map<String, String> MISSING = Map.of(
            "ALTER ROUTINE", "only the owner of a routine alters or drops it",
            "CREATE TEMPORARY TABLES",
                    "not needed: every role may create temporary tables, unless that was revoked from PUBLIC",
            "DELETE HISTORY", "the target has no system-versioned tables",
            "EVENT", "the target has no privilege for events: their owner manages them",
            "LOCK TABLES", "not needed: the privileges on a table permit LOCK TABLE",
            "SHOW CREATE ROUTINE", CATALOGS,
            "SHOW DATABASES", CATALOGS,
            "SHOW VIEW", CATALOGS);

    private final RoleRules rules;

    PrivilegeMapping(RoleRules rules) {
        this.rules = rules;
    }

    /** Returns whether a privilege applies to databases and their objects; others are about the server. */
    static boolean isOfDatabase(String privilege) {
        return SAME.contains(privilege)
                || DEFINING.contains(privilege)
                || MISSING.containsKey(privilege)
                || Set.of("CREATE", "CREATE VIEW", "CREATE ROUTINE", "EXECUTE").contains(privilege);
    }

    /** Returns the privileges on all tables, a table or a column. */
    Equivalent onTables(String privilege) {
        if (SAME.contains(privilege)) {
            return Equivalent.of(privilege);
        }
        boolean isKnown = rules.tablePrivileges().contains(privilege);
        if (privilege.equals("DROP")) {
            // MySQL's TRUNCATE needs DROP
            return isKnown
                    ? Equivalent.of("DROP", "TRUNCATE")
                    : new Equivalent(List.of("TRUNCATE"), "only the owner of a table drops it; granted is TRUNCATE");
        }
        if (DEFINING.contains(privilege)) {
            return isKnown ? Equivalent.of(privilege) : Equivalent.none("only the owner of a table has it");
        }
        if (privilege.equals("CREATE") || privilege.equals("CREATE VIEW")) {
            return Equivalent.none("the target has no right to create one table or view: " + privilege
                    + " is a privilege on the schema");
        }
        return missing(privilege);
    }

    /**
     * Returns the privileges on a schema.
     *
     * @param held all privileges that the account has on the database
     */
    Equivalent onSchema(String privilege, Set<String> held) {
        boolean creates = held.contains("CREATE");
        return switch (privilege) {
            case "CREATE" ->
                held.contains("CREATE VIEW") && held.contains("CREATE ROUTINE")
                        ? Equivalent.of("CREATE")
                        : new Equivalent(
                                List.of("CREATE"),
                                "granted is CREATE on the schema, which also permits views and routines");
            case "CREATE VIEW", "CREATE ROUTINE" -> creates ? Equivalent.of() : Equivalent.none(SCHEMA);
            default -> missing(privilege);
        };
    }

    private static Equivalent missing(String privilege) {
        return Equivalent.none(MISSING.getOrDefault(privilege, "the target has no such privilege"));
    }
}
