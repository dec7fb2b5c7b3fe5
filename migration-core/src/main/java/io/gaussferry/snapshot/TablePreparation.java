package io.gaussferry.snapshot;

import io.gaussferry.convert.Conversion;
import io.gaussferry.error.Attempt;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.RowValues;
import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.catalog.TargetCatalog;
import io.gaussferry.opengauss.definition.TargetSchema;
import io.gaussferry.opengauss.definition.TargetTableCreator;
import io.gaussferry.schema.DefinitionText;
import io.gaussferry.schema.ForeignKeyPolicy;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.snapshot.chunk.CopyPlan;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
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

/** Makes sure that the target has every table that is to be copied, as it is now on the source. One thread. */
final class TablePreparation {

    private static final Logger LOG = LoggerFactory.getLogger(TablePreparation.class);

    /**
     * What MySQL says of a table that was altered, or rebuilt, since the view began and before its first row was read; or dropped;
     * or that has lost a column. The target's errors have no numbers.
     */
    private static final Set<Integer> ALTERED = Set.of(1412, 1146, 1054, 1735, 1747);

    private final Connection target;
    private final CopyStore store;
    private final Conversion conversion;
    private final ForeignKeyPolicy foreignKeys;
    private final Optional<Map<TableId, TableDefinition>> former;

    /** @param former the definitions by which the target has tables that are replaced; empty if rows that are there are refused */
    TablePreparation(
            CopyTarget to, Connection target, Conversion conversion, Optional<Map<TableId, TableDefinition>> former) {
        this.former = former;
        this.target = target;
        this.store = to.store();
        this.conversion = conversion;
        this.foreignKeys = to.foreignKeys();
    }

    /**
     * Creates what is missing, in one transaction. What an interrupted copy has of tables that are defined otherwise by now, or that
     * are gone, is thrown away: none of it was replayed yet, or replay goes on behind the new copy, and nobody else has written there.
     */
    void prepare(Collection<TableDefinition> definitions, long epoch) throws SQLException {
        Map<TableId, String> texts = texts(definitions);
        Map<TableId, CopyStore.Table> known = new TreeMap<>(store.tables(target));
        Map<TableId, CopyStore.Table> stale = stale(known, texts, definitions);
        if (!stale.isEmpty()) {
            LOG.warn(
                    former.isPresent()
                            ? "What an earlier copy has of tables {} is thrown away"
                            : "Tables {} were altered, emptied or dropped, or are to have other types, since the copy began:"
                                    + " it begins again with them",
                    stale.keySet());
            throwAway(stale);
            known.keySet().removeAll(stale.keySet());
        }
        Set<TableId> reserved = ConcurrentHashMap.newKeySet();
        definitions.forEach(table -> reserved.add(table.targetId()));
        TargetTableCreator creator = new TargetTableCreator(target, foreignKeys, reserved);
        Map<TableId, Boolean> prepared = new HashMap<>();
        for (TableDefinition table : sorted(definitions)) {
            if (!known.containsKey(table.id())) {
                prepare(table, creator, prepared, Objects.requireNonNull(texts.get(table.id())));
            }
        }
        store.count(target, epoch, 0);
        target.commit();
    }

    /** @param prepared the target's tables that were prepared, and whether they were created */
    private void prepare(TableDefinition table, TargetTableCreator creator, Map<TableId, Boolean> prepared, String text)
            throws SQLException {
        // its names are checked in any case
        TargetSchema schema = TargetSchema.of(table, conversion);
        Boolean before = prepared.get(table.targetId());
        if (before == null) {
            dropIfOtherwise(schema);
        }
        boolean created =
                before != null ? before : new TargetCatalog(target).find(table).isEmpty();
        prepared.put(table.targetId(), created);
        // otherwise another table of the source becomes the same one
        if (before == null && created) {
            creator.createTable(schema);
        } else if (before == null && former.isPresent()) {
            empty(table);
        } else if (before == null) {
            requireEmpty(table);
        }
        store.addTable(target, table.id(), new CopyStore.Table(created, !created, text));
    }

    /**
     * A definition may have changed without the target: with values that the binlog does not have, or while somebody else had the
     * table. Its rows are worthless, so nothing but what people have added to the table by hand is lost with it, which is said.
     */
    private void dropIfOtherwise(TargetSchema schema) throws SQLException {
        TableDefinition table = schema.table();
        Optional<TableDefinition> known = former.flatMap(tables -> Optional.ofNullable(tables.get(table.id())))
                .filter(was -> was.targetId().equals(table.targetId()));
        if (known.isEmpty() || schema.isLike(TargetSchema.of(known.get(), conversion))) {
            return;
        }
        String drop = "DROP TABLE IF EXISTS " + Identifiers.quoteTarget(table.targetId());
        LOG.warn(
                "Table {} is defined otherwise at the source than on the target: it is dropped there and created anew for its copy;"
                        + " rights and indexes that were given to it by hand are to be given again",
                table.label());
        Attempt.toRun(
                "drop table " + table.label() + " on the target, to create it as the source has it now",
                "drop there what depends on it, such as views, and have the table copied again",
                () -> execute(drop));
    }

