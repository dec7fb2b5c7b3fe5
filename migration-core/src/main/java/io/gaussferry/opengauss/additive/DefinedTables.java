package io.gaussferry.opengauss.additive;

import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.additive.DefinedTable.Column;
import io.gaussferry.opengauss.additive.DefinedTable.Index;
import io.gaussferry.opengauss.additive.DefinedTable.Part;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads definitions from the target's catalog. Joins the connection's transaction. Stateless. */
public final class DefinedTables {

    /** Checks that Gaussferry adds while reverse replication runs. */
    private static final String GUARDS = "'gaussferry!_guard!_%' ESCAPE '!'";

    private static final String OF_TABLE =
            " JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace" + " WHERE n.nspname = ? AND c.relname = ?";

    /** The constant true as the catalog stores it. Dolphin prints it as false for sessions of the JDBC driver. */
    private static final String TRUE = "{CONST :consttype 16 %:constisnull false %:constvalue 1 [ 1 %";

    private static final String COLUMNS = "SELECT a.attname, t.oid, t.typname, t.typtype, a.atttypmod, a.attnotnull,"
            + " pg_catalog.format_type(a.atttypid, a.atttypmod),"
            + " (SELECT CASE WHEN t.typname = 'bool' AND CAST(d.adbin AS TEXT) LIKE '" + TRUE
            + "' THEN 'true' ELSE pg_catalog.pg_get_expr(d.adbin, d.adrelid) END FROM pg_catalog.pg_attrdef d"
            + " WHERE d.adrelid = a.attrelid AND d.adnum = a.attnum),"
            + " (SELECT o.collname FROM pg_catalog.pg_collation o WHERE o.oid = a.attcollation),"
            + " EXISTS (SELECT 1 FROM information_schema.columns s WHERE s.table_schema = n.nspname"
            + " AND s.table_name = c.relname AND s.column_name = a.attname"
            + " AND (s.is_generated = 'ALWAYS' OR s.is_identity = 'YES'))"
            + " FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_class c ON c.oid = a.attrelid"
            + " JOIN pg_catalog.pg_type t ON t.oid = a.atttypid" + OF_TABLE
            + " AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum";

    private static final String MEMBERS =
            "SELECT e.enumlabel FROM pg_catalog.pg_enum e WHERE e.enumtypid = ?::oid ORDER BY e.enumsortorder";

    /** The options have a bit for a descending part. An expression has the column number 0. */
    private static final String INDEXES = "SELECT x.relname, i.indisunique, i.indisprimary,"
            + " CASE WHEN i.indpred IS NULL AND m.amname IN ('btree', 'ubtree') THEN 1 ELSE 0 END,"
            + " CAST(i.indkey AS TEXT), CAST(i.indoption AS TEXT), pg_catalog.pg_get_indexdef(i.indexrelid)"
            + " FROM pg_catalog.pg_index i JOIN pg_catalog.pg_class c ON c.oid = i.indrelid"
            + " JOIN pg_catalog.pg_class x ON x.oid = i.indexrelid JOIN pg_catalog.pg_am m ON m.oid = x.relam"
            + OF_TABLE + " AND i.indisvalid ORDER BY x.relname";

    private static final String NUMBERS =
            "SELECT a.attnum, a.attname FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_class c ON c.oid = a.attrelid"
                    + OF_TABLE + " AND a.attnum > 0";

    private static final String OTHERS = "SELECT pg_catalog.concat(CASE k.contype WHEN 'f' THEN 'foreign key ' WHEN 'c'"
            + " THEN 'check ' ELSE 'constraint ' END, k.conname) FROM pg_catalog.pg_constraint k"
            + " JOIN pg_catalog.pg_class c ON c.oid = k.conrelid" + OF_TABLE
            + " AND k.contype NOT IN ('p', 'u', 'n') AND CAST(k.conname AS TEXT) NOT LIKE " + GUARDS
            + " UNION ALL SELECT 'partitions' FROM pg_catalog.pg_class c" + OF_TABLE
            + " AND (c.relkind = 'p' OR EXISTS (SELECT 1 FROM pg_catalog.pg_inherits h"
            + " WHERE h.inhrelid = c.oid OR h.inhparent = c.oid))"
            + " UNION ALL SELECT 'no logging' FROM pg_catalog.pg_class c" + OF_TABLE + " AND c.relpersistence = 'u'"
            + " UNION ALL SELECT 'column orientation' FROM pg_catalog.pg_class c" + OF_TABLE
            + " AND pg_catalog.array_to_string(c.reloptions, ',') LIKE '%orientation=column%' ORDER BY 1";

