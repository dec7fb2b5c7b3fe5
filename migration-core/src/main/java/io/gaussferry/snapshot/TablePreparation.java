package io.gaussferry.snapshot;

import io.gaussferry.convert.Conversion;
import io.gaussferry.error.Attempt;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.RowValueMarks;
import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.catalog.TargetCatalog;
import io.gaussferry.opengauss.definition.AutoIncrementAttribute;
import io.gaussferry.opengauss.definition.MergedTables;
import io.gaussferry.opengauss.definition.TargetSchema;
import io.gaussferry.opengauss.definition.TargetTableCreator;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.ForeignKeyPolicy;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TableDefinitionFormat;
import io.gaussferry.snapshot.chunk.CopyPlan;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Ensures that the target has every table to copy with its current definition at the source. Used by one thread. */
final class TablePreparation {

    private static final Logger LOG = LoggerFactory.getLogger(TablePreparation.class);

    /**
     * MySQL's errors for a table that was altered, rebuilt or dropped after the view was opened and before its first row was read, or that
     * has lost a column. The target's errors have no numbers.
     */
    private static final Set<Integer> ALTERED = Set.of(1412, 1146, 1054, 1735, 1747);

    private final Connection target;
    private final CopyStore store;
    private final Conversion conversion;
    private final ForeignKeyPolicy foreignKeys;
    private final Optional<Map<TableId, TableDefinition>> former;
    private final MissingTables missingTables;

    /**
     * @param former the definitions with which the target has tables that are replaced; empty if existing rows are rejected
     * @param missingTables creates missing tables if they are many
     */
    TablePreparation(
            CopyTarget to,
            Connection target,
            Conversion conversion,
            Optional<Map<TableId, TableDefinition>> former,
            MissingTables missingTables) {
        this.former = former;
        this.missingTables = missingTables;
        this.target = target;
        this.store = to.store();
        this.conversion = conversion;
        this.foreignKeys = to.foreignKeys();
    }

    /**
     * Creates the missing tables: few of them in one transaction. Discards the tables of an interrupted copy that have since been redefined or
     * dropped. No other session has written there, and either no row has been replayed yet or replay resumes after the new copy.
     */
    void prepare(Collection<TableDefinition> definitions, long epoch) throws SQLException, InterruptedException {
        Map<TableId, String> storedDefinitions = storedDefinitions(definitions);
        Map<TableId, CopyStore.Table> known = new TreeMap<>(store.tables(target));
        Map<TableId, CopyStore.Table> stale = stale(known, storedDefinitions, definitions);
        if (!stale.isEmpty()) {
            LOG.warn(
                    former.isPresent()
                            ? "Discarding the rows that an earlier copy has of tables {}"
                            : "Tables {} were altered, emptied or dropped, or their types changed, since the copy started:"
                                    + " copying them again",
                    stale.keySet());
            discard(stale);
            known.keySet().removeAll(stale.keySet());
        }
        Set<TableId> reserved = ConcurrentHashMap.newKeySet();
        definitions.forEach(table -> reserved.add(table.targetId()));
        TargetTableCreator creator = new TargetTableCreator(target, foreignKeys, reserved);
        Map<TableId, Boolean> prepared = new HashMap<>();
        Map<TableId, CopyStore.Table> added = new TreeMap<>();
        TargetCatalog before = new TargetCatalog(target);
        before.prefetch(definitions);
        List<TableDefinition> missing = missing(definitions, known.keySet(), before);
        if (!MissingTables.isWorthwhile(missing.size())) {
            missing = List.of();
        }
        for (TableDefinition table : missing) {
            creator.createSchemaIfMissing(table.targetId().schema());
        }
        Set<TableDefinition> later = new HashSet<>(missing);
        for (TableDefinition table : sorted(definitions)) {
            if (!known.containsKey(table.id()) && !later.contains(table)) {
                boolean created = prepare(table, creator, prepared, before);
                String definition = Objects.requireNonNull(storedDefinitions.get(table.id()));
                added.put(table.id(), new CopyStore.Table(created, !created, definition));
            }
        }
        store.addTables(target, added);
        store.count(target, epoch, 0);
        target.commit();
        if (!missing.isEmpty()) {
            missingTables.create(missing, storedDefinitions, reserved, epoch);
        }
    }

