package io.gaussferry.pipeline.definition;

import io.gaussferry.change.LoggedStatement;
import io.gaussferry.checkpoint.DatabaseHistory;
import io.gaussferry.checkpoint.DefinitionChangeStore;
import io.gaussferry.checkpoint.DefinitionChangeStore.Change;
import io.gaussferry.checkpoint.DefinitionChangeStore.Result;
import io.gaussferry.checkpoint.DefinitionChangeStore.Version;
import io.gaussferry.checkpoint.FailureStore;
import io.gaussferry.checkpoint.TableCopyStore;
import io.gaussferry.checkpoint.TableHistory;
import io.gaussferry.ddl.plan.DefinitionPlan.DatabaseChange;
import io.gaussferry.ddl.plan.TableChange;
import io.gaussferry.ddl.translate.TargetStep;
import io.gaussferry.ddl.translate.TargetStep.Guard;
import io.gaussferry.ddl.translate.TargetStep.Naming;
import io.gaussferry.ddl.translate.TargetStep.Otherwise;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.catalog.TargetCatalog;
import io.gaussferry.opengauss.definition.AutoIncrementAttribute;
import io.gaussferry.opengauss.definition.TakenNames;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TableDefinitionFormat;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Writes one definition change in one target transaction: its statements, and the stored record of it. */
final class DefinitionWriter {

    private final String pipeline;
    private final Connection target;

    /** @param target without autocommit, prepared as for replay; its owner commits */
    DefinitionWriter(String pipeline, Connection target) {
        this.pipeline = pipeline;
        this.target = target;
    }

    /**
     * The refusal of a step.
     *
     * @param reason a sentence
     * @param otherwise the action instead
     */
    record Refusal(String reason, Otherwise otherwise) {}

    /**
     * Locks the existing tables, then executes the steps.
     *
     * @return the refusal of a step; empty if all necessary steps were executed
     */
    Optional<Refusal> execute(List<TableChange> changes, List<TargetStep> steps) throws SQLException {
        if (steps.isEmpty()) {
            return Optional.empty();
        }
        lock(changes);
        releaseCounters(changes);
        freeNames(changes);
        try (Statement statement = target.createStatement()) {
            for (TargetStep step : steps) {
                String unless = step.unless();
                if (unless != null && firstValue(statement, unless).isPresent()) {
                    continue;
                }
                for (Guard guard : step.guards()) {
                    Optional<String> found = firstValue(statement, guard.query());
                    if (found.isPresent()) {
                        String reason = guard.reason() + " The target has: " + found.get();
                        return Optional.of(new Refusal(reason, guard.otherwise()));
                    }
                }
                Naming naming = step.naming();
                if (naming == null) {
                    statement.execute(step.sql());
                    continue;
                }
                List<String> names = firstRow(statement, naming.query());
                if (!names.isEmpty()) {
                    statement.execute(naming.statement().apply(names));
                }
            }
        }
        return Optional.empty();
    }

    /**
     * Removes AUTO_INCREMENT from tables whose counter column or indexes change: the target would refuse to change the column's type, or to
     * drop its index before the new one exists. A cutover adds the attribute again.
     */
    private void releaseCounters(List<TableChange> changes) throws SQLException {
        TargetCatalog catalog = new TargetCatalog(target);
        for (TableChange change : changes) {
            TableDefinition before = change.before();
            TableDefinition after = change.after();
            if (before != null && after != null && changesCounter(before, after) && catalog.has(before.targetId())) {
                AutoIncrementAttribute.removeFrom(target, before.targetId());
            }
        }
    }

    private static boolean changesCounter(TableDefinition before, TableDefinition after) {
        return !counter(before).equals(counter(after)) || !counterKeys(after).containsAll(counterKeys(before));
    }

    private static Optional<ColumnDefinition> counter(TableDefinition table) {
        OptionalInt column = table.autoIncrementColumn();
        return column.isPresent() ? Optional.of(table.columns().get(column.getAsInt())) : Optional.empty();
    }

    /** Returns the indexes on the counter by their names and those of their columns, whose numbers change with other columns. */
    private static Set<String> counterKeys(TableDefinition table) {
        OptionalInt counter = table.autoIncrementColumn();
        return table.indexes().stream()
                .filter(index -> counter.isPresent()
                        && index.parts().stream().anyMatch(part -> part.column() == counter.getAsInt()))
                .map(index -> index.name()
                        + index.parts().stream()
                                .map(part -> part.column() < 0
                                        ? ""
                                        : table.columns().get(part.column()).name())
                                .toList())
                .collect(Collectors.toSet());
    }

    private void freeNames(List<TableChange> changes) throws SQLException {
        TakenNames names = new TakenNames(target);
        for (TableChange change : changes) {
            TableDefinition before = change.before();
            TableDefinition after = change.after();
            if (after != null) {
                if (before == null || !before.targetId().equals(after.targetId())) {
                    names.freeTable(after.targetId());
                }
                names.freeTypes(after);
            }
        }
    }