    /** What is known of tables that are others by now; all that become one table of the target are it together. */
    private Map<TableId, CopyStore.Table> stale(
            Map<TableId, CopyStore.Table> known, Map<TableId, String> texts, Collection<TableDefinition> definitions)
            throws SQLException {
        TargetCatalog catalog = new TargetCatalog(target);
        Set<TableId> onTarget = new HashSet<>();
        for (TableDefinition table : definitions) {
            CopyStore.Table there = known.get(table.id());
            if (there == null || !there.definition().equals(texts.get(table.id())) || !catalog.has(table.targetId())) {
                onTarget.add(table.targetId());
            }
        }
        Map<TableId, CopyStore.Table> stale = new TreeMap<>();
        known.forEach((id, table) -> {
            if (!texts.containsKey(id)) {
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
        return DefinitionText.read(id, table.definition()).targetId();
    }

    /** Returns tables by their names: the order in which they are created and copied. */
    static List<TableDefinition> sorted(Collection<TableDefinition> definitions) {
        return definitions.stream().sorted((a, b) -> a.id().compareTo(b.id())).toList();
    }

    /**
     * What stands after the definition is passed over by its readers: by which collations the source sorts a table that is cut along
     * text, because ranges of different collations have gaps and overlap; which foreign keys it has; and, as a number, which types
     * the rules of the configuration give its columns, because a table that was created by other rules does not take their values.
     */
    private Map<TableId, String> texts(Collection<TableDefinition> definitions) {
        Map<TableId, String> texts = new HashMap<>();
        for (TableDefinition table : definitions) {
            String collations = CopyPlan.order(table).columns().stream()
                    .map(column -> table.columns().get(column).name())
                    .map(column -> table.extras().column(column).collation())
                    .filter(Objects::nonNull)
                    .collect(Collectors.joining(","));
            texts.put(
                    table.id(),
                    DefinitionText.write(table)
                            + (collations.isEmpty() ? "" : "\nkey\tcollations=" + collations)
                            + DefinitionText.writeForeignKeys(table)
                            + CopyStore.TYPES
                            + types(table));
        }
        return texts;
    }

    private int types(TableDefinition table) {
        return table.columns().stream()
                .map(column -> conversion.columnType(table.id(), column))
                .toList()
                .hashCode();
    }

    private void throwAway(Map<TableId, CopyStore.Table> stale) throws SQLException {
        TargetCatalog catalog = new TargetCatalog(target);
        try (Statement statement = target.createStatement()) {
            for (Map.Entry<TableId, CopyStore.Table> entry : stale.entrySet()) {
                TableId id = targetOf(entry.getKey(), entry.getValue());
                if (entry.getValue().created()) {
                    statement.execute("DROP TABLE IF EXISTS " + Identifiers.quoteTarget(id));
                } else if (catalog.has(id)) {
                    // one that was there before the copy may have been dropped, to have it created
                    statement.execute("DELETE FROM " + Identifiers.quoteTarget(id));
                }
                store.forget(target, entry.getKey());
            }
        }
    }

    /** Returns whether a statement failed because its table is not as the view has it. */
    static boolean isAltered(SQLException failure) {
        return ALTERED.contains(failure.getErrorCode());
    }

    static GaussferryException altered(@Nullable SQLException cause) {
        return new GaussferryException(
                ErrorCategory.RETRY,
                "Tables of the source were altered before the copy had read them"
                        + (cause == null ? "." : ": " + RowValues.message(cause)),
                "nothing to do: the copy goes on in another view, or begins again if it must",
                cause);
    }

    private void empty(TableDefinition table) throws SQLException {
        execute("TRUNCATE TABLE " + Identifiers.quoteTarget(table.targetId()));
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = target.createStatement()) {
            statement.execute(sql);
        }
    }

    private void requireEmpty(TableDefinition table) throws SQLException {
        try (Statement statement = target.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT 1 FROM " + Identifiers.quoteTarget(table.targetId()) + " LIMIT 1")) {
            if (rows.next()) {
                throw new GaussferryException(
                        ErrorCategory.CONFIGURATION,
                        "Table " + table.label() + " has rows on the target, but this pipeline has no progress there.",
                        "empty or drop the table on the target; or, if another pipeline filled it, set gaussferry.pipeline "
                                + "to that one's name",
                        null);
            }
        }
    }
}
