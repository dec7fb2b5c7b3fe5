package io.gaussferry.cutover.objects;

import io.gaussferry.model.TableId;
import io.gaussferry.schema.TableDefinition;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads what guards and parts of tables need to know about the target's tables, with two queries for all tables. */
final class GuardedTables {

    private static final String OF_TABLES = " JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
            + " WHERE c.relkind IN ('r', 'p') AND n.nspname IN (%s)";

    private static final String COLUMNS = "SELECT n.nspname, c.relname, a.attname,"
            + " pg_catalog.format_type(a.atttypid, a.atttypmod), CASE WHEN a.attnotnull THEN 1 ELSE 0 END"
            + " FROM pg_catalog.pg_class c JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0"
            + " AND NOT a.attisdropped" + OF_TABLES;

    private static final String CONSTRAINTS = "SELECT n.nspname, c.relname, k.conname FROM pg_catalog.pg_class c"
            + " JOIN pg_catalog.pg_constraint k ON k.conrelid = c.oid" + OF_TABLES;

    private final Map<TableId, Map<String, Column>> columns;
    private final Map<TableId, Set<String>> constraints;

    /**
     * @param columns of each table, by name
     * @param constraints the names of the constraints of each table
     */
    GuardedTables(Map<TableId, Map<String, Column>> columns, Map<TableId, Set<String>> constraints) {
        this.columns = columns;
        this.constraints = constraints;
    }

    /**
     * A column of the target.
     *
     * @param type its full type
     * @param takesNull whether it may be NULL
     */
    record Column(String type, boolean takesNull) {}

    /** Reads the tables of all schemas that have one of these tables. Joins the connection's transaction. */
    static GuardedTables of(Connection target, List<TableDefinition> tables) throws SQLException {
        return read(
                target,
                tables.stream()
                        .map(table -> table.targetId().schema())
                        .distinct()
                        .toList());
    }

    /** Reads the tables of some schemas. Joins the connection's transaction. */
    static GuardedTables read(Connection target, List<String> schemas) throws SQLException {
        Map<TableId, Map<String, Column>> columns = new HashMap<>();
        Map<TableId, Set<String>> constraints = new HashMap<>();
        GuardedTables tables = new GuardedTables(columns, constraints);
        if (schemas.isEmpty()) {
            return tables;
        }
        each(
                target,
                COLUMNS,
                schemas,
                row -> columns.computeIfAbsent(table(row), unused -> new HashMap<>())
                        .put(row.getString(3), new Column(row.getString(4), row.getInt(5) == 0)));
        each(
                target,
                CONSTRAINTS,
                schemas,
                row -> constraints
                        .computeIfAbsent(table(row), unused -> new HashSet<>())
                        .add(row.getString(3)));
        return tables;
    }

    /** Returns the columns of a table by name; empty if it does not exist. */
    Map<String, Column> columns(TableId table) {
        return columns.getOrDefault(table, Map.of());
    }

    /** Returns the names of a table's constraints. */
    Set<String> constraints(TableId table) {
        return constraints.getOrDefault(table, Set.of());
    }

    private interface RowReader {
        void read(ResultSet row) throws SQLException;
    }

    private static void each(Connection target, String query, List<String> schemas, RowReader reader)
            throws SQLException {
        String parameters = String.join(", ", Collections.nCopies(schemas.size(), "?"));
        try (PreparedStatement select = target.prepareStatement(String.format(query, parameters))) {
            for (int i = 0; i < schemas.size(); i++) {
                select.setString(i + 1, schemas.get(i));
            }
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    reader.read(rows);
                }
            }
        }
    }

    private static TableId table(ResultSet row) throws SQLException {
        return new TableId(row.getString(1), row.getString(2));
    }
}
