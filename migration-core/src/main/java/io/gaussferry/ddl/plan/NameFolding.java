package io.gaussferry.ddl.plan;

import io.gaussferry.ddl.evolve.DefinitionSource;
import io.gaussferry.ddl.statement.AlterAction;
import io.gaussferry.ddl.statement.DefinitionStatement;
import io.gaussferry.ddl.statement.DefinitionStatement.AlterDatabase;
import io.gaussferry.ddl.statement.DefinitionStatement.AlterTable;
import io.gaussferry.ddl.statement.DefinitionStatement.CreateDatabase;
import io.gaussferry.ddl.statement.DefinitionStatement.CreateTable;
import io.gaussferry.ddl.statement.DefinitionStatement.CreateTableLike;
import io.gaussferry.ddl.statement.DefinitionStatement.DropDatabase;
import io.gaussferry.ddl.statement.DefinitionStatement.DropTables;
import io.gaussferry.ddl.statement.DefinitionStatement.OptimizeTables;
import io.gaussferry.ddl.statement.DefinitionStatement.Rename;
import io.gaussferry.ddl.statement.DefinitionStatement.RenameTables;
import io.gaussferry.ddl.statement.DefinitionStatement.TruncateTable;
import io.gaussferry.ddl.statement.TableElement;
import io.gaussferry.ddl.statement.TableElement.ColumnSpec;
import io.gaussferry.ddl.statement.TableElement.ForeignKeySpec;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.TableDefinition;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/**
 * Normalizes table names of a source that ignores their case: to the spelling in the known definitions, or to lower
 * case.
 */
final class NameFolding {

    private final Collection<TableDefinition> known;

    /** @param definitions the definitions before the statement */
    NameFolding(DefinitionSource definitions) {
        this.known = definitions.definitions();
    }

    private TableId table(TableId name) {
        return known.stream()
                .map(TableDefinition::id)
                .filter(id ->
                        id.schema().equalsIgnoreCase(name.schema()) && id.name().equalsIgnoreCase(name.name()))
                .findFirst()
                .orElseGet(
                        () -> new TableId(database(name.schema()), name.name().toLowerCase(Locale.ROOT)));
    }

    private String database(String name) {
        return known.stream()
                .map(table -> table.id().schema())
                .filter(name::equalsIgnoreCase)
                .findFirst()
                .orElseGet(() -> name.toLowerCase(Locale.ROOT));
    }

    /**
     * Returns the statement with normalized names of databases and tables, including referenced tables of foreign keys.
     */
    DefinitionStatement apply(DefinitionStatement statement) {
        if (statement instanceof CreateTable create) {
            return new CreateTable(
                    table(create.table()),
                    create.ifNotExists(),
                    create.elements().stream().map(this::apply).toList(),
                    create.options().withMembers(this::table),
                    create.partitioning(),
                    create.selects());
        }
        if (statement instanceof CreateTableLike like) {
            return new CreateTableLike(table(like.table()), like.ifNotExists(), table(like.model()));
        }
        if (statement instanceof AlterTable alter) {
            List<AlterAction> actions =
                    alter.actions().stream().map(this::apply).toList();
            return new AlterTable(table(alter.table()), actions);
        }
        if (statement instanceof DropTables drop) {
            return new DropTables(drop.tables().stream().map(this::table).toList());
        }
        if (statement instanceof RenameTables rename) {
            return new RenameTables(rename.renames().stream()
                    .map(pair -> new Rename(table(pair.from()), table(pair.to())))
                    .toList());
        }
        if (statement instanceof OptimizeTables optimize) {
            return new OptimizeTables(
                    optimize.tables().stream().map(this::table).toList());
        }
        return statement instanceof TruncateTable truncate
                ? new TruncateTable(table(truncate.table()))
                : ofDatabase(statement);
    }

    private DefinitionStatement ofDatabase(DefinitionStatement statement) {
        if (statement instanceof CreateDatabase create) {
            return new CreateDatabase(database(create.name()), create.ifNotExists(), create.characters());
        }
        if (statement instanceof AlterDatabase alter) {
            return new AlterDatabase(database(alter.name()), alter.characters());
        }
        return statement instanceof DropDatabase drop ? new DropDatabase(database(drop.name())) : statement;
    }

    private TableElement apply(TableElement element) {
        if (element instanceof ForeignKeySpec key) {
            return key.referring(table(key.referenced()));
        }
        return element instanceof ColumnSpec column ? apply(column) : element;
    }

    private ColumnSpec apply(ColumnSpec column) {
        ForeignKeySpec references = column.references();
        return references == null
                ? column
                : column.withReferences(references.referring(table(references.referenced())));
    }

    private AlterAction apply(AlterAction action) {
        if (action instanceof AlterAction.RenameTable rename) {
            return new AlterAction.RenameTable(table(rename.to()));
        }
        if (action instanceof AlterAction.AddElement added) {
            return new AlterAction.AddElement(apply(added.element()));
        }
        if (action instanceof AlterAction.AddColumn added) {
            return new AlterAction.AddColumn(apply(added.column()), added.place());
        }
        if (action instanceof AlterAction.ChangeColumn changed) {
            return new AlterAction.ChangeColumn(changed.name(), apply(changed.column()), changed.place());
        }
        if (action instanceof AlterAction.SetOptions set) {
            return new AlterAction.SetOptions(set.options().withMembers(this::table));
        }
        return action instanceof AlterAction.ExchangePartition exchange
                ? new AlterAction.ExchangePartition(exchange.name(), table(exchange.with()))
                : action;
    }
}
