package io.gaussferry.preflight.opengauss;

import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.catalog.EnforcedForeignKeyReader;
import io.gaussferry.opengauss.definition.ForeignKey;
import io.gaussferry.preflight.finding.CatalogRows;
import io.gaussferry.preflight.finding.CatalogRows.Row;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The objects of the target in the schemas that correspond to the source's databases. Runs one query of each kind for
 * all tables, in statements that openGauss understands in all its modes, and PostgreSQL.
 */
public final class ExistingTables {

    private static final String FROM_CLASS =
            " FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace";

    /** Without indexes, which are renamed if a table needs their name. The sequences of dolphin's AUTO_INCREMENT columns, of kind L, cannot be renamed. */
    private static final String RELATIONS =
            "SELECT n.nspname, c.relname, CASE WHEN c.relkind IN ('r', 'p') THEN 'table'"
                    + " WHEN c.relkind IN ('v', 'm') THEN 'view' WHEN c.relkind IN ('S', 'L') THEN 'sequence'"
                    + " ELSE 'other relation' END" + FROM_CLASS
                    + " WHERE c.relkind NOT IN ('i', 'I') AND n.nspname IN ";

    private static final String COLUMNS = "SELECT n.nspname, c.relname, a.attname,"
            + " pg_catalog.format_type(a.atttypid, a.atttypmod), CASE WHEN a.attnotnull THEN 1 ELSE 0 END,"
            + " CASE WHEN a.atthasdef THEN 1 ELSE 0 END" + FROM_CLASS
            + " JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid"
            + " WHERE a.attnum > 0 AND NOT a.attisdropped AND c.relkind IN ('r', 'p') AND n.nspname IN ";

    private static final String COLUMNS_ORDER = " ORDER BY n.nspname, c.relname, a.attnum";

    private static final String FILLED_COLUMNS = "SELECT table_schema, table_name, column_name, is_generated,"
            + " is_identity, identity_generation FROM information_schema.columns"
            + " WHERE (is_generated = 'ALWAYS' OR is_identity = 'YES') AND table_schema IN ";

    private static final String UNIQUE_KEYS = "SELECT n.nspname, c.relname, i.indexrelid::TEXT, a.attname" + FROM_CLASS
            + " JOIN pg_catalog.pg_index i ON i.indrelid = c.oid"
            + " JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY (i.indkey)"
            + " WHERE i.indisunique AND i.indisvalid AND i.indpred IS NULL AND i.indexprs IS NULL AND n.nspname IN ";

    /**
     * Includes indexes on expressions and partial indexes; a row of an index without any plain column has no column.
     */
    private static final String UNIQUE_INDEXES = "SELECT n.nspname, c.relname, ic.relname, a.attname,"
            + " CASE WHEN i.indpred IS NULL AND i.indexprs IS NULL THEN 1 ELSE 0 END" + FROM_CLASS
            + " JOIN pg_catalog.pg_index i ON i.indrelid = c.oid JOIN pg_catalog.pg_class ic ON ic.oid = i.indexrelid"
            + " LEFT JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY (i.indkey)"
            + " WHERE (i.indisunique OR i.indisexclusion) AND n.nspname IN ";

    private static final String LABELS = "SELECT n.nspname, c.relname, a.attname, e.%s" + FROM_CLASS
            + " JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid"
            + " JOIN pg_catalog.%s e ON e.%s = a.atttypid"
            + " WHERE a.attnum > 0 AND NOT a.attisdropped AND c.relkind IN ('r', 'p') AND n.nspname IN ";

    /** Dolphin's catalog of the members of its SET types. */
    private static final String HAS_SETS = "SELECT 1 FROM pg_catalog.pg_class c"
            + " JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
            + " WHERE n.nspname = 'pg_catalog' AND c.relname = 'pg_set'";

    private static final String TRIGGERS = "SELECT n.nspname, c.relname, t.tgname" + FROM_CLASS
            + " JOIN pg_catalog.pg_trigger t ON t.tgrelid = c.oid"
            + " WHERE NOT t.tgisinternal AND t.tgenabled <> 'D' AND n.nspname IN ";