    /** Returns the tables that the target does not have, without those that are merged. */
    private static List<TableDefinition> missing(
            Collection<TableDefinition> definitions, Set<TableId> known, TargetCatalog before) throws SQLException {
        Set<TableId> merged = MergedTables.ids(definitions);
        List<TableDefinition> missing = new ArrayList<>();
        for (TableDefinition table : sorted(definitions)) {
            if (!known.contains(table.id()) && !merged.contains(table.id()) && !before.has(table.targetId())) {
                missing.add(table);
            }
        }
        return missing;
    }

    /**
     * @param prepared the prepared target tables, with a flag for those that were created
     * @param before the target's tables before
     * @return whether the table was created
     */
    private boolean prepare(
            TableDefinition table, TargetTableCreator creator, Map<TableId, Boolean> prepared, TargetCatalog before)
            throws SQLException {
        // checks the names in any case
        TargetSchema schema = TargetSchema.of(table, conversion);
        Boolean merged = prepared.get(table.targetId());
        if (merged != null) {
            return merged; // another table of the source is merged into the same target table
        }
        boolean created = dropIfDefinitionDiffers(schema) || before.find(table).isEmpty();
        prepared.put(table.targetId(), created);
        if (created) {
            creator.createTable(schema);
            return true;
        }
        if (former.isPresent()) {
            empty(table);
        } else {
            requireEmpty(table);
        }
        // COPY would replace an explicit 0 by a number; a cutover adds the attribute again
        AutoIncrementAttribute.removeFrom(target, table.targetId())
                .ifPresent(column -> LOG.info(
                        "Column {} of table {} is not AUTO_INCREMENT on the target until the cutover prepares it",
                        column,
                        table.label()));
        return false;
    }

    /**
     * Drops a table whose definition differs from the source's. A definition may have changed without the target: by values that the
     * binlog does not contain, or while the table was not replicated. Its rows are not usable, so only manual additions to the table are
     * lost; the log states that. Returns whether the target has no such table afterwards.
     */
    private boolean dropIfDefinitionDiffers(TargetSchema schema) throws SQLException {
        TableDefinition table = schema.table();
        Optional<TableDefinition> known = former.flatMap(tables -> Optional.ofNullable(tables.get(table.id())))
                .filter(was -> was.targetId().equals(table.targetId()));
        if (known.isEmpty() || schema.isLike(TargetSchema.of(known.get(), conversion))) {
            return false;
        }
        String drop = "DROP TABLE IF EXISTS " + Identifiers.quoteTarget(table.targetId());
        LOG.warn(
                "The definition of table {} on the target differs from the source: dropping it and creating it again for its"
                        + " copy. Grant privileges and create indexes that were added manually again",
                table.label());
        Attempt.toRun(
                "drop table " + table.label() + " on the target, to create it with the source's current definition",
                "drop the objects that depend on it, such as views, and copy the table again",
                () -> execute(drop));
        return true;
    }

    /** Returns the recorded tables whose definition has changed. Merged tables become stale together. */
    private Map<TableId, CopyStore.Table> stale(
            Map<TableId, CopyStore.Table> known,
            Map<TableId, String> storedDefinitions,
            Collection<TableDefinition> definitions)
            throws SQLException {
        TargetCatalog catalog = new TargetCatalog(target);
        catalog.prefetch(definitions);
        Set<TableId> onTarget = new HashSet<>();
        for (TableDefinition table : definitions) {
            CopyStore.Table recorded = known.get(table.id());
            if (recorded == null
                    || !recorded.definition().equals(storedDefinitions.get(table.id()))
                    || !catalog.has(table.targetId())) {
                onTarget.add(table.targetId());
            }
        }
        Map<TableId, CopyStore.Table> stale = new TreeMap<>();
        known.forEach((id, table) -> {
            if (!storedDefinitions.containsKey(id)) {
                onTarget.add(targetOf(id, table));
            }
        });
        known.forEach((id, table) -> {
            if (onTarget.contains(targetOf(id, table))) {
                stale.put(id, table);
            }
        });
        return stale;
    }

