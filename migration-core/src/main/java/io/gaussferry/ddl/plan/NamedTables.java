package io.gaussferry.ddl.plan;

import io.gaussferry.ddl.evolve.DefinitionSource;
import io.gaussferry.ddl.statement.AlterAction;
import io.gaussferry.ddl.statement.DefinitionStatement;
import io.gaussferry.ddl.statement.DefinitionStatement.AlterTable;
import io.gaussferry.ddl.statement.DefinitionStatement.CreateTable;
import io.gaussferry.ddl.statement.DefinitionStatement.CreateTableLike;
import io.gaussferry.ddl.statement.DefinitionStatement.DropDatabase;
import io.gaussferry.ddl.statement.DefinitionStatement.DropTables;
import io.gaussferry.ddl.statement.DefinitionStatement.OptimizeTables;
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
        if (statement instanceof CreateTable create) {
            return new NamedTables(Set.of(create.table()), Set.of(), List.of());
        }
        if (statement instanceof CreateTableLike like) {
            return new NamedTables(Set.of(like.table()), Set.of(), List.of());
        }
        if (statement instanceof DropTables drop) {
            return new NamedTables(Set.copyOf(drop.tables()), Set.of(), List.of());
        }
        if (statement instanceof OptimizeTables optimize) {
            return new NamedTables(Set.copyOf(optimize.tables()), Set.of(), List.of());
        }
        if (statement instanceof TruncateTable truncate) {
            return new NamedTables(Set.of(truncate.table()), Set.of(truncate.table()), List.of());
        }
        if (statement instanceof RenameTables rename) {
            return renamed(rename.renames());
        }
        return statement instanceof AlterTable alter ? altered(alter) : new NamedTables(Set.of(), Set.of(), List.of());
    }

    private static NamedTables renamed(List<Rename> renames) {
        Set<TableId> all = new LinkedHashSet<>();
        renames.forEach(pair -> {
            all.add(pair.from());
            all.add(pair.to());
        });
        return new NamedTables(all, Set.of(), renames);
    }

    private static NamedTables altered(AlterTable alter) {
        Set<TableId> all = new LinkedHashSet<>(Set.of(alter.table()));
        List<Rename> renames = List.of();
        for (AlterAction action : alter.actions()) {
            if (action instanceof AlterAction.RenameTable rename) {
                all.add(rename.to());
                renames = List.of(new Rename(alter.table(), rename.to()));
            } else if (action instanceof AlterAction.ExchangePartition exchange) {
                all.add(exchange.with());
            }
        }
        return new NamedTables(all, Set.of(alter.table()), renames);
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
