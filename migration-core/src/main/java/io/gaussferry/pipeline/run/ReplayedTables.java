package io.gaussferry.pipeline.run;

import io.gaussferry.apply.AppliedTables;
import io.gaussferry.apply.Quarantine;
import io.gaussferry.change.ResnapshottedTables;
import io.gaussferry.checkpoint.FailureStore;
import io.gaussferry.checkpoint.Ownership;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.TableId;
import io.gaussferry.mysql.catalog.TableCatalog;
import io.gaussferry.opengauss.catalog.EnforcedForeignKeyReader;
import io.gaussferry.opengauss.catalog.TargetCatalog;
import io.gaussferry.schema.ForeignKeys;
import io.gaussferry.schema.MissingCascades;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TargetTable;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tables that one run replays, on both sides.
 *
 * @param catalog the definitions for decoding rows
 * @param target the tables on the target
 * @param known the same, for the next run
 */
record ReplayedTables(TableCatalog catalog, AppliedTables target, KnownTargetTables known) {

    private static final Logger LOG = LoggerFactory.getLogger(ReplayedTables.class);

    /**
     * Reads the target's side of the tables.
     *
     * @param former the target's tables that need not be read again
     * @param catalog the replayed tables
     * @param all the replayed tables and those of an incremental snapshot
     * @param resnapshotted the tables that are left to an incremental snapshot
     * @param ownership permits to store quarantined tables
     * @param keys finds the foreign keys whose actions the target does not repeat
     */
    static ReplayedTables read(
            String pipeline,
            RunSessions sessions,
            KnownTargetTables former,
            TableCatalog catalog,
            TableCatalog all,
            ResnapshottedTables resnapshotted,
            Ownership ownership,
            UnrepeatedCascadeFinder keys)
            throws SQLException {
        Map<TableId, TargetTable> onTarget = targetTables(sessions, former, catalog);
        ForeignKeys ofAll = foreignKeys(sessions, all);
        Quarantine quarantine = quarantine(pipeline, sessions, ownership, resnapshotted, all, ofAll);
        ForeignKeys foreignKeys =
                catalog.definitions().size() == all.definitions().size() ? ofAll : foreignKeys(sessions, catalog);
        MissingCascades cascades = keys.find(all.definitions(), ofAll, quarantine.tables());
        return new ReplayedTables(
                catalog.without(cascades),
                new AppliedTables(onTarget, foreignKeys, quarantine),
                KnownTargetTables.of(catalog.definitions(), onTarget));
    }

    /** Returns a function that finds a definition by the target's name, which is used to hash keys. */
    Function<TableId, TableDefinition> byTargetName() {
        Map<TableId, TableDefinition> definitions = new HashMap<>();
        catalog.definitions().forEach(definition -> definitions.put(definition.targetId(), definition));
        return name -> Objects.requireNonNull(definitions.get(name));
    }

    private static Map<TableId, TargetTable> targetTables(
            RunSessions sessions, KnownTargetTables former, TableCatalog catalog) throws SQLException {
        Map<TableId, TargetTable> tables = new HashMap<>();
        List<TableDefinition> unknown = new ArrayList<>();
        for (TableDefinition definition : catalog.definitions()) {
            Optional<TargetTable> known = former.find(definition);
            known.ifPresentOrElse(table -> tables.put(definition.id(), table), () -> unknown.add(definition));
        }
        try (Connection target = sessions.openBounded()) {
            TargetCatalog targetCatalog = new TargetCatalog(target);
            targetCatalog.prefetch(unknown);
            for (TableDefinition definition : unknown) {
                tables.put(definition.id(), targetCatalog.find(definition).orElseThrow(() -> missing(definition)));
            }
            target.rollback();
        }
        return tables;
    }

    private static GaussferryException missing(TableDefinition table) {
        return new GaussferryException(
                ErrorCode.TARGET_TABLE_MISSING,
                "Table " + table.label()
                        + " exists on the source but not on the target, although the initial copy is complete.",
                "the table was created on the source or dropped on the target since then: start a new migration",
                null);
    }

    private static ForeignKeys foreignKeys(RunSessions sessions, TableCatalog catalog) throws SQLException {
        try (Connection target = sessions.openBounded()) {
            ForeignKeys keys = EnforcedForeignKeyReader.read(target, catalog.definitions());
            target.rollback();
            return keys;
        }
    }

    /** Returns a function that finds the tables to which the target's foreign keys propagate changes of a table. */
    private static Function<TableId, Set<TableId>> followers(ForeignKeys keys, TableCatalog all) {
        return parent -> {
            Set<TableId> reached = all.find(parent)
                    .map(definition -> keys.reachedByCascade(definition.targetId()))
                    .orElse(Set.of());
            return all.definitions().stream()
                    .filter(definition -> reached.contains(definition.targetId()))
                    .map(TableDefinition::id)
                    .collect(Collectors.toSet());
        };
    }

    private static void quarantineFollowers(
            Connection target, FailureStore failures, TableId parent, Set<TableId> followers) throws SQLException {
        Set<TableId> added = new TreeSet<>(followers);
        added.removeAll(failures.quarantined(target));
        failures.quarantine(
                target,
                added,
                "",
                "A foreign key's action binds this table to table " + parent
                        + ", which is quarantined: the effects of the action on its rows are not in the binlog.");
        for (TableId table : added) {
            LOG.error(
                    "Table {} is quarantined, and is not copied automatically: a foreign key's action binds it to table {},"
                            + " which is quarantined",
                    table,
                    parent);
        }
    }

    private static Quarantine quarantine(
            String pipeline,
            RunSessions sessions,
            Ownership ownership,
            ResnapshottedTables resnapshotted,
            TableCatalog all,
            ForeignKeys keys)
            throws SQLException {
        Function<TableId, Set<TableId>> followers = followers(keys, all);
        try (Connection target = sessions.openBounded()) {
            ownership.hold(target);
            FailureStore failures = new FailureStore(pipeline);
            Set<TableId> parents = failures.quarantined(target);
            // the status reports the tables of an incremental snapshot as skipped too
            parents.addAll(resnapshotted.whole());
            for (TableId parent : parents) {
                quarantineFollowers(target, failures, parent, followers.apply(parent));
            }
            Set<TableId> quarantined = failures.quarantined(target);
            Set<TableId> skipped = new TreeSet<>(quarantined);
            skipped.addAll(resnapshotted.whole());
            QuarantinedKeys.drop(target, all.definitions(), skipped);
            target.commit();
            for (TableId table : quarantined) {
                LOG.warn("Table {} is quarantined: its changes are skipped, see gaussferry.quarantine", table);
            }
            return new Quarantine(
                    skipped,
                    followers,
                    table -> all.find(table)
                            .filter(definition -> keys.isConnected(definition.targetId()))
                            .isPresent());
        }
    }
}
