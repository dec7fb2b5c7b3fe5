package io.gaussferry.verify.structure;

import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.catalog.EnforcedForeignKeyReader;
import io.gaussferry.opengauss.definition.ForeignKey;
import io.gaussferry.opengauss.definition.TargetNames;
import io.gaussferry.verify.structure.TargetStructure.Behaviour;
import io.gaussferry.verify.structure.TargetStructure.Check;
import io.gaussferry.verify.structure.TargetStructure.Column;
import io.gaussferry.verify.structure.TargetStructure.Index;
import io.gaussferry.verify.structure.TargetStructure.Index.Gap;
import io.gaussferry.verify.structure.TargetStructure.Index.Kind;
import io.gaussferry.verify.structure.TargetStructure.RowSecurity;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Reads the target's catalogs. Uses one query of each kind for all tables, with SQL that PostgreSQL and all modes of openGauss accept. */
final class StructureReader {

    /** Timeout of a catalog query, seconds. */
    private static final int TIMEOUT_SECONDS = 60;

    private static final String FROM_CLASS =
            " FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace";

    private static final String OF_TABLES = " c.relkind IN ('r', 'p') AND n.nspname IN ";

    private static final String COLUMNS = "SELECT n.nspname, c.relname, a.attname,"
            + " pg_catalog.format_type(a.atttypid, a.atttypmod), CASE WHEN a.attnotnull THEN 1 ELSE 0 END,"
            + " CASE WHEN a.atthasdef THEN 1 ELSE 0 END, co.collname, pg_catalog.pg_get_expr(d.adbin, d.adrelid)"
            + FROM_CLASS
            + " JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid"
            + " LEFT JOIN pg_catalog.pg_collation co ON co.oid = a.attcollation"
            + " LEFT JOIN pg_catalog.pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum"
            + " WHERE a.attnum > 0 AND NOT a.attisdropped AND" + OF_TABLES;

    private static final String IN_ORDER = " ORDER BY n.nspname, c.relname, a.attnum";

    /** Identity and generated columns, with a flag for those that do not accept a value. */
    private static final String COMPUTED =
            "SELECT table_schema, table_name, column_name, CASE WHEN is_generated = 'ALWAYS'"
                    + " OR identity_generation = 'ALWAYS' THEN 1 ELSE 0 END FROM information_schema.columns"
                    + " WHERE (is_generated = 'ALWAYS' OR is_identity = 'YES') AND table_schema IN ";

    private static final String LABELS = "SELECT n.nspname, c.relname, a.attname, e.%s" + FROM_CLASS
            + " JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid JOIN pg_catalog.%s e ON e.%s = a.atttypid"
            + " WHERE a.attnum > 0 AND NOT a.attisdropped AND" + OF_TABLES;

    /** One row for each part of an index; an expression has no column. Excludes invalid indexes, which forbid nothing. */
    private static final String INDEXES =
            "SELECT n.nspname, c.relname, ic.relname, CASE WHEN i.indisprimary THEN 'PRIMARY'"
                    + " WHEN i.indisunique THEN 'UNIQUE' WHEN i.indisexclusion THEN 'EXCLUSION' ELSE 'NOTHING' END,"
                    + " CASE WHEN i.indpred IS NOT NULL THEN 'PARTIAL' WHEN NOT i.indimmediate THEN 'DEFERRABLE'"
                    + " %s WHEN %s <> %s THEN 'COLLATION' ELSE 'NONE' END, a.attname,"
                    + " CASE WHEN a.attname IS NULL THEN pg_catalog.pg_get_indexdef(i.indexrelid, s.part + 1, false) END"
                    + FROM_CLASS
                    + " JOIN pg_catalog.pg_index i ON i.indrelid = c.oid JOIN pg_catalog.pg_class ic ON ic.oid = i.indexrelid"
                    + " JOIN pg_catalog.generate_series(0, 31) AS s(part) ON s.part < i.%s"
                    + " LEFT JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum = i.indkey[s.part] AND a.attnum <> 0"
                    + " LEFT JOIN pg_catalog.pg_collation co ON co.oid = a.attcollation"
                    + " LEFT JOIN pg_catalog.pg_collation io ON io.oid = i.indcollation[s.part]"
                    + " WHERE i.indisvalid%s AND" + OF_TABLES;

