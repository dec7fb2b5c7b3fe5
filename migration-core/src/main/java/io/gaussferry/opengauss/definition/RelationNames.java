package io.gaussferry.opengauss.definition;

import io.gaussferry.jdbc.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The names of a schema's tables, indexes and other relations. Asks for the first few names one by one, then reads all names of the schema
 * once: relations that are created later are not seen. Joins the connection's transaction. Used by one thread.
 */
final class RelationNames {

    private static final String OF_SCHEMA = "SELECT c.relname FROM pg_catalog.pg_class c"
            + " JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = ?";

    /** A definition change asks for a few names, a copy for thousands. */
    private static final int ONE_BY_ONE = 5;

    private final Connection target;
    private final Map<String, Integer> asked = new HashMap<>();
    private final Map<String, Set<String>> all = new HashMap<>();

    RelationNames(Connection target) {
        this.target = target;
    }

    /** Returns whether the schema has a relation of this name. */
    boolean contains(String schema, String name) throws SQLException {
        Set<String> known = all.get(schema);
        if (known == null && asked.merge(schema, 1, Integer::sum) <= ONE_BY_ONE) {
            return Sql.exists(target, OF_SCHEMA + " AND c.relname = ?", schema, name);
        }
        if (known == null) {
            known = new HashSet<>(Sql.list(target, row -> row.getString(1), OF_SCHEMA, schema));
            all.put(schema, known);
        }
        return known.contains(name);
    }
}