    private static TableId targetOf(TableId id, CopyStore.Table table) {
        return TableDefinitionFormat.read(id, table.definition()).targetId();
    }

    /** Returns the tables sorted by name: the order in which they are created and copied. */
    static List<TableDefinition> sorted(Collection<TableDefinition> definitions) {
        return definitions.stream().sorted((a, b) -> a.id().compareTo(b.id())).toList();
    }

    /**
     * Returns the stored definitions. Readers skip the lines after the definition. These contain: the collations of the columns along which
     * a table is split, because ranges of different collations have gaps and overlap; the foreign keys; and a hash of the column types and
     * collations by the conversion rules, because a table created with other rules does not accept their values.
     */
    private Map<TableId, String> storedDefinitions(Collection<TableDefinition> definitions) {
        Map<TableId, String> storedDefinitions = new HashMap<>();
        for (TableDefinition table : definitions) {
            String collations = CopyPlan.order(table).columns().stream()
                    .map(column -> table.columns().get(column).name())
                    .map(column -> table.extras().column(column).collation())
                    .filter(Objects::nonNull)
                    .collect(Collectors.joining(","));
            storedDefinitions.put(
                    table.id(),
                    TableDefinitionFormat.write(table)
                            + (collations.isEmpty() ? "" : "\nkey\tcollations=" + collations)
                            + TableDefinitionFormat.writeForeignKeys(table)
                            + CopyStore.TYPES
                            + types(table));
        }
        return storedDefinitions;
    }

    private int types(TableDefinition table) {
        return table.columns().stream()
                .map(column -> conversion.columnType(table.id(), column) + collation(table, column))
                .toList()
                .hashCode();
    }

    private String collation(TableDefinition table, ColumnDefinition column) {
        return conversion
                .collation(
                        table.id(), column, table.extras().column(column.name()).collation())
                .map(collation -> " " + collation.sqlName())
                .orElse("");
    }

    private void discard(Map<TableId, CopyStore.Table> stale) throws SQLException {
        TargetCatalog catalog = new TargetCatalog(target);
        try (Statement statement = target.createStatement()) {
            for (Map.Entry<TableId, CopyStore.Table> entry : stale.entrySet()) {
                TableId id = targetOf(entry.getKey(), entry.getValue());
                if (entry.getValue().created()) {
                    statement.execute("DROP TABLE IF EXISTS " + Identifiers.quoteTarget(id));
                } else if (catalog.has(id)) {
                    // an adopted table may have been dropped, so that it is created
                    statement.execute("DELETE FROM " + Identifiers.quoteTarget(id));
                }
                store.forget(target, entry.getKey());
            }
        }
    }

    /** Returns whether a statement failed because its table differs from the view's definition. */
    static boolean isAltered(SQLException failure) {
        return ALTERED.contains(failure.getErrorCode());
    }

    static GaussferryException altered(@Nullable SQLException cause) {
        return new GaussferryException(
                ErrorCode.TABLES_CHANGED_DURING_COPY,
                "Tables of the source were altered before the copy had read them"
                        + (cause == null ? "." : ": " + RowValueMarks.message(cause)),
                "no action needed unless it repeats: the copy continues in another view, or restarts if necessary. If"
                        + " definitions change all the time, pause those changes until the copy has started",
                cause);
    }

    private void empty(TableDefinition table) throws SQLException {
        execute("TRUNCATE TABLE " + Identifiers.quoteTarget(table.targetId()));
    }

    private void execute(String sql) throws SQLException {
        Sql.execute(target, sql);
    }

    private void requireEmpty(TableDefinition table) throws SQLException {
        try (Statement statement = target.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT 1 FROM " + Identifiers.quoteTarget(table.targetId()) + " LIMIT 1")) {
            if (rows.next()) {
                throw new GaussferryException(
                        ErrorCode.TARGET_TABLE_NOT_EMPTY,
                        "Table " + table.label() + " has rows on the target, but this pipeline has no progress there.",
                        "empty or drop the table on the target; or, if another pipeline filled it, set gaussferry.pipeline "
                                + "to its name",
                        null);
            }
        }
    }
}
