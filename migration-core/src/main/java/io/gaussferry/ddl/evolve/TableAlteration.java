package io.gaussferry.ddl.evolve;

import io.gaussferry.ddl.evolve.Evolution.Removal;
import io.gaussferry.ddl.evolve.Evolution.Rows;
import io.gaussferry.ddl.statement.AlterAction;
import io.gaussferry.ddl.statement.CharacterSetSpec;
import io.gaussferry.ddl.statement.DefinitionStatement.AlterTable;
import io.gaussferry.ddl.statement.StatementContext;
import io.gaussferry.schema.CheckDefinition;
import io.gaussferry.schema.ForeignKeyDefinition;
import io.gaussferry.schema.TableDefinition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Computes the table after ALTER TABLE. All actions refer to the table before the statement, as in {@code
 * mysql_prepare_alter_table} of MySQL's sources: first columns, then indexes, then foreign keys and checks.
 */
final class TableAlteration {

    private final TableDefinition before;
    private final AlterTable statement;
    private final StatementContext context;
    private final TableDraft table;
    private Rows rows = Rows.KEPT;

    TableAlteration(TableDefinition before, AlterTable statement, StatementContext context) {
        this.before = before;
        this.statement = statement;
        this.context = context;
        this.table = TableDraft.of(before);
    }

    /** Returns the change, under the table's old name. */
    Evolution evolve() {
        takeOptions();
        ColumnAlteration columns = new ColumnAlteration(table, statement.actions(), context);
        columns.apply();
        changeIndexes();
        IndexAlteration.follow(table, before, context);
        dropConstraints();
        Keys keys = new Keys(table, context);
        for (AlterAction action : statement.actions()) {
            if (action instanceof AlterAction.AddColumn added) {
                TableCreation.addKeys(added.column(), keys, context);
            } else if (action instanceof AlterAction.ChangeColumn changed) {
                TableCreation.addKeys(changed.column(), keys, context);
            } else if (action instanceof AlterAction.AddElement added) {
                TableCreation.addKeys(added.element(), keys, context);
            }
        }
        keys.complete();
        new ColumnBuilder(context).promoteTimestamps(table);
        statement.actions().forEach(this::takePartitions);
        if (!columns.uncertain().isEmpty()) {
            rows = Rows.uncertain(columns.uncertain());
        }
        return new Evolution(before, table.definition(), table.columnOrigins(), table.indexOrigins(), rows);
    }

    private void takeOptions() {
        Collations collations = new Collations(context);
        for (AlterAction action : statement.actions()) {
            if (action instanceof AlterAction.SetOptions options) {
                if (!options.options().characters().isEmpty()) {
                    table.collation = collations.of(options.options().characters(), table.collation);
                }
                if (options.options().comment() != null) {
                    table.comment = options.options().comment();
                }
            } else if (action instanceof AlterAction.ConvertCharacters convert) {
                CharacterSetSpec characters = convert.characters();
                if (characters.characterSet() == null && characters.collation() == null) {
                    throw new UnknownDefinitionException("it converts to the database's character set");
                }
                table.collation = collations.of(characters, table.collation);
            }
        }
    }

    /**
     * Applies drops and renames of indexes. Names refer to the table before the statement: drops precede renames to a
     * dropped name.
     */
    private void changeIndexes() {
        for (AlterAction action : statement.actions()) {
            if (action instanceof AlterAction.DropIndex drop) {
                requireIndex(drop.name());
                table.indexes.removeIf(index -> index.isCalled(drop.name()));
                table.otherIndexes.keySet().removeIf(drop.name()::equalsIgnoreCase);
            } else if (action instanceof AlterAction.DropConstraint drop) {
                table.indexes.removeIf(index -> index.unique() && index.isCalled(drop.name()));
            }
        }
        Map<String, String> otherIndexes = new HashMap<>();
        for (AlterAction action : statement.actions()) {
            if (action instanceof AlterAction.RenameIndex rename) {
                requireIndex(rename.from());
                table.indexes.replaceAll(
                        index -> rename.from().equalsIgnoreCase(index.origin()) ? index.named(rename.to()) : index);
                List<String> others = table.otherIndexes.keySet().stream()
                        .filter(rename.from()::equalsIgnoreCase)
                        .toList();
                others.forEach(name -> otherIndexes.put(rename.to(), String.valueOf(table.otherIndexes.remove(name))));
            }
        }
        table.otherIndexes.putAll(otherIndexes);
    }

