package io.gaussferry.bench.change;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A table of the target, with its columns in the source's order.
 *
 * @param name without its schema
 * @param columns column names, in order
 * @param types the columns' types as the target spells them
 * @param key indexes of the primary key's columns; empty without a primary key
 */
public record TableShape(String name, List<String> columns, List<String> types, List<Integer> key) {
    private static final String COLUMNS = "SELECT c.relname, a.attname,"
            + " pg_catalog.format_type(a.atttypid, a.atttypmod),"
            + " EXISTS (SELECT 1 FROM pg_catalog.pg_index i WHERE i.indrelid = c.oid AND i.indisprimary"
            + " AND a.attnum = ANY (i.indkey))"
            + " FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_class c ON c.oid = a.attrelid"
            + " JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
            + " WHERE n.nspname = ? AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped"
            + " ORDER BY c.relname, a.attnum";

    /** Reads all tables of a schema, by name. */
    public static Map<String, TableShape> ofSchema(Connection target, String schema) throws SQLException {
        Map<String, TableShape> shapes = new LinkedHashMap<>();
        try (PreparedStatement query = target.prepareStatement(COLUMNS)) {
            query.setString(1, schema);
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    TableShape shape = shapes.computeIfAbsent(
                            row.getString(1),
                            name -> new TableShape(name, new ArrayList<>(), new ArrayList<>(), new ArrayList<>()));
                    if (row.getBoolean(4)) {
                        shape.key.add(shape.columns.size());
                    }
                    shape.columns.add(row.getString(2));
                    shape.types.add(row.getString(3));
                }
            }
        }
        return shapes;
    }

    /** Returns the table's qualified name for SQL. */
    public String in(String schema) {
        return "\"" + schema + "\".\"" + name + "\"";
    }

    /** Returns a column's name for SQL. */
    public String quoted(int column) {
        return "\"" + columns.get(column) + "\"";
    }
}