    private DefinedTables() {}

    /** Returns the definition of a table; empty if it does not exist. */
    public static Optional<DefinedTable> read(Connection connection, TableId table) throws SQLException {
        List<Column> columns = columns(connection, table);
        return columns.isEmpty()
                ? Optional.empty()
                : Optional.of(new DefinedTable(
                        table, columns, indexes(connection, table), strings(connection, OTHERS, table, 4)));
    }

    private static List<Column> columns(Connection connection, TableId table) throws SQLException {
        List<Column> columns = new ArrayList<>();
        try (PreparedStatement query = of(connection, COLUMNS, table, 1);
                ResultSet rows = query.executeQuery()) {
            while (rows.next()) {
                char kind = rows.getString(4).charAt(0);
                columns.add(new Column(
                        rows.getString(1),
                        rows.getString(3),
                        kind,
                        rows.getInt(5),
                        rows.getString(7),
                        rows.getBoolean(6),
                        rows.getString(8),
                        rows.getString(9),
                        rows.getBoolean(10),
                        kind == 'e' ? members(connection, rows.getString(2)) : List.of()));
            }
        }
        return columns;
    }

    private static List<String> members(Connection connection, String type) throws SQLException {
        return Sql.list(connection, rows -> rows.getString(1), MEMBERS, type);
    }

    private static List<Index> indexes(Connection connection, TableId table) throws SQLException {
        Map<Integer, String> names = new LinkedHashMap<>();
        try (PreparedStatement query = of(connection, NUMBERS, table, 1);
                ResultSet rows = query.executeQuery()) {
            while (rows.next()) {
                names.put(rows.getInt(1), rows.getString(2));
            }
        }
        List<Index> indexes = new ArrayList<>();
        try (PreparedStatement query = of(connection, INDEXES, table, 1);
                ResultSet rows = query.executeQuery()) {
            while (rows.next()) {
                List<Part> parts = rows.getInt(4) == 1 ? parts(rows.getString(5), rows.getString(6), names) : List.of();
                indexes.add(
                        new Index(rows.getString(1), rows.getBoolean(2), rows.getBoolean(3), parts, rows.getString(7)));
            }
        }
        return indexes;
    }

    /** Included columns have no options. */
    private static List<Part> parts(String numbers, String options, Map<Integer, String> names) {
        String[] number = numbers.trim().split(" +");
        String[] option = options.trim().split(" +");
        List<Part> parts = new ArrayList<>();
        for (int i = 0; i < option.length; i++) {
            String name = names.get(Integer.parseInt(number[i]));
            if (name == null) {
                return List.of();
            }
            parts.add(new Part(name, (Integer.parseInt(option[i]) & 1) != 0));
        }
        return parts;
    }

    private static List<String> strings(Connection connection, String sql, TableId table, int times)
            throws SQLException {
        List<String> found = new ArrayList<>();
        try (PreparedStatement query = of(connection, sql, table, times);
                ResultSet rows = query.executeQuery()) {
            while (rows.next()) {
                found.add(rows.getString(1));
            }
        }
        return found;
    }

    private static PreparedStatement of(Connection connection, String sql, TableId table, int times)
            throws SQLException {
        PreparedStatement query = connection.prepareStatement(sql);
        for (int i = 0; i < times; i++) {
            query.setString(2 * i + 1, table.schema());
            query.setString(2 * i + 2, table.name());
        }
        return query;
    }
}