    /**
     * Requires a known index of this name: the source had one, so otherwise the known definition differs from the
     * source's.
     */
    private void requireIndex(String name) {
        boolean known = before.indexes().stream().anyMatch(index -> index.name().equalsIgnoreCase(name))
                || before.extras().otherIndexes().keySet().stream().anyMatch(name::equalsIgnoreCase);
        if (!known) {
            throw new UnknownDefinitionException(
                    "table " + before.id() + " has no index " + name + " in the known definition");
        }
    }

    private void dropConstraints() {
        for (AlterAction action : statement.actions()) {
            if (action instanceof AlterAction.DropForeignKey drop) {
                dropForeignKey(drop.name());
            } else if (action instanceof AlterAction.DropCheck drop) {
                table.checks.removeIf(check -> check.name().equalsIgnoreCase(drop.name()));
            } else if (action instanceof AlterAction.DropConstraint drop) {
                dropForeignKey(drop.name());
                table.checks.removeIf(check -> check.name().equalsIgnoreCase(drop.name()));
            } else if (action instanceof AlterAction.EnforceCheck enforce) {
                table.checks.replaceAll(check -> check.name().equalsIgnoreCase(enforce.name())
                        ? new CheckDefinition(check.name(), check.clause(), enforce.enforced())
                        : check);
            }
        }
    }

    private void dropForeignKey(String name) {
        List<ForeignKeyDefinition> left = new ArrayList<>(table.foreignKeys);
        left.removeIf(key -> key.name().equalsIgnoreCase(name));
        table.foreignKeys.clear();
        table.foreignKeys.addAll(left);
    }

    /**
     * Requires that all rows are in the partition that their values determine: MySQL loses a misplaced row if its
     * partition is rewritten and the row belongs to none of the new partitions.
     */
    private void requirePlaced(String action) {
        if (table.partitioning != null && !table.partitioning.placed()) {
            rows = Rows.replaced(action
                    + " rewrites rows that are in a different partition from the one that their values determine");
        }
    }

    private void takePartitions(AlterAction action) {
        if (action instanceof AlterAction.Repartition repartition) {
            table.partitioning = Partitions.of(repartition.partitioning(), table);
        } else if (action instanceof AlterAction.AddPartitions added) {
            table.partitioning = Partitions.with(table, added);
        } else if (action instanceof AlterAction.DropPartitions dropped) {
            table.partitioning = Partitions.without(table, dropped);
            rows = new Rows(Removal.PARTITIONS, dropped.names(), null);
        } else if (action instanceof AlterAction.TruncatePartitions truncated) {
            rows = truncated.names().isEmpty() ? Rows.REMOVED : new Rows(Removal.PARTITIONS, truncated.names(), null);
        } else if (action instanceof AlterAction.ReorganizePartitions reorganized) {
            requirePlaced("REORGANIZE PARTITION");
            table.partitioning = Partitions.reorganized(table, reorganized);
        } else if (action instanceof AlterAction.RebuildPartitions) {
            requirePlaced("REBUILD PARTITION");
        } else if (action instanceof AlterAction.CoalescePartitions coalesced) {
            requirePlaced("COALESCE PARTITION");
            table.partitioning = Partitions.coalesced(table, coalesced);
        } else if (action instanceof AlterAction.ExchangePartition exchanged) {
            table.partitioning = Partitions.withoutPlacement(table.partitioning);
            rows = Rows.replaced("its partition " + exchanged.name() + " was exchanged with table " + exchanged.with());
        } else if (action instanceof AlterAction.ReplaceRows replace) {
            table.partitioning = Partitions.withoutPlacement(table.partitioning);
            rows = Rows.replaced(replace.what() + " replaces its rows");
        }
    }
}
