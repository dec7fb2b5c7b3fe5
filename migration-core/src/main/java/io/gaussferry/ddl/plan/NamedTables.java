package io.gaussferry.ddl.plan;

import io.gaussferry.ddl.evolve.DefinitionSource;
import io.gaussferry.ddl.statement.AlterAction;
import io.gaussferry.ddl.statement.DefinitionStatement;
import io.gaussferry.ddl.statement.DefinitionStatement.AlterTable;
import io.gaussferry.ddl.statement.DefinitionStatement.DropDatabase;
import io.gaussferry.ddl.statement.DefinitionStatement.Rename;
import io.gaussferry.ddl.statement.DefinitionStatement.RenameTables;
import io.gaussferry.ddl.statement.DefinitionStatement.TruncateTable;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.TableDefinition;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * The tables that a statement changes.
 *
 * @param all all their names, including intermediate names
 * @param altered the tables that must exist before the statement
 * @param renames the renames in order
 */
record NamedTables(Set<TableId> all, Set<TableId> altered, List<Rename> renames) {

    static NamedTables of(DefinitionStatement statement, DefinitionSource definitions) {
        if (statement instanceof DropDatabase drop) {
            Set<TableId> tables = new TreeSet<>();
            definitions.definitions().stream()
                    .map(TableDefinition::id)
                    .filter(id -> id.schema().equals(drop.name()))
                    .forEach(tables::add);
            return new NamedTables(tables, Set.of(), List.of());
        }
        Set<TableId> all = new LinkedHashSet<>(statement.tables());
        if (statement instanceof TruncateTable truncate) {
            return new NamedTables(all, Set.of(truncate.table()), List.of());
        }
        if (statement instanceof RenameTables rename) {
            return new NamedTables(all, Set.of(), rename.renames());
        }
        if (statement instanceof AlterTable alter) {
            List<Rename> renames = alter.actions().stream()
                    .filter(AlterAction.RenameTable.class::isInstance)
                    .map(action -> new Rename(alter.table(), ((AlterAction.RenameTable) action).to()))
                    .reduce((first, last) -> last)
                    .stream()
                    .toList();
            return new NamedTables(all, Set.of(alter.table()), renames);
        }
        return new NamedTables(all, Set.of(), List.of());
    }

    /** Returns the replicated names that the statement gives to unknown tables. */
    Set<TableId> newlyReplicated(Predicate<TableId> known, Predicate<TableId> replicated) {
        Set<TableId> unknown = new TreeSet<>();
        Set<TableId> moved = new LinkedHashSet<>();
        for (Rename rename : renames) {
            boolean isKnown =
                    moved.remove(rename.from()) || (!unknown.contains(rename.from()) && known.test(rename.from()));
            unknown.remove(rename.from());
            if (isKnown) {
                moved.add(rename.to());
            } else {
                unknown.add(rename.to());
            }
        }
        unknown.removeIf(replicated.negate());
        return unknown;
    }
}
