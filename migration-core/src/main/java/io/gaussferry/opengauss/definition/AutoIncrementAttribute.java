package io.gaussferry.opengauss.definition;

import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.Identifiers;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * The attribute AUTO_INCREMENT of the dolphin plugin on a column of the target. Adding it rewrites the table; removing it takes
 * milliseconds whatever the size of the table. While a column has it, {@code COPY} and {@code INSERT} store the next number for an explicit
 * 0, and the server refuses to drop the column's last index.
 */
public final class AutoIncrementAttribute {

    /** The default that the plugin reports for a column with the attribute. */
    public static final String DEFAULT = "AUTO_INCREMENT";

    /** SQLSTATE; without one the failure would count as a lost connection, and be retried. */
    private static final String UNDEFINED_COLUMN = "42703";

    private static final String HAS_ATTRIBUTE = "pg_catalog.pg_get_expr(d.adbin, d.adrelid) = '" + DEFAULT + "'";

    private static final String COLUMNS =
            " FROM pg_catalog.pg_attribute a LEFT JOIN pg_catalog.pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum"
                    + " JOIN pg_catalog.pg_class c ON c.oid = a.attrelid JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
                    + " WHERE n.nspname = ? AND ";

    private static final String COLUMN =
            "SELECT a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod), a.attnotnull" + COLUMNS
                    + "c.relname = ? AND ";

    private AutoIncrementAttribute() {}

    /**
     * Returns the statement that gives a column the attribute. A table with a 0 in the column stores the next number for it.
     *
     * @param type the column's full type on the target
     */
    public static String add(TableId table, String column, String type, boolean notNull) {
        return modify(table, column, type, notNull) + " " + DEFAULT;
    }

    /** Returns the statement that removes the attribute, and keeps the column's numbers. */
    public static String remove(TableId table, String column, String type, boolean notNull) {
        return modify(table, column, type, notNull);
    }

    private static String modify(TableId table, String column, String type, boolean notNull) {
        return "ALTER TABLE " + Identifiers.quoteTarget(table) + " MODIFY COLUMN " + Identifiers.quoteTarget(column)
                + " " + type + (notNull ? " NOT NULL" : "");
    }

    /** A column of the target, with its full type. */
    private record Column(String name, String type, boolean notNull) {}

    /**
     * Gives a column the attribute. Joins the connection's transaction.
     *
     * @param table an existing table; one with rows is rewritten
     * @param column one with an index that starts with it
     */
    public static void addTo(Connection target, TableId table, String column) throws SQLException {
        Column found = find(target, table, "a.attname = " + Identifiers.literal(column))
                .orElseThrow(() -> new SQLException("Table " + table + " has no column " + column, UNDEFINED_COLUMN));
        execute(target, add(table, column, found.type(), found.notNull()));
    }

    /** Returns the column that has the attribute, if one of the table's columns has it. */
    public static Optional<String> columnOf(Connection target, TableId table) throws SQLException {
        return find(target, table, HAS_ATTRIBUTE).map(Column::name);
    }

    /** Returns the tables of some schemas that have a column with the attribute. */
    public static Set<TableId> tables(Connection target, Collection<String> schemas) throws SQLException {
        Set<TableId> tables = new HashSet<>();
        for (String schema : Set.copyOf(schemas)) {
            Sql.each(
                    target,
                    row -> tables.add(new TableId(schema, row.getString(1))),
                    "SELECT c.relname" + COLUMNS + HAS_ATTRIBUTE,
                    schema);
        }
        return tables;
    }

    /**
     * Removes the attribute from a table, if one of its columns has it. Joins the connection's transaction.
     *
     * @return the name of the column; empty if none had the attribute
     */
    public static Optional<String> removeFrom(Connection target, TableId table) throws SQLException {
        Optional<Column> found = find(target, table, HAS_ATTRIBUTE);
        if (found.isPresent()) {
            Column column = found.get();
            execute(target, remove(table, column.name(), column.type(), column.notNull()));
        }
        return found.map(Column::name);
    }

    private static Optional<Column> find(Connection target, TableId table, String condition) throws SQLException {
        return Sql.first(
                target,
                row -> new Column(row.getString(1), row.getString(2), row.getBoolean(3)),
                COLUMN + condition,
                table.schema(),
                table.name());
    }

    private static void execute(Connection target, String sql) throws SQLException {
        Sql.execute(target, sql);
    }
}
