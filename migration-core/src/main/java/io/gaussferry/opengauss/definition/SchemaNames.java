package io.gaussferry.opengauss.definition;

import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.Identifiers;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The names that objects of a schema have. Asks for the first few names one by one, then reads all names of the schema once: those of objects
 * that are created later must be {@linkplain #add added}. Joins the connection's transaction. Used by one thread.
 */
final class SchemaNames {

    private static final String RELATIONS =
            "SELECT n.nspname AS schema_name, c.relname AS name FROM pg_catalog.pg_class c"
                    + " JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace";

    /** Types of kind s are the plugin dolphin's, one for each SET column. */
    private static final String INDEXES_AND_SET_TYPES = RELATIONS + " WHERE c.relkind IN ('i', 'I') UNION ALL"
            + " SELECT n.nspname, t.typname FROM pg_catalog.pg_type t"
            + " JOIN pg_catalog.pg_namespace n ON n.oid = t.typnamespace WHERE t.typtype = 's'";

    /** A definition change asks for a few names, a copy for thousands. */
    private static final int ONE_BY_ONE = 5;

    private final Connection target;
    private final String names;
    private final Map<String, Integer> asked = new HashMap<>();
    private final Map<String, Set<String>> all = new HashMap<>();

    private SchemaNames(Connection target, String names) {
        this.target = target;
        this.names = names;
    }

    /** Returns the names of tables, indexes and other relations. */
    static SchemaNames ofRelations(Connection target) {
        return new SchemaNames(target, RELATIONS);
    }

    /** Returns the names of indexes, and of the types of SET columns. */
    static SchemaNames ofIndexesAndSetTypes(Connection target) {
        return new SchemaNames(target, INDEXES_AND_SET_TYPES);
    }

    /** Returns whether an object of the schema has the name. */
    boolean contains(TableId name) throws SQLException {
        Set<String> known = all.get(name.schema());
        if (known == null && asked.merge(name.schema(), 1, Integer::sum) <= ONE_BY_ONE) {
            return Sql.exists(target, ofSchema(name.schema()) + " AND name = " + Identifiers.literal(name.name()));
        }
        if (known == null) {
            known = new HashSet<>(Sql.list(target, row -> row.getString(1), ofSchema(name.schema())));
            all.put(name.schema(), known);
        }
        return known.contains(name.name());
    }

    /** Adds the name of an object that is created, or renamed. */
    void add(TableId name) {
        Set<String> known = all.get(name.schema());
        if (known != null) {
            known.add(name.name());
        }
    }

    private String ofSchema(String schema) {
        return "SELECT name FROM (" + names + ") names WHERE schema_name = " + Identifiers.literal(schema);
    }
}
