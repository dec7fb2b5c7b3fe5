package io.gaussferry.opengauss.catalog;

import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.SqlFailure;
import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.TargetProducts;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TargetProfile;
import io.gaussferry.schema.TargetTable;
import io.gaussferry.schema.TargetTable.Carrier;
import io.gaussferry.schema.TargetTable.Identity;
import io.gaussferry.schema.TrailingBlanks;
import io.gaussferry.target.TargetDialect;
import io.gaussferry.type.TargetTypes;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads the target's tables from its system catalogs. */
public final class TargetCatalog {

    private static final String COLUMNS =
            "SELECT c.relname, a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod) AS full_type,"
                    + " tn.nspname AS type_schema, t.typname, t.typcategory, t.typtype, co.collname FROM pg_catalog.pg_attribute a"
                    + " JOIN pg_catalog.pg_class c ON c.oid = a.attrelid"
                    + " JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
                    + " JOIN pg_catalog.pg_type t ON t.oid = a.atttypid"
                    + " JOIN pg_catalog.pg_namespace tn ON tn.oid = t.typnamespace"
                    + " LEFT JOIN pg_catalog.pg_collation co ON co.oid = a.attcollation"
                    + " WHERE a.attnum > 0 AND NOT a.attisdropped AND c.relkind IN ('r', 'p') AND n.nspname = ?";

    private static final String OF_TABLE = " AND c.relname = ?";

    /** Up to this number of tables of a schema, one query for each is cheaper than reading all tables of the schema. */
    private static final int FEW = 3;

    private static final String PARTITIONED =
            "SELECT c.relname FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
                    + " WHERE n.nspname = ? AND ";

    /** {@code pg_type.typcategory} of dates and times. */
    private static final String DATE_TIME = "D";

    /** {@code pg_type.typtype} of enumerations and, in the dolphin plugin, sets. */
    private static final Set<String> MEMBERS = Set.of("e", "s");

    private static final Pattern PRECISION = Pattern.compile("\\(\\d+\\)");

    private final Connection connection;
    private final Map<String, Boolean> arrayTypes = new HashMap<>();
    /** The schemas that have been read completely. */
    private final Set<String> schemas = new HashSet<>();

    private final Map<TableId, Map<String, TargetTable.Column>> tables = new HashMap<>();
    private final Set<TableId> partitioned = new HashSet<>();
    private @Nullable TargetDialect dialect;

    /** @param connection to the target, without autocommit; not closed, its transaction stays open */
    public TargetCatalog(Connection connection) {
        this.connection = connection;
    }

    /** Returns the target's product. Reads it on the first call. */
    private TargetDialect dialect() throws SQLException {
        TargetDialect known = dialect;
        if (known == null) {
            known = TargetProducts.detect(connection);
            dialect = known;
        }
        return known;
    }

    /**
     * Reads the target tables of many source tables by schema, because two queries for each of thousands of tables take seconds. Later
     * changes of the target are not seen.
     */
    public void prefetch(Collection<TableDefinition> wanted) throws SQLException {
        Map<String, Long> counts = wanted.stream()
                .collect(Collectors.groupingBy(table -> table.targetId().schema(), Collectors.counting()));
        for (Map.Entry<String, Long> schema : counts.entrySet()) {
            if (schema.getValue() > FEW && schemas.add(schema.getKey())) {
                readColumns(
                        (table, column) -> tables.computeIfAbsent(
                                        new TableId(schema.getKey(), table), unused -> new HashMap<>())
                                .put(column.name(), column),
                        COLUMNS,
                        schema.getKey());
                Sql.each(
                        connection,
                        rows -> partitioned.add(new TableId(schema.getKey(), rows.getString("relname"))),
                        PARTITIONED + dialect().isPartitioned("c"),
                        schema.getKey());
            }
        }
    }

    /** Returns the target table of a source table; empty if it does not exist. */
    public Optional<TargetTable> find(TableDefinition source) throws SQLException {
        Map<String, TargetTable.Column> columns = columns(source.targetId());
        if (columns.isEmpty()) {
            return Optional.empty();
        }
        List<TargetTable.Column> inSourceOrder = new ArrayList<>();
        for (ColumnDefinition column : source.columns()) {
            TargetTable.Column target = columns.get(column.name());
            if (target == null) {
                throw new GaussferryException(
                        ErrorCode.TARGET_TABLE_DIFFERS,
                        "Table " + source.label() + " exists on the target without a column \"" + column.name() + "\".",
                        "add the column on the target, or drop the table there so that it is created again",
                        null);
            }
            String collation = source.extras().column(column.name()).collation();
            inSourceOrder.add(target.with(TrailingBlanks.of(column, collation)));
        }
        return Optional.of(new TargetTable(source.targetId(), inSourceOrder, isPartitioned(source.targetId())));
    }

