package io.gaussferry.opengauss.definition;

import io.gaussferry.model.TableId;
import io.gaussferry.schema.Identifiers;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Queries about the names of the target's objects, by the {@link TargetNames#candidates} of the name that is wanted. Those for a free name return
 * one row, with the wanted name if no candidate is free. Those for an object return no row if there is none.
 */
public final class NameQueries {

    /** {@code pg_constraint.contype} of a check. */
    public static final String CHECK = "c";

    /** {@code pg_constraint.contype} of a foreign key. */
    public static final String FOREIGN_KEY = "f";

    /** The collation of a column that has none of its own. */
    public static final String DEFAULT_COLLATION = "default";

    private NameQueries() {}

    /** Returns the query for a name that no relation of the schema has. */
    public static String freeRelation(String schema, String wanted) {
        return free(wanted, List.of(relation(schema)));
    }

    /** Returns the query for a name that no type and no relation of the schema has. */
    public static String freeType(String schema, String wanted) {
        return free(
                wanted,
                List.of(
                        relation(schema),
                        "SELECT 1 FROM pg_catalog.pg_type t JOIN pg_catalog.pg_namespace n ON n.oid = t.typnamespace"
                                + " WHERE n.nspname = " + Identifiers.literal(schema) + " AND t.typname = w.name"));
    }

    /** Returns the query for a name that no constraint of the table has. */
    public static String freeConstraint(TableId table, String wanted) {
        return free(wanted, List.of(constraint(table)));
    }

    /** Returns the query for a name that no constraint of the table and no relation of its schema has. */
    public static String freeKey(TableId table, String wanted) {
        return free(wanted, List.of(relation(table.schema()), constraint(table)));
    }

    /** Returns the query for an index of the table. */
    public static String index(TableId table, String wanted) {
        return existing(
                wanted,
                "SELECT 1 FROM pg_catalog.pg_index i JOIN pg_catalog.pg_class c ON c.oid = i.indexrelid"
                        + " WHERE i.indrelid = " + regclass(table) + " AND c.relname = w.name");
    }

    /** Returns the query for a constraint of the table, of kind {@link #CHECK} or {@link #FOREIGN_KEY}. */
    public static String constraint(TableId table, String kind, String wanted) {
        return existing(wanted, constraint(table) + " AND k.contype = " + Identifiers.literal(kind));
    }

    /** Returns the query for the primary key of the table, whatever its name is. */
    public static String primaryKey(TableId table) {
        return "SELECT k.conname AS name FROM pg_catalog.pg_constraint k WHERE k.conrelid = " + regclass(table)
                + " AND k.contype = 'p'";
    }

    /** Returns a query whose row has the columns of both; it has none if one of them has none. */
    public static String both(String first, String second) {
        return "SELECT * FROM (" + first + ") AS f, (" + second + ") AS s";
    }

    private static String relation(String schema) {
        return "SELECT 1 FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
                + " WHERE n.nspname = " + Identifiers.literal(schema) + " AND c.relname = w.name";
    }

    private static String constraint(TableId table) {
        return "SELECT 1 FROM pg_catalog.pg_constraint k WHERE k.conrelid = " + regclass(table)
                + " AND k.conname = w.name";
    }

    static String regclass(TableId table) {
        return "CAST(" + Identifiers.literal(Identifiers.quoteTarget(table)) + " AS regclass)";
    }

    private static String free(String wanted, List<String> taken) {
        String conditions =
                taken.stream().map(query -> "NOT EXISTS (" + query + ")").collect(Collectors.joining(" AND "));
        return "SELECT coalesce((" + first(wanted, conditions) + "), " + Identifiers.literal(wanted) + ") AS name";
    }

    private static String existing(String wanted, String query) {
        return first(wanted, "EXISTS (" + query + ")");
    }

    private static String first(String wanted, String condition) {
        List<String> candidates = TargetNames.candidates(wanted);
        String values = IntStream.range(0, candidates.size())
                .mapToObj(priority -> "(" + priority + ", " + Identifiers.literal(candidates.get(priority)) + ")")
                .collect(Collectors.joining(", "));
        return "SELECT w.name FROM (VALUES " + values + ") AS w(priority, name) WHERE " + condition
                + " ORDER BY w.priority LIMIT 1";
    }

    /** Returns the query for the collation of a column; the default if the column does not exist or has none. */
    public static String collation(TableId table, String column) {
        return "SELECT COALESCE((SELECT c.collname FROM pg_catalog.pg_attribute a"
                + " JOIN pg_catalog.pg_collation c ON c.oid = a.attcollation WHERE a.attrelid = " + regclass(table)
                + " AND a.attname = " + Identifiers.literal(column) + "), '" + DEFAULT_COLLATION + "')";
    }
}