    /** openGauss can make a local index unusable in a single partition. */
    private static final String UNUSABLE_IN_PARTITION = "WHEN i.indexrelid IN (SELECT p.parentid"
            + " FROM pg_catalog.pg_partition p WHERE p.parttype = 'x' AND NOT p.indisusable) THEN 'UNUSABLE'";

    /** The strings that a collation distinguishes; these three compare bytes. */
    private static final String EQUALITY =
            "CASE WHEN %1$s.collname IN ('C', 'POSIX') THEN 'default' ELSE %1$s.collname END";

    private static final String CHECKS = "SELECT n.nspname, c.relname, k.conname,"
            + " pg_catalog.pg_get_constraintdef(k.oid)" + FROM_CLASS
            + " JOIN pg_catalog.pg_constraint k ON k.conrelid = c.oid AND k.contype = 'c' WHERE" + OF_TABLES;

    private static final String TABLES =
            "SELECT n.nspname, c.relname, %s, CASE WHEN c.relpersistence = 'p' THEN 1 ELSE 0 END" + FROM_CLASS
                    + " WHERE" + OF_TABLES;

    private static final String ROW_SECURITY = "CASE WHEN NOT %s THEN 'NONE' WHEN %s THEN 'FORCED' ELSE 'OTHERS' END";

    /** An option of openGauss's tables. */
    private static final String OPTION = "COALESCE('%s' = ANY (c.reloptions), FALSE)";

    private static final String TRIGGERS = "SELECT n.nspname, c.relname, t.tgname" + FROM_CLASS
            + " JOIN pg_catalog.pg_trigger t ON t.tgrelid = c.oid WHERE NOT t.tgisinternal AND t.tgenabled <> 'D' AND"
            + OF_TABLES;

    private static final String RULES = "SELECT n.nspname, c.relname, r.rulename" + FROM_CLASS
            + " JOIN pg_catalog.pg_rewrite r ON r.ev_class = c.oid WHERE r.ev_enabled <> 'D' AND" + OF_TABLES;

    /** The target implements foreign keys with triggers, which can be disabled. */
    private static final String FOREIGN_KEYS =
            "SELECT n.nspname, c.relname, k.conname, a.attname, pn.nspname, pc.relname,"
                    + " pa.attname, k.confdeltype::TEXT, k.confupdtype::TEXT,"
                    + " CASE WHEN EXISTS (SELECT 1 FROM pg_catalog.pg_trigger t WHERE t.tgconstraint = k.oid)"
                    + " AND NOT EXISTS (SELECT 1 FROM pg_catalog.pg_trigger t WHERE t.tgconstraint = k.oid"
                    + " AND t.tgenabled::TEXT IN ('D', 'R'))%s THEN 1 ELSE 0 END, k.oid::TEXT" + FROM_CLASS
                    + " JOIN pg_catalog.pg_constraint k ON k.conrelid = c.oid AND k.contype = 'f'"
                    + " JOIN pg_catalog.pg_class pc ON pc.oid = k.confrelid"
                    + " JOIN pg_catalog.pg_namespace pn ON pn.oid = pc.relnamespace"
                    + " JOIN pg_catalog.generate_series(1, 32) AS s(i) ON s.i <= pg_catalog.array_upper(k.conkey, 1)"
                    + " JOIN pg_catalog.pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = k.conkey[s.i]"
                    + " JOIN pg_catalog.pg_attribute pa ON pa.attrelid = k.confrelid AND pa.attnum = k.confkey[s.i]"
                    + " WHERE n.nspname IN %s OR pn.nspname IN %s ORDER BY k.oid, s.i";

    private static final String HAS_COLUMN = "SELECT 1 FROM pg_catalog.pg_attribute a"
            + " JOIN pg_catalog.pg_class c ON c.oid = a.attrelid JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
            + " WHERE n.nspname = 'pg_catalog' AND c.relname = ? AND a.attname = ?";

    private final Connection target;
    private final List<String> schemas;
    private final String included;

