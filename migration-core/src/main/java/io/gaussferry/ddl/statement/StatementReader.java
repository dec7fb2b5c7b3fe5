package io.gaussferry.ddl.statement;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.AlterDatabaseContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.AlterDatabaseOptionContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.AlterStatementContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.CreateDatabaseContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.CreateDatabaseOptionContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.CreateIndexContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.CreatePartitioningEtcContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.CreateStatementContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.CreateTableContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.CreateTableOptionsEtcContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.DropStatementContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.QueryContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.RenameTableStatementContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.SimpleStatementContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.TableAdministrationStatementContext;
import io.gaussferry.ddl.statement.DefinitionStatement.AlterDatabase;
import io.gaussferry.ddl.statement.DefinitionStatement.AlterTable;
import io.gaussferry.ddl.statement.DefinitionStatement.CreateDatabase;
import io.gaussferry.ddl.statement.DefinitionStatement.CreateTable;
import io.gaussferry.ddl.statement.DefinitionStatement.CreateTableLike;
import io.gaussferry.ddl.statement.DefinitionStatement.DropDatabase;
import io.gaussferry.ddl.statement.DefinitionStatement.DropTables;
import io.gaussferry.ddl.statement.DefinitionStatement.IrrelevantStatement;
import io.gaussferry.ddl.statement.DefinitionStatement.OptimizeTables;
import io.gaussferry.ddl.statement.DefinitionStatement.Rename;
import io.gaussferry.ddl.statement.DefinitionStatement.RenameTables;
import io.gaussferry.ddl.statement.DefinitionStatement.TruncateTable;
import io.gaussferry.ddl.statement.TableElement.IndexKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Converts a parse tree to a statement. */
final class StatementReader {

    private final StatementContext context;
    private final StatementPrefix prefix;
    private final ElementReader elements;
    private final PartitionReader partitions;

    StatementReader(StatementContext context, StatementPrefix prefix) {
        this.context = context;
        this.prefix = prefix;
        this.elements = new ElementReader(context);
        this.partitions = new PartitionReader(context);
    }

    DefinitionStatement read(QueryContext query) {
        SimpleStatementContext statement = query.simpleStatement();
        if (statement == null) {
            return new IrrelevantStatement("BEGIN", null);
        }
        if (statement.createStatement() != null) {
            return create(statement.createStatement());
        }
        if (statement.alterStatement() != null) {
            return alter(statement.alterStatement());
        }
        if (statement.dropStatement() != null) {
            return drop(statement.dropStatement());
        }
        if (statement.renameTableStatement() != null) {
            return rename(statement.renameTableStatement());
        }
        if (statement.truncateTableStatement() != null) {
            return new TruncateTable(
                    Names.table(statement.truncateTableStatement().tableRef(), context.database()));
        }
        TableAdministrationStatementContext administration = statement.tableAdministrationStatement();
        if (administration != null && administration.type.getText().equalsIgnoreCase("OPTIMIZE")) {
            return new OptimizeTables(administration.tableRefList().tableRef().stream()
                    .map(table -> Names.table(table, context.database()))
                    .toList());
        }
        return unknown();
    }

    private DefinitionStatement unknown() {
        return prefix.unparsed("its kind is unknown");
    }

    private DefinitionStatement create(CreateStatementContext create) {
        if (create.createTable() != null) {
            return createTable(create.createTable());
        }
        if (create.createIndex() != null) {
            return createIndex(create.createIndex());
        }
        if (create.createDatabase() != null) {
            CreateDatabaseContext database = create.createDatabase();
            return new CreateDatabase(
                    Names.of(database.schemaName().identifier()),
                    database.ifNotExists() != null,
                    characters(database.createDatabaseOption()));
        }
        return unknown();
    }