    private boolean isPartitioned(TableId table) throws SQLException {
        return schemas.contains(table.schema())
                ? partitioned.contains(table)
                : Sql.exists(
                        connection,
                        PARTITIONED + dialect().isPartitioned("c") + OF_TABLE,
                        table.schema(),
                        table.name());
    }

    /** Returns whether a table of this name exists on the target. */
    public boolean has(TableId id) throws SQLException {
        return !columns(id).isEmpty();
    }

    private Map<String, TargetTable.Column> columns(TableId id) throws SQLException {
        if (schemas.contains(id.schema())) {
            return tables.getOrDefault(id, Map.of());
        }
        Map<String, TargetTable.Column> columns = new HashMap<>();
        readColumns((table, column) -> columns.put(column.name(), column), COLUMNS + OF_TABLE, id.schema(), id.name());
        return columns;
    }

    /** @param sink receives the name of a table, and a column of it */
    private void readColumns(BiConsumer<String, TargetTable.Column> sink, String query, Object... parameters)
            throws SQLException {
        TargetProfile target = dialect().profile();
        Sql.each(
                connection,
                rows -> {
                    String fullType = rows.getString("full_type");
                    String precision = rows.getString("typcategory").equals(DATE_TIME) ? precision(fullType) : "";
                    String elementType =
                            quotedType(rows.getString("type_schema"), rows.getString("typname")) + precision;
                    boolean takesArray = takesArrayOf(elementType);
                    Carrier carrier = carrier(rows.getString("typname"), rows.getString("typtype"), takesArray);
                    sink.accept(
                            rows.getString("relname"),
                            new TargetTable.Column(
                                    rows.getString("attname"),
                                    fullType,
                                    switch (carrier) {
                                        case OWN_TYPE -> elementType;
                                        case TEXT -> "text";
                                        case VARBIT -> "varbit";
                                    },
                                    takesArray || carrier == Carrier.TEXT,
                                    carrier,
                                    carrier == Carrier.TEXT
                                            ? Identity.TEXT
                                            : Identity.ofType(rows.getString("typname")),
                                    TargetTypes.equality(target, String.valueOf(rows.getString("collname")))));
                },
                query,
                parameters);
    }

    private static Carrier carrier(String typeName, String kind, boolean takesArray) {
        if (typeName.equals("bit")) {
            return Carrier.VARBIT;
        }
        return !takesArray && MEMBERS.contains(kind) ? Carrier.TEXT : Carrier.OWN_TYPE;
    }

    /**
     * Returns a type's quoted name. Types in pg_catalog have no schema: with it, dolphin casts to {@code varchar}
     * instead of {@code bpchar}, in the driver's configuration.
     */
    private static String quotedType(String schema, String name) {
        return schema.equals("pg_catalog")
                ? Identifiers.quoteTarget(name)
                : Identifiers.quoteTarget(new TableId(schema, name));
    }

    /** Returns the precision of a time type, in parentheses; the empty string if it has none. */
    private static String precision(String fullType) {
        Matcher precision = PRECISION.matcher(fullType);
        return precision.find() ? precision.group() : "";
    }

    /**
     * Returns whether an array type exists, by trying a cast: openGauss has none for enumerations and sets of the
     * dolphin plugin, nor for domains.
     */
    private boolean takesArrayOf(String elementType) throws SQLException {
        Boolean known = arrayTypes.get(elementType);
        if (known != null) {
            return known;
        }
        boolean takes = true;
        Savepoint before = connection.setSavepoint();
        try {
            Sql.execute(connection, "SELECT CAST('{}' AS " + elementType + "[])");
        } catch (SQLException e) {
            if (SqlFailure.of(e).isOfServer()) {
                throw e;
            }
            takes = false;
            connection.rollback(before);
        }
        connection.releaseSavepoint(before);
        arrayTypes.put(elementType, takes);
        return takes;
    }
}
