package io.gaussferry.opengauss.definition;

import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.TableId;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The definitions of columns of the target, read for many tables by one query per schema. */
public final class TargetColumns {

    private static final String COLUMNS = "SELECT pg_catalog.format_type(a.atttypid, a.atttypmod), a.attnotnull,"
            + " (SELECT pg_catalog.pg_get_expr(d.adbin, d.adrelid) FROM pg_catalog.pg_attrdef d"
            + " WHERE d.adrelid = a.attrelid AND d.adnum = a.attnum), c.relname, a.attname"
            + " FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_class c ON c.oid = a.attrelid"
            + " JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
            + " WHERE n.nspname = ? AND a.attnum > 0 AND NOT a.attisdropped AND c.relkind IN ('r', 'p')";

    private static final String COLUMN = COLUMNS + " AND c.relname = ? AND a.attname = ?";

    private final Map<TableId, Map<String, Column>> columns = new HashMap<>();

    private TargetColumns() {}

    /**
     * The definition of a column.
     *
     * @param type its full type
     * @param notNull whether it refuses NULL
     * @param defaultExpression its default as an expression; null for none
     */
    public record Column(
            String type, boolean notNull, @Nullable String defaultExpression) {}

    /** Reads the columns with these names of all tables in some schemas. */
    public static TargetColumns read(Connection target, Collection<String> schemas, Collection<String> names)
            throws SQLException {
        TargetColumns read = new TargetColumns();
        Set<String> wanted = Set.copyOf(names);
        for (String schema : Set.copyOf(schemas)) {
            Sql.each(
                    target,
                    row -> {
                        String name = row.getString(5);
                        if (wanted.contains(name)) {
                            read.columns
                                    .computeIfAbsent(new TableId(schema, row.getString(4)), table -> new HashMap<>())
                                    .put(name, column(row));
                        }
                    },
                    COLUMNS,
                    schema);
        }
        return read;
    }

    /** Returns the definition of a column that was read; empty if the table does not have it. */
    public Optional<Column> find(TableId table, String column) {
        return Optional.ofNullable(columns.getOrDefault(table, Map.of()).get(column));
    }

    /** Reads the definition of one column; empty if the table does not have it. */
    public static Optional<Column> find(Connection target, TableId table, String column) throws SQLException {
        return Sql.first(target, TargetColumns::column, COLUMN, table.schema(), table.name(), column);
    }

    private static Column column(ResultSet row) throws SQLException {
        return new Column(row.getString(1), row.getBoolean(2), row.getString(3));
    }
}