    private CharacterSetSpec characters(List<CreateDatabaseOptionContext> options) {
        CharacterSetSpec characters = CharacterSetSpec.NONE;
        for (CreateDatabaseOptionContext option : options) {
            if (option.defaultCharset() != null) {
                characters = new CharacterSetSpec(
                        elements.types().characterSet(option.defaultCharset().charsetName()),
                        characters.collation(),
                        false);
            } else if (option.defaultCollation() != null) {
                characters = characters.withCollation(
                        elements.types().collation(option.defaultCollation().collationName()));
            }
        }
        return characters;
    }

    private DefinitionStatement createTable(CreateTableContext create) {
        var table = Names.table(create.tableName(), context.database());
        boolean ifNotExists = create.ifNotExists() != null;
        if (create.tableRef() != null) {
            return new CreateTableLike(table, ifNotExists, Names.table(create.tableRef(), context.database()));
        }
        CreateTableOptionsEtcContext etc = create.createTableOptionsEtc();
        @Nullable CreatePartitioningEtcContext partitioning = etc == null ? null : etc.createPartitioningEtc();
        TableOptions options = etc == null || etc.createTableOptions() == null
                ? TableOptions.NONE
                : elements.options(etc.createTableOptions().createTableOption());
        return new CreateTable(
                table,
                ifNotExists,
                create.tableElementList() == null ? List.of() : elements.elements(create.tableElementList()),
                partitioning == null ? options : options.withEngines(Names.engines(partitioning)),
                partitioning == null || partitioning.partitionClause() == null
                        ? null
                        : partitions.read(partitioning.partitionClause()),
                partitioning != null && partitioning.duplicateAsQe() != null);
    }

    private DefinitionStatement createIndex(CreateIndexContext create) {
        IndexKind kind = switch (create.type.getText().toUpperCase(java.util.Locale.ROOT)) {
            case "FULLTEXT" -> IndexKind.FULLTEXT;
            case "SPATIAL" -> IndexKind.SPATIAL;
            default -> create.UNIQUE_SYMBOL() != null ? IndexKind.UNIQUE : IndexKind.PLAIN;
        };
        return new AlterTable(
                Names.table(create.createIndexTarget().tableRef(), context.database()),
                List.of(new AlterAction.AddElement(elements.index(
                        kind,
                        Names.of(create.indexName().identifier()),
                        create.createIndexTarget().keyListWithExpression()))));
    }

    private DefinitionStatement alter(AlterStatementContext alter) {
        if (alter.alterTable() != null) {
            return new AlterReader(context, elements, partitions).read(alter.alterTable());
        }
        if (alter.alterDatabase() != null) {
            AlterDatabaseContext database = alter.alterDatabase();
            return new AlterDatabase(
                    Names.of(database.schemaRef().identifier()),
                    characters(database.alterDatabaseOption().stream()
                            .map(AlterDatabaseOptionContext::createDatabaseOption)
                            .filter(java.util.Objects::nonNull)
                            .toList()));
        }
        return unknown();
    }

    private DefinitionStatement drop(DropStatementContext drop) {
        if (drop.dropTable() != null) {
            return new DropTables(drop.dropTable().tableRefList().tableRef().stream()
                    .map(table -> Names.table(table, context.database()))
                    .toList());
        }
        if (drop.dropIndex() != null) {
            return new AlterTable(
                    Names.table(drop.dropIndex().tableRef(), context.database()),
                    List.of(new AlterAction.DropIndex(
                            Names.of(drop.dropIndex().indexRef().fieldIdentifier()))));
        }
        if (drop.dropDatabase() != null) {
            return new DropDatabase(Names.of(drop.dropDatabase().schemaRef().identifier()));
        }
        return unknown();
    }

    private DefinitionStatement rename(RenameTableStatementContext rename) {
        return new RenameTables(rename.renamePair().stream()
                .map(pair -> new Rename(
                        Names.table(pair.tableRef(), context.database()),
                        Names.table(pair.tableName(), context.database())))
                .toList());
    }
}