    private StructureReader(Connection target, Collection<String> schemas) {
        this.target = target;
        this.schemas = List.copyOf(schemas);
        this.included = "(" + String.join(", ", Collections.nCopies(schemas.size(), "?")) + ")";
    }

    /** Reads all tables of the given schemas. Joins the connection's transaction. */
    static TargetStructures read(Connection target, Set<String> schemas) throws SQLException {
        return schemas.isEmpty()
                ? new TargetStructures(Map.of(), List.of())
                : new StructureReader(target, schemas).read();
    }

    private TargetStructures read() throws SQLException {
        Map<TableId, List<Column>> columns = columns();
        Map<TableId, List<Index>> indexes = indexes();
        Map<TableId, List<Check>> checks = checks();
        Map<TableId, Behaviour> behaviours = behaviours();
        Map<TableId, TargetStructure> tables = new HashMap<>();
        columns.forEach((id, list) -> tables.put(
                id,
                new TargetStructure(
                        id,
                        list,
                        indexes.getOrDefault(id, List.of()),
                        checks.getOrDefault(id, List.of()),
                        behaviours.getOrDefault(id, Behaviour.ORDINARY))));
        return new TargetStructures(tables, foreignKeys());
    }

    private Map<TableId, List<Column>> columns() throws SQLException {
        Map<List<String>, Boolean> computed = new HashMap<>();
        each(COMPUTED + included, schemas, row -> computed.put(columnOf(row), row.getInt(4) == 1));
        Map<List<String>, List<String>> labels = labels();
        Map<TableId, List<Column>> columns = new HashMap<>();
        each(COLUMNS + included + IN_ORDER, schemas, row -> {
            List<String> columnOf = columnOf(row);
            columns.computeIfAbsent(table(row), unused -> new ArrayList<>())
                    .add(new Column(
                            row.getString(3),
                            row.getString(4),
                            Objects.requireNonNullElse(row.getString(7), ""),
                            row.getInt(5) == 1,
                            row.getInt(6) == 1 || computed.containsKey(columnOf),
                            Objects.requireNonNullElse(row.getString(8), ""),
                            !computed.getOrDefault(columnOf, false),
                            labels.getOrDefault(columnOf, List.of())));
        });
        return columns;
    }

    private Map<List<String>, List<String>> labels() throws SQLException {
        Map<List<String>, List<String>> labels = new HashMap<>();
        readLabels(labels, "enumlabel", "pg_enum", "enumtypid", "enumsortorder");
        if (hasColumn("pg_set", "setlabel")) {
            readLabels(labels, "setlabel", "pg_set", "settypid", "setsortorder");
        }
        return labels;
    }

    private void readLabels(
            Map<List<String>, List<String>> labels, String label, String catalog, String type, String position)
            throws SQLException {
        each(
                String.format(LABELS, label, catalog, type) + included + " ORDER BY e." + position,
                schemas,
                row -> labels.computeIfAbsent(columnOf(row), unused -> new ArrayList<>())
                        .add(row.getString(4)));
    }

    private Map<TableId, List<Index>> indexes() throws SQLException {
        String query = String.format(
                INDEXES,
                hasColumn("pg_partition", "indisusable") ? UNUSABLE_IN_PARTITION : "",
                String.format(EQUALITY, "co"),
                String.format(EQUALITY, "io"),
                hasColumn("pg_index", "indnkeyatts") ? "indnkeyatts" : "indnatts",
                hasColumn("pg_index", "indisusable") ? " AND i.indisusable" : "");
        Map<TableId, Map<String, Index>> indexes = new HashMap<>();
        each(query + included + " ORDER BY ic.oid, s.part", schemas, row -> {
            String column = row.getString(6);
            KeyPart part = column != null ? KeyPart.column(column) : KeyPart.expression(row.getString(7));
            Index index = new Index(
                    row.getString(3), Kind.valueOf(row.getString(4)), Gap.valueOf(row.getString(5)), List.of(part));
            indexes.computeIfAbsent(table(row), unused -> new LinkedHashMap<>())
                    .merge(index.name(), index, Index::withPartsOf);
        });
        Map<TableId, List<Index>> result = new HashMap<>();
        indexes.forEach((table, byName) -> result.put(table, List.copyOf(byName.values())));
        return result;
    }

