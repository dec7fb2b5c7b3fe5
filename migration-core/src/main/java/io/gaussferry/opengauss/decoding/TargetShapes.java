package io.gaussferry.opengauss.decoding;

import io.gaussferry.convert.image.TargetShape;
import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.TargetProducts;
import io.gaussferry.target.TargetDialect;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads the current definitions of tables from the target's catalog. Many tables of a schema are read together, because writers may wait for it.
 * Stateless.
 */
public final class TargetShapes {

    /** Stands for a condition on the name of the table in the queries; absent to read all tables of the schema. */
    private static final String NAMED = "{named}";

    private static final String COLUMNS =
            "SELECT c.relname, a.attname, a.atttypid, t.typname, t.typtype, a.atttypmod, a.attnotnull,"
                    + " pg_catalog.format_type(a.atttypid, a.atttypmod), a.attnum"
                    + " FROM pg_catalog.pg_attribute a"
                    + " JOIN pg_catalog.pg_class c ON c.oid = a.attrelid"
                    + " JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
                    + " JOIN pg_catalog.pg_type t ON t.oid = a.atttypid"
                    + " WHERE n.nspname = ?" + NAMED + " AND c.relkind NOT IN ('i', 'I', 'S', 't')"
                    + " AND a.attnum > 0 AND NOT a.attisdropped ORDER BY c.relname, a.attnum";

    /** Primary, unique and foreign keys, and unique indexes without a constraint. */
    private static final String KEYS = "SELECT c.relname, pg_catalog.pg_get_constraintdef(k.oid) AS definition"
            + " FROM pg_catalog.pg_constraint k JOIN pg_catalog.pg_class c ON c.oid = k.conrelid"
            + " JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
            + " WHERE n.nspname = ?" + NAMED + " AND k.contype IN ('p', 'u', 'f')"
            + " UNION ALL SELECT c.relname, pg_catalog.pg_get_indexdef(i.indexrelid)"
            + " FROM pg_catalog.pg_index i JOIN pg_catalog.pg_class c ON c.oid = i.indrelid"
            + " JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
            + " WHERE n.nspname = ?" + NAMED + " AND i.indisunique AND NOT i.indisprimary ORDER BY 1, 2";

    /** Columns of the key whose values the server logs of old rows by default. */
    private static final String PRIMARY_KEY = "SELECT c.relname, a.attname FROM pg_catalog.pg_index i"
            + " JOIN pg_catalog.pg_class c ON c.oid = i.indrelid"
            + " JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
            + " JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY (i.indkey)"
            + " WHERE n.nspname = ?" + NAMED + " AND i.indisprimary AND i.indimmediate AND i.indisvalid";

    private static final String OID = "(SELECT c.oid FROM pg_catalog.pg_class c"
            + " JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = ? AND c.relname = ?)";

    /** Up to this number of tables of a schema, queries for each are cheaper than reading all tables of the schema. */
    private static final int FEW = 3;

    private TargetShapes() {}

    /** Returns the existing tables among the given ones. Joins the connection's transaction. */
    public static Map<TableId, TargetShape> read(Connection connection, Collection<TableId> tables)
            throws SQLException {
        TargetDialect dialect = TargetProducts.detect(connection);
        Map<TableId, TargetShape> shapes = new TreeMap<>();
        Map<String, List<TableId>> schemas = tables.stream().collect(Collectors.groupingBy(TableId::schema));
        for (Map.Entry<String, List<TableId>> schema : schemas.entrySet()) {
            if (schema.getValue().size() > FEW) {
                shapes.putAll(new Schema(connection, dialect, schema.getKey(), null).shapes(schema.getValue()));
            } else {
                for (TableId table : schema.getValue()) {
                    shapes.putAll(
                            new Schema(connection, dialect, schema.getKey(), table.name()).shapes(List.of(table)));
                }
            }
        }
        return shapes;
    }

    /**
     * The tables of a schema.
     *
     * @param table the name of the only table to read; null for all
     */
    private record Schema(
            Connection connection,
            TargetDialect dialect,
            String name,
            @Nullable String table) {

        Map<TableId, TargetShape> shapes(Collection<TableId> wanted) throws SQLException {
            Map<String, List<TargetShape.Column>> columns = read(
                    rows -> new TargetShape.Column(
                            rows.getString(2),
                            rows.getInt(9),
                            rows.getLong(3),
                            rows.getString(4),
                            rows.getString(5).charAt(0),
                            rows.getInt(6),
                            rows.getString(8),
                            rows.getBoolean(7)),
                    COLUMNS);
            Map<String, List<String>> keys = read(rows -> rows.getString(2), KEYS);
            Map<String, List<String>> primaryKeys = read(rows -> rows.getString(2), PRIMARY_KEY);
            Set<String> partitioned = partitioned();
            Map<TableId, TargetShape> shapes = new TreeMap<>();
            for (TableId id : wanted) {
                List<TargetShape.Column> ofTable = columns.getOrDefault(id.name(), List.of());
                if (!ofTable.isEmpty()) {
                    List<String> keysOfTable = new ArrayList<>(keys.getOrDefault(id.name(), List.of()));
                    if (partitioned.contains(id.name())) {
                        keysOfTable.addAll(partitions(id));
                    }
                    shapes.put(
                            id,
                            new TargetShape(
                                    id,
                                    ofTable,
                                    keysOfTable,
                                    new HashSet<>(primaryKeys.getOrDefault(id.name(), List.of()))));
                }
            }
            return shapes;
        }

        /** Returns the values of each table's rows; the first column has the table's name. */
        private <T> Map<String, List<T>> read(Sql.Reader<T> reader, String query) throws SQLException {
            List<String> parameters = new ArrayList<>(List.of(name));
            if (table != null) {
                parameters.add(table);
            }
            boolean isTwofold = query.indexOf(NAMED) < query.lastIndexOf(NAMED);
            List<String> all = new ArrayList<>();
            Collections.nCopies(isTwofold ? 2 : 1, parameters).forEach(all::addAll);
            Map<String, List<T>> values = new HashMap<>();
            Sql.each(
                    connection,
                    rows -> values.computeIfAbsent(rows.getString(1), unused -> new ArrayList<>())
                            .add(reader.read(rows)),
                    query.replace(NAMED, table == null ? "" : " AND c.relname = ?"),
                    all.toArray());
            return values;
        }

        /** Returns the partitioned tables; none if the target keeps no files for partitions. */
        private Set<String> partitioned() throws SQLException {
            if (dialect.partitionFiles(OID).isEmpty()) {
                return Set.of();
            }
            String query = "SELECT c.relname FROM pg_catalog.pg_class c"
                    + " JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = ?" + NAMED + " AND "
                    + dialect.isPartitioned("c");
            return read(rows -> rows.getString(1), query).keySet();
        }

        private List<String> partitions(TableId id) throws SQLException {
            Optional<String> files = dialect.partitionFiles(OID);
            return files.isEmpty()
                    ? List.of()
                    : Sql.list(
                            connection, rows -> rows.getString(1), files.get() + " ORDER BY 1", id.schema(), id.name());
        }
    }
}
