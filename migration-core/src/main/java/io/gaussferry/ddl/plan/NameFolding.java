package io.gaussferry.ddl.plan;

import io.gaussferry.ddl.evolve.DefinitionSource;
import io.gaussferry.ddl.statement.AlterAction;
import io.gaussferry.ddl.statement.DefinitionStatement;
import io.gaussferry.ddl.statement.DefinitionStatement.AlterTable;
import io.gaussferry.ddl.statement.DefinitionStatement.CreateTable;
import io.gaussferry.ddl.statement.DefinitionStatement.CreateTableLike;
import io.gaussferry.ddl.statement.DefinitionStatement.DropTables;
import io.gaussferry.ddl.statement.DefinitionStatement.Rename;
import io.gaussferry.ddl.statement.DefinitionStatement.RenameTables;
import io.gaussferry.ddl.statement.DefinitionStatement.TruncateTable;
import io.gaussferry.model.TableId;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Gives tables the names that they have at a source which ignores case in them: as they are known, or in lower case. */
final class NameFolding {

    private NameFolding() {}

    static UnaryOperator<TableId> of(DefinitionSource definitions) {
        return name -> {
            Optional<TableId> known = definitions.definitions().stream()
                    .map(table -> table.id())
                    .filter(id -> id.schema().equalsIgnoreCase(name.schema())
                            && id.name().equalsIgnoreCase(name.name()))
                    .findFirst();
            return known.orElseGet(() -> new TableId(
                    name.schema().toLowerCase(Locale.ROOT), name.name().toLowerCase(Locale.ROOT)));
        };
    }

    /** Returns the statement with other names of tables, but for those that foreign keys refer to. */
    static DefinitionStatement apply(DefinitionStatement statement, UnaryOperator<TableId> names) {
        if (statement instanceof CreateTable create) {
            return new CreateTable(
                    names.apply(create.table()),
                    create.ifNotExists(),
                    create.elements(),
                    create.options(),
                    create.partitioning(),
                    create.selects());
        }
        if (statement instanceof CreateTableLike like) {
            return new CreateTableLike(names.apply(like.table()), like.ifNotExists(), names.apply(like.model()));
        }
        if (statement instanceof AlterTable alter) {
            List<AlterAction> actions =
                    alter.actions().stream().map(action -> apply(action, names)).toList();
            return new AlterTable(names.apply(alter.table()), actions);
        }
        if (statement instanceof DropTables drop) {
            return new DropTables(drop.tables().stream().map(names).toList());
        }
        if (statement instanceof RenameTables rename) {
            return new RenameTables(rename.renames().stream()
                    .map(pair -> new Rename(names.apply(pair.from()), names.apply(pair.to())))
                    .toList());
        }
        return statement instanceof TruncateTable truncate
                ? new TruncateTable(names.apply(truncate.table()))
                : statement;
    }

    private static AlterAction apply(AlterAction action, UnaryOperator<TableId> names) {
        if (action instanceof AlterAction.RenameTable rename) {
            return new AlterAction.RenameTable(names.apply(rename.to()));
        }
        return action instanceof AlterAction.ExchangePartition exchange
                ? new AlterAction.ExchangePartition(exchange.name(), names.apply(exchange.with()))
                : action;
    }
}
