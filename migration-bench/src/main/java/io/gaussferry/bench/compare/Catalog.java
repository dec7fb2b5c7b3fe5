package io.gaussferry.bench.compare;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the table definitions from the catalogs of both servers. */
final class Catalog {
    private static final String SOURCE_TABLES = "SELECT table_name FROM information_schema.tables"
            + " WHERE table_schema = ? AND table_type = 'BASE TABLE' ORDER BY table_name";

    private static final String SOURCE_COLUMNS = "SELECT column_name, data_type FROM information_schema.columns"
            + " WHERE table_schema = ? AND table_name = ? ORDER BY ordinal_position";

    private static final String SOURCE_KEY = "SELECT column_name, sub_part FROM information_schema.statistics"
            + " WHERE table_schema = ? AND table_name = ? AND index_name = 'PRIMARY' ORDER BY seq_in_index";

    private static final String TARGET_TABLES = "SELECT c.relname FROM pg_catalog.pg_class c"
            + " JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
            + " WHERE n.nspname = ? AND c.relkind IN ('r', 'p') ORDER BY c.relname";

    private static final String TARGET_COLUMNS = "SELECT a.attname FROM pg_catalog.pg_attribute a"
            + " JOIN pg_catalog.pg_class c ON c.oid = a.attrelid"
            + " JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
            + " WHERE n.nspname = ? AND c.relname = ? AND c.relkind IN ('r', 'p')"
            + " AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum";

    private static final String DOLPHIN = "SELECT 1 FROM pg_catalog.pg_extension WHERE extname = 'dolphin'";

    private final Connection source;
    private final Connection target;
    private final String database;

    Catalog(Connection source, Connection target, String database) {
        this.source = source;
        this.target = target;
        this.database = database;
    }

    /** Only the dolphin plugin has a function that converts all of its binary types to hexadecimal digits. */
    private boolean hasDolphin() throws SQLException {
        return !firstColumn(target, DOLPHIN).isEmpty();
    }

    List<String> sourceTables() throws SQLException {
        return firstColumn(source, SOURCE_TABLES, database);
    }

    List<String> targetTables() throws SQLException {
        return firstColumn(target, TARGET_TABLES, database);
    }

    /**
     * Returns the table with the columns that exist on both sides; columns that cannot be compared become differences.
     *
     * @return null if no column can be compared
     */
    @Nullable
    ComparedTable table(String name, Differences differences) throws SQLException {
        Set<String> targetColumns = new HashSet<>(firstColumn(target, TARGET_COLUMNS, database, name));
        List<ComparedTable.Column> columns = new ArrayList<>();
        try (PreparedStatement query = prepared(source, SOURCE_COLUMNS, database, name);
                ResultSet row = query.executeQuery()) {
            while (row.next()) {
                String column = row.getString(1);
                ValueKind kind = ValueKind.ofMySqlType(row.getString(2));
                if (!targetColumns.remove(column)) {
                    differences.addForColumn(name, Difference.Kind.COLUMN_MISSING, column);
                } else if (kind == null) {
                    differences.addForColumn(name, Difference.Kind.NOT_COMPARABLE, column);
                } else {
                    columns.add(new ComparedTable.Column(column, kind));
                }
            }
        }
        for (String column : targetColumns) {
            differences.addForColumn(name, Difference.Kind.COLUMN_EXTRA, column);
        }
        return columns.isEmpty()
                ? null
                : new ComparedTable(database, name, columns, hasDolphin(), mergeKey(name, columns));
    }

    /** Returns the primary key's columns; empty without a primary key or if the servers order it differently. */
    private List<Integer> mergeKey(String table, List<ComparedTable.Column> columns) throws SQLException {
        List<Integer> key = new ArrayList<>();
        try (PreparedStatement query = prepared(source, SOURCE_KEY, database, table);
                ResultSet row = query.executeQuery()) {
            while (row.next()) {
                String part = row.getString(1);
                boolean prefixOnly = row.getObject(2) != null;
                int index = 0;
                while (index < columns.size() && !columns.get(index).name().equals(part)) {
                    index++;
                }
                if (prefixOnly
                        || index == columns.size()
                        || !columns.get(index).kind().ordered()) {
                    return List.of();
                }
                key.add(index);
            }
        }
        return key;
    }

    private static List<String> firstColumn(Connection connection, String sql, String... parameters)
            throws SQLException {
        List<String> values = new ArrayList<>();
        try (PreparedStatement query = prepared(connection, sql, parameters);
                ResultSet row = query.executeQuery()) {
            while (row.next()) {
                values.add(row.getString(1));
            }
        }
        return values;
    }

    private static PreparedStatement prepared(Connection connection, String sql, String... parameters)
            throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        for (int index = 0; index < parameters.length; index++) {
            statement.setString(index + 1, parameters[index]);
        }
        return statement;
    }
}