    /** Excludes disabled foreign keys: foreign keys are triggers. */
    private static final String FOREIGN_KEYS =
            "SELECT n.nspname, c.relname, k.conname, a.attname, pn.nspname, pc.relname,"
                    + " pa.attname, k.confdeltype::TEXT, k.confupdtype::TEXT" + FROM_CLASS
                    + " JOIN pg_catalog.pg_constraint k ON k.conrelid = c.oid AND k.contype = 'f'"
                    + " JOIN pg_catalog.pg_class pc ON pc.oid = k.confrelid"
                    + " JOIN pg_catalog.pg_namespace pn ON pn.oid = pc.relnamespace"
                    + " JOIN pg_catalog.generate_series(1, 32) AS s(i) ON s.i <= pg_catalog.array_upper(k.conkey, 1)"
                    + " JOIN pg_catalog.pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = k.conkey[s.i]"
                    + " JOIN pg_catalog.pg_attribute pa ON pa.attrelid = k.confrelid AND pa.attnum = k.confkey[s.i]"
                    + " WHERE NOT EXISTS (SELECT 1 FROM pg_catalog.pg_trigger t WHERE t.tgconstraint = k.oid"
                    + " AND t.tgenabled::TEXT IN ('D', 'R'))"
                    + " AND (n.nspname IN ";

    /**
     * A column.
     *
     * @param type as {@code format_type} prints it
     * @param notNull whether it refuses NULL
     * @param filled whether it receives a value if an INSERT gives none: by a default, an identity or a generation
     *     expression
     * @param writable whether an INSERT may give a value
     * @param labels the members of an enumeration or of a dolphin SET; empty for other types
     */
    record Column(String name, String type, boolean notNull, boolean filled, boolean writable, Set<String> labels) {}

    /**
     * A unique index, or the index of an exclusion constraint.
     *
     * @param columns its plain columns
     * @param isOnWholeColumns whether it covers only these columns, for all rows
     */
    record UniqueIndex(String name, Set<String> columns, boolean isOnWholeColumns) {}

    private final Map<TableId, Map<String, Column>> tables = new HashMap<>();
    private final Map<TableId, String> otherRelations = new HashMap<>();
    private final Map<TableId, Map<String, Set<String>>> uniqueKeys = new HashMap<>();
    private final Map<TableId, Map<String, UniqueIndex>> uniqueIndexes = new HashMap<>();
    private final Map<TableId, List<String>> triggers = new HashMap<>();
    private final Map<String, ForeignKey> foreignKeys = new LinkedHashMap<>();

    private ExistingTables() {}

    /** Returns the objects of a target that is empty or cannot be queried. */
    public static ExistingTables none() {
        return new ExistingTables();
    }

    public static ExistingTables read(Connection connection, List<String> schemas) throws SQLException {
        ExistingTables result = new ExistingTables();
        if (schemas.isEmpty()) {
            return result;
        }
        String included = CatalogRows.placeholders(schemas.size());
        for (Row row : CatalogRows.of(connection, RELATIONS + included, schemas)) {
            TableId id = new TableId(row.text(0), row.text(1));
            if (row.text(2).equals("table")) {
                result.tables.put(id, new LinkedHashMap<>());
            } else {
                result.otherRelations.put(id, row.text(2));
            }
        }
        result.readColumns(connection, schemas, included);
        for (Row row : CatalogRows.of(connection, UNIQUE_KEYS + included, schemas)) {
            result.uniqueKeys
                    .computeIfAbsent(new TableId(row.text(0), row.text(1)), unused -> new HashMap<>())
                    .computeIfAbsent(row.text(2), unused -> new LinkedHashSet<>())
                    .add(row.text(3));
        }
        for (Row row : CatalogRows.of(connection, UNIQUE_INDEXES + included, schemas)) {
            UniqueIndex index = result.uniqueIndexes
                    .computeIfAbsent(new TableId(row.text(0), row.text(1)), unused -> new LinkedHashMap<>())
                    .computeIfAbsent(row.text(2), name -> new UniqueIndex(name, new LinkedHashSet<>(), row.flag(4)));
            if (!row.text(3).isEmpty()) {
                index.columns().add(row.text(3));
            }
        }
        for (Row row : CatalogRows.of(connection, TRIGGERS + included, schemas)) {
            result.triggers
                    .computeIfAbsent(new TableId(row.text(0), row.text(1)), unused -> new ArrayList<>())
                    .add(row.text(2));
        }
        result.readForeignKeys(connection, schemas, included);
        return result;
    }