    private static List<String> firstRow(Statement statement, String query) throws SQLException {
        List<String> values = new ArrayList<>();
        try (ResultSet row = statement.executeQuery(query)) {
            int columns = row.next() ? row.getMetaData().getColumnCount() : 0;
            for (int column = 1; column <= columns; column++) {
                values.add(row.getString(column));
            }
        }
        return values;
    }

    private static Optional<String> firstValue(Statement statement, String query) throws SQLException {
        try (ResultSet row = statement.executeQuery(query)) {
            return row.next() ? Optional.of(String.valueOf(row.getString(1))) : Optional.empty();
        }
    }

    /**
     * Takes all locks before any work: a transaction that waits for a lock has done nothing yet, and the result of a
     * guard remains true until the commit. Locks in the order of names, which prevents deadlocks with sessions that do
     * the same.
     */
    private void lock(List<TableChange> changes) throws SQLException {
        TargetCatalog catalog = new TargetCatalog(target);
        List<TableId> tables = changes.stream()
                .map(TableChange::before)
                .flatMap(before -> Optional.ofNullable(before).stream())
                .map(TableDefinition::targetId)
                .distinct()
                .sorted()
                .toList();
        try (Statement statement = target.createStatement()) {
            for (TableId table : tables) {
                if (catalog.has(table)) {
                    statement.execute("LOCK TABLE " + Identifiers.quoteTarget(table) + " IN ACCESS EXCLUSIVE MODE");
                }
            }
        }
    }

    /**
     * Stores the new definitions for decoding rows, and quarantines the tables that are to be copied.
     *
     * @param executed the transactions after which the definitions are valid
     */
    void define(DefinitionWork work, LoggedStatement statement, GtidSet executed) throws SQLException {
        List<TableChange> changes = work.changes();
        TableHistory history = new TableHistory(pipeline);
        FailureStore failures = new FailureStore(pipeline);
        Map<TableId, String> quarantined = failures.reasons(target);
        Map<TableId, String> renamed = new TreeMap<>();
        for (TableChange change : changes) {
            TableDefinition before = change.before();
            TableDefinition after = change.after();
            if (before == null || (after != null && after.id().equals(before.id()))) {
                continue;
            }
            history.remove(target, before.id());
            String reason = quarantined.get(before.id());
            if (reason != null) {
                failures.endQuarantine(target, before.id());
                if (after != null) {
                    renamed.put(after.id(), reason);
                }
            }
        }
        // after all removals: tables may have exchanged their names
        for (TableChange change : changes) {
            TableDefinition after = change.after();
            if (after != null && !work.copied().contains(after.id())) {
                history.put(target, after.id(), TableDefinitionFormat.writeWithExtras(after), executed);
            }
        }
        for (Map.Entry<TableId, String> table : renamed.entrySet()) {
            failures.quarantine(target, Set.of(table.getKey()), "", table.getValue());
        }
        DatabaseHistory collations = new DatabaseHistory(pipeline);
        for (DatabaseChange database : work.databases()) {
            collations.put(target, database.name(), database.collation());
        }
        for (TableId table : work.copied()) {
            new TableCopyStore(pipeline).due(target, table, work.note());
        }
        failures.quarantine(target, work.copied(), statement.gtid().toString(), work.note());
        failures.quarantine(target, work.quarantined(), statement.gtid().toString(), work.note());
    }

    /**
     * Stores the result of a statement.
     *
     * @param targetSql the statements that were executed on the target, or would be
     * @param note see {@link Change}
     * @param changes the statement's changes of definitions; empty if they are unknown or none were made
     */
    void store(LoggedStatement statement, Result result, List<String> targetSql, String note, List<TableChange> changes)
            throws SQLException {
        new DefinitionChangeStore(pipeline)
                .put(
                        target,
                        new Change(
                                statement.gtid().toString(),
                                result,
                                statement.start(),
                                Instant.ofEpochSecond(statement.executedAt()),
                                statement.context().database(),
                                statement.context().text(),
                                StatementContextFormat.write(statement.context(), statement.rowsFollow()),
                                sql(targetSql),
                                note,
                                null),
                        versions(changes, TableDefinitionFormat::writeWithExtras));
    }

    /**
     * Returns the changes by table name. A statement may give one table's name to another.
     *
     * @param format writes a definition
     */
    static List<Version> versions(List<TableChange> changes, Function<TableDefinition, String> format) {
        Map<TableId, String> before = new TreeMap<>();
        Map<TableId, String> after = new TreeMap<>();
        for (TableChange change : changes) {
            Optional.ofNullable(change.before())
                    .ifPresent(definition -> before.put(definition.id(), format.apply(definition)));
            Optional.ofNullable(change.after())
                    .ifPresent(definition -> after.put(definition.id(), format.apply(definition)));
        }
        Set<TableId> names = new TreeSet<>(before.keySet());
        names.addAll(after.keySet());
        return names.stream()
                .map(name -> new Version(name, before.get(name), after.get(name)))
                .toList();
    }

    /** Joins statements to a script. */
    static String sql(List<String> statements) {
        StringBuilder script = new StringBuilder();
        for (String statement : statements) {
            script.append(script.isEmpty() ? "" : "\n").append(statement);
            script.append(statement.endsWith(";") ? "" : ";");
        }
        return script.toString();
    }
}
