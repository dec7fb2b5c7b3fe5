package io.gaussferry.cutover.objects;

import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.Identifiers;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The roles that may insert into the target's tables. A number comes from a sequence, which needs a privilege of its own:
 * without it each insert of such a role would fail after the switch. Immutable.
 */
final class InsertingRoles {

    private static final String IN_SCHEMA = " AND n.nspname = ?";

    /** Privileges except those of the owner. */
    private static final String ROLES = "SELECT n.nspname, c.relname, CASE WHEN x.grantee = 0 THEN 'PUBLIC'"
            + " ELSE pg_catalog.quote_ident(pg_catalog.pg_get_userbyid(x.grantee)) END"
            + " FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace, %s"
            + " WHERE c.relkind IN (%s) AND x.privilege_type = '%s' AND x.grantee <> c.relowner AND %s IS NOT NULL"
            + IN_SCHEMA;

    private static final String OF_RELATIONS = "pg_catalog.aclexplode(c.relacl) x";
    private static final String OF_COLUMNS = "pg_catalog.pg_attribute a, pg_catalog.aclexplode(a.attacl) x";

    private static final String ON_TABLES = ROLES.formatted(OF_RELATIONS, "'r', 'p'", "INSERT", "c.relacl");
    private static final String ON_COLUMNS =
            ROLES.formatted(OF_COLUMNS, "'r', 'p'", "INSERT", "a.attacl") + " AND a.attrelid = c.oid";
    private static final String ON_SEQUENCES = ROLES.formatted(OF_RELATIONS, "'S', 'L'", "USAGE", "c.relacl");

    private static final String SEQUENCES =
            "SELECT n.nspname, c.relname, m.nspname, s.relname FROM pg_catalog.pg_depend d"
                    + " JOIN pg_catalog.pg_class s ON s.oid = d.objid AND s.relkind IN ('S', 'L')"
                    + " JOIN pg_catalog.pg_namespace m ON m.oid = s.relnamespace"
                    + " JOIN pg_catalog.pg_class c ON c.oid = d.refobjid"
                    + " JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
                    + " WHERE d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass"
                    + " AND d.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass AND d.deptype IN ('a', 'i')"
                    + IN_SCHEMA;

    private final Map<TableId, Set<String>> roles = new HashMap<>();
    private final Map<TableId, Set<String>> users = new HashMap<>();
    private final Map<TableId, TableId> sequences = new HashMap<>();

    private InsertingRoles() {}

    /** Reads the roles of the tables of schemas, and of their sequences: writers may wait, however many others the target has. */
    static InsertingRoles read(Connection target, Set<String> schemas) throws SQLException {
        InsertingRoles found = new InsertingRoles();
        for (String schema : schemas) {
            add(target, ON_TABLES, schema, found.roles);
            add(target, ON_COLUMNS, schema, found.roles);
            add(target, ON_SEQUENCES, schema, found.users);
            Sql.each(
                    target,
                    row -> found.sequences.put(
                            new TableId(row.getString(1), row.getString(2)),
                            new TableId(row.getString(3), row.getString(4))),
                    SEQUENCES,
                    schema);
        }
        return found;
    }

    private static void add(Connection target, String query, String schema, Map<TableId, Set<String>> roles)
            throws SQLException {
        Sql.each(
                target,
                row -> roles.computeIfAbsent(new TableId(row.getString(1), row.getString(2)), unused -> new TreeSet<>())
                        .add(row.getString(3)),
                query,
                schema);
    }

    /** Returns the statement that lets them use a table's own sequence; none if it has no sequence yet, or if all have the privilege already. */
    List<String> grants(TableId table) {
        TableId sequence = sequences.get(table);
        return sequence == null ? List.of() : grants(table, sequence);
    }

    /** Returns the statement that lets them use a sequence; none if all have the privilege already. */
    List<String> grants(TableId table, TableId sequence) {
        Set<String> granted = new TreeSet<>(roles.getOrDefault(table, Set.of()));
        granted.removeAll(users.getOrDefault(sequence, Set.of()));
        return granted.isEmpty()
                ? List.of()
                : List.of("GRANT USAGE ON SEQUENCE " + Identifiers.quoteTarget(sequence) + " TO "
                        + String.join(", ", granted));
    }
}
