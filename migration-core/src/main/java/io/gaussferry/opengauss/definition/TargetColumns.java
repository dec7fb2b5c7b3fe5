package io.gaussferry.opengauss.definition;

import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.TableId;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the definition of single columns of the target. */
public final class TargetColumns {

    private static final String COLUMN = "SELECT pg_catalog.format_type(a.atttypid, a.atttypmod), a.attnotnull,"
            + " (SELECT pg_catalog.pg_get_expr(d.adbin, d.adrelid) FROM pg_catalog.pg_attrdef d"
            + " WHERE d.adrelid = a.attrelid AND d.adnum = a.attnum) FROM pg_catalog.pg_attribute a"
            + " JOIN pg_catalog.pg_class c ON c.oid = a.attrelid JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
            + " WHERE n.nspname = ? AND c.relname = ? AND a.attname = ? AND NOT a.attisdropped";

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

    /** Returns the definition of a column; empty if the table does not have it. */
    public static Optional<Column> find(Connection target, TableId table, String column) throws SQLException {
        return Sql.first(
                target,
                row -> new Column(row.getString(1), row.getBoolean(2), row.getString(3)),
                COLUMN,
                table.schema(),
                table.name(),
                column);
    }
}
