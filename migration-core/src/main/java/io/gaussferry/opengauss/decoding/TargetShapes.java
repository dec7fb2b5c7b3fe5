package io.gaussferry.opengauss.decoding;

import io.gaussferry.convert.image.TargetShape;
import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.TargetProducts;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Reads the current definitions of tables from the target's catalog. Stateless. */
public final class TargetShapes {

    private static final String COLUMNS =
            "SELECT a.attname, a.atttypid, t.typname, t.typtype, a.atttypmod, a.attnotnull,"
                    + " pg_catalog.format_type(a.atttypid, a.atttypmod), a.attnum"
                    + " FROM pg_catalog.pg_attribute a"
                    + " JOIN pg_catalog.pg_class c ON c.oid = a.attrelid"
                    + " JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
                    + " JOIN pg_catalog.pg_type t ON t.oid = a.atttypid"
                    + " WHERE n.nspname = ? AND c.relname = ? AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum";

    /** Primary, unique and foreign keys, and unique indexes without a constraint. */
    private static final String KEYS = "SELECT pg_catalog.pg_get_constraintdef(k.oid) AS definition"
            + " FROM pg_catalog.pg_constraint k JOIN pg_catalog.pg_class c ON c.oid = k.conrelid"
            + " JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
            + " WHERE n.nspname = ? AND c.relname = ? AND k.contype IN ('p', 'u', 'f')"
            + " UNION ALL SELECT pg_catalog.pg_get_indexdef(i.indexrelid)"
            + " FROM pg_catalog.pg_index i JOIN pg_catalog.pg_class c ON c.oid = i.indrelid"
            + " JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
            + " WHERE n.nspname = ? AND c.relname = ? AND i.indisunique AND NOT i.indisprimary ORDER BY 1";

    /** Columns of the key whose values the server logs of old rows by default. */
    private static final String PRIMARY_KEY = "SELECT a.attname FROM pg_catalog.pg_index i"
            + " JOIN pg_catalog.pg_class c ON c.oid = i.indrelid"
            + " JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
            + " JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY (i.indkey)"
            + " WHERE n.nspname = ? AND c.relname = ? AND i.indisprimary AND i.indimmediate AND i.indisvalid";

    private static final String OID = "(SELECT c.oid FROM pg_catalog.pg_class c"
            + " JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = ? AND c.relname = ?)";

    private TargetShapes() {}

    /** Returns the existing tables among the given ones. Joins the connection's transaction. */
    public static Map<TableId, TargetShape> read(Connection connection, Collection<TableId> tables)
            throws SQLException {
        Map<TableId, TargetShape> shapes = new TreeMap<>();
        Optional<String> partitions = TargetProducts.detect(connection).partitionFiles(OID);
        for (TableId table : tables) {
            List<TargetShape.Column> columns = columns(connection, table);
            if (!columns.isEmpty()) {
                List<String> keys = keys(connection, table);
                if (partitions.isPresent()) {
                    keys.addAll(Sql.list(
                            connection,
                            row -> row.getString(1),
                            partitions.get() + " ORDER BY 1",
                            table.schema(),
                            table.name()));
                }
                shapes.put(table, new TargetShape(table, columns, keys, primaryKey(connection, table)));
            }
        }
        return shapes;
    }

    private static List<TargetShape.Column> columns(Connection connection, TableId table) throws SQLException {
        return Sql.list(
                connection,
                rows -> new TargetShape.Column(
                        rows.getString(1),
                        rows.getInt(8),
                        rows.getLong(2),
                        rows.getString(3),
                        rows.getString(4).charAt(0),
                        rows.getInt(5),
                        rows.getString(7),
                        rows.getBoolean(6)),
                COLUMNS,
                table.schema(),
                table.name());
    }

    private static List<String> keys(Connection connection, TableId table) throws SQLException {
        List<String> keys = new ArrayList<>();
        try (PreparedStatement query = connection.prepareStatement(KEYS)) {
            for (int i = 0; i < 2; i++) {
                query.setString(2 * i + 1, table.schema());
                query.setString(2 * i + 2, table.name());
            }
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    keys.add(rows.getString(1));
                }
            }
        }
        return keys;
    }

    private static Set<String> primaryKey(Connection connection, TableId table) throws SQLException {
        return new HashSet<>(
                Sql.list(connection, rows -> rows.getString(1), PRIMARY_KEY, table.schema(), table.name()));
    }
}