    private void readColumns(Connection connection, List<String> schemas, String included) throws SQLException {
        Map<String, Row> filled = new HashMap<>();
        for (Row row : CatalogRows.of(connection, FILLED_COLUMNS + included, schemas)) {
            filled.put(columnKey(row), row);
        }
        Map<String, Set<String>> labels = labels(connection, schemas, included);
        for (Row row : CatalogRows.of(connection, COLUMNS + included + COLUMNS_ORDER, schemas)) {
            Row special = filled.get(columnKey(row));
            boolean always = special != null
                    && (special.text(3).equals("ALWAYS") || special.text(5).equals("ALWAYS"));
            Column column = new Column(
                    row.text(2),
                    row.text(3),
                    row.flag(4),
                    row.flag(5) || special != null,
                    !always,
                    labels.getOrDefault(columnKey(row), Set.of()));
            tables.computeIfAbsent(new TableId(row.text(0), row.text(1)), unused -> new LinkedHashMap<>())
                    .put(column.name(), column);
        }
    }

    private static String columnKey(Row row) {
        return row.text(0) + "\n" + row.text(1) + "\n" + row.text(2);
    }

    private static Map<String, Set<String>> labels(Connection connection, List<String> schemas, String included)
            throws SQLException {
        List<String> queries = new ArrayList<>();
        queries.add(String.format(LABELS, "enumlabel", "pg_enum", "enumtypid"));
        if (!CatalogRows.of(connection, HAS_SETS).isEmpty()) {
            queries.add(String.format(LABELS, "setlabel", "pg_set", "settypid"));
        }
        Map<String, Set<String>> labels = new HashMap<>();
        for (String query : queries) {
            for (Row row : CatalogRows.of(connection, query + included, schemas)) {
                labels.computeIfAbsent(columnKey(row), unused -> new LinkedHashSet<>())
                        .add(row.text(3));
            }
        }
        return labels;
    }

    private void readForeignKeys(Connection connection, List<String> schemas, String included) throws SQLException {
        List<String> twice = new ArrayList<>(schemas);
        twice.addAll(schemas);
        String query = FOREIGN_KEYS + included + " OR pn.nspname IN " + included + ") ORDER BY k.oid, s.i";
        for (Row row : CatalogRows.of(connection, query, twice)) {
            ForeignKey part = new ForeignKey(
                    row.text(2),
                    new TableId(row.text(0), row.text(1)),
                    List.of(row.text(3)),
                    new TableId(row.text(4), row.text(5)),
                    List.of(row.text(6)),
                    EnforcedForeignKeyReader.action(row.text(7)),
                    EnforcedForeignKeyReader.action(row.text(8)));
            foreignKeys.merge(part.child() + " " + part.name(), part, ForeignKey::withColumnsOf);
        }
    }

    public boolean has(TableId id) {
        return tables.containsKey(id);
    }

    /** Returns a table's columns by name; empty if the table does not exist. */
    Map<String, Column> columns(TableId id) {
        return tables.getOrDefault(id, Map.of());
    }

    /** Returns the kind of a relation that has a table's name but is not a table; the empty string if there is none. */
    String otherRelation(TableId id) {
        return otherRelations.getOrDefault(id, "");
    }

    public boolean hasUniqueKey(TableId id, Set<String> columns) {
        return uniqueKeys.getOrDefault(id, Map.of()).containsValue(columns);
    }

    List<String> triggers(TableId id) {
        return triggers.getOrDefault(id, List.of());
    }

    /** Returns the enabled foreign keys from or to any of the tables. */
    public Collection<ForeignKey> foreignKeys() {
        return foreignKeys.values();
    }
}