    private Map<TableId, List<Check>> checks() throws SQLException {
        Map<TableId, List<Check>> checks = new HashMap<>();
        each(
                CHECKS + included,
                schemas,
                row -> checks.computeIfAbsent(table(row), unused -> new ArrayList<>())
                        .add(new Check(row.getString(3), ExpressionForm.of(String.valueOf(row.getString(4))))));
        return checks;
    }

    private Map<TableId, Behaviour> behaviours() throws SQLException {
        Map<TableId, List<String>> triggers = names(TRIGGERS);
        Map<TableId, List<String>> rules = names(RULES);
        String rowSecurity = hasColumn("pg_class", "relrowsecurity")
                ? String.format(ROW_SECURITY, "c.relrowsecurity", "c.relforcerowsecurity")
                : String.format(
                        ROW_SECURITY,
                        String.format(OPTION, "enable_rowsecurity=true"),
                        String.format(OPTION, "force_rowsecurity=true"));
        Map<TableId, Behaviour> behaviours = new HashMap<>();
        each(
                String.format(TABLES, rowSecurity) + included,
                schemas,
                row -> behaviours.put(
                        table(row),
                        new Behaviour(
                                triggers.getOrDefault(table(row), List.of()).stream()
                                        .filter(trigger -> !TargetNames.isFence(trigger))
                                        .toList(),
                                rules.getOrDefault(table(row), List.of()),
                                RowSecurity.valueOf(row.getString(3)),
                                row.getInt(4) == 1)));
        return behaviours;
    }

    /** Returns names of objects by their tables. */
    private Map<TableId, List<String>> names(String query) throws SQLException {
        Map<TableId, List<String>> names = new HashMap<>();
        each(
                query + included + " ORDER BY 3",
                schemas,
                row -> names.computeIfAbsent(table(row), unused -> new ArrayList<>())
                        .add(row.getString(3)));
        return names;
    }

    private List<TargetStructures.Key> foreignKeys() throws SQLException {
        String query = String.format(
                FOREIGN_KEYS,
                hasColumn("pg_constraint", "condisable") ? " AND NOT k.condisable" : "",
                included,
                included);
        List<String> twice = new ArrayList<>(schemas);
        twice.addAll(schemas);
        Map<String, TargetStructures.Key> keys = new LinkedHashMap<>();
        each(query, twice, row -> {
            ForeignKey part = new ForeignKey(
                    row.getString(3),
                    table(row),
                    List.of(row.getString(4)),
                    new TableId(row.getString(5), row.getString(6)),
                    List.of(row.getString(7)),
                    EnforcedForeignKeyReader.action(row.getString(8)),
                    EnforcedForeignKeyReader.action(row.getString(9)));
            boolean enforced = row.getInt(10) == 1;
            TargetStructures.Key known = keys.get(row.getString(11));
            keys.put(
                    row.getString(11),
                    new TargetStructures.Key(
                            known == null ? part : known.definition().withColumnsOf(part), enforced));
        });
        return List.copyOf(keys.values());
    }

    private boolean hasColumn(String catalog, String column) throws SQLException {
        List<Boolean> found = new ArrayList<>();
        each(HAS_COLUMN, List.of(catalog, column), row -> found.add(true));
        return !found.isEmpty();
    }

    private interface RowReader {
        void read(ResultSet row) throws SQLException;
    }

    private void each(String query, List<String> parameters, RowReader reader) throws SQLException {
        try (PreparedStatement statement = target.prepareStatement(query)) {
            statement.setQueryTimeout(TIMEOUT_SECONDS);
            for (int i = 0; i < parameters.size(); i++) {
                statement.setString(i + 1, parameters.get(i));
            }
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    reader.read(rows);
                }
            }
        }
    }

    private static TableId table(ResultSet row) throws SQLException {
        return new TableId(row.getString(1), row.getString(2));
    }

    private static List<String> columnOf(ResultSet row) throws SQLException {
        return List.of(row.getString(1), row.getString(2), row.getString(3));
    }
}
