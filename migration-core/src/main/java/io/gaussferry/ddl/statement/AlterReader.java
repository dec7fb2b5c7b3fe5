package io.gaussferry.ddl.statement;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.AllOrPartitionNameListContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.AlterAlgorithmOptionContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.AlterCommandListContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.AlterListContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.AlterListItemContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.AlterPartitionContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.AlterTableActionsContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.AlterTableContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.CreateTableOptionContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.CreateTableOptionsSpaceSeparatedContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.PlaceContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.StandaloneAlterCommandsContext;
import io.gaussferry.ddl.statement.AlterAction.Place;
import io.gaussferry.ddl.statement.DefinitionStatement.AlterTable;
import io.gaussferry.ddl.statement.TableElement.ColumnSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.misc.ParseCancellationException;
import org.antlr.v4.runtime.tree.ParseTree;
import org.jspecify.annotations.Nullable;

/** Converts the parse tree of ALTER TABLE. */
final class AlterReader {

    private final StatementContext context;
    private final ElementReader elements;
    private final PartitionReader partitions;
    private final ExpressionPrinter expressions;
    private final List<AlterAction> actions = new ArrayList<>();

    AlterReader(StatementContext context, ElementReader elements, PartitionReader partitions) {
        this.context = context;
        this.elements = elements;
        this.partitions = partitions;
        this.expressions = new ExpressionPrinter(context);
    }

    AlterTable read(AlterTableContext alter) {
        AlterTableActionsContext all = alter.alterTableActions();
        if (all != null) {
            readAlgorithm(all);
            if (all.alterCommandList() != null) {
                readList(all.alterCommandList());
            }
            if (all.partitionClause() != null) {
                actions.add(new AlterAction.Repartition(partitions.read(all.partitionClause())));
                addEngines(all.partitionClause());
            } else if (all.removePartitioning() != null) {
                actions.add(new AlterAction.Repartition(null));
            } else if (all.standaloneAlterCommands() != null) {
                readStandalone(all.standaloneAlterCommands());
            }
        }
        return new AlterTable(Names.table(alter.tableRef(), context.database()), actions);
    }

    private void readAlgorithm(ParseTree tree) {
        if (tree instanceof AlterAlgorithmOptionContext option) {
            // The keyword DEFAULT is not an identifier.
            actions.add(
                    new AlterAction.Algorithm(option.identifier() == null ? "DEFAULT" : Names.of(option.identifier())));
        } else {
            for (int i = 0; i < tree.getChildCount(); i++) {
                readAlgorithm(tree.getChild(i));
            }
        }
    }

    /** Adds the engines of partitions as engines of the table. */
    private void addEngines(ParseTree tree) {
        List<String> engines = Names.engines(tree);
        if (!engines.isEmpty()) {
            actions.add(new AlterAction.SetOptions(TableOptions.ofEngines(engines)));
        }
    }

    private void readList(AlterCommandListContext list) {
        AlterListContext items = list.alterList();
        if (items == null) {
            return; // ALGORITHM, LOCK and VALIDATION alone
        }
        for (int i = 0; i < items.getChildCount(); i++) {
            ParseTree child = items.getChild(i);
            if (child instanceof AlterListItemContext item) {
                readItem(item);
            } else if (child instanceof CreateTableOptionsSpaceSeparatedContext options) {
                readOptions(options.createTableOption());
            }
        }
    }

    /**
     * Reads table options. The grammar parses two consecutive words as an option of some engine, even if they are a
     * command.
     */
    private void readOptions(List<CreateTableOptionContext> options) {
        List<CreateTableOptionContext> known = new ArrayList<>();
        for (CreateTableOptionContext option : options) {
            if (option.identifier() == null || option.option != null) {
                known.add(option);
                continue;
            }
            String words = option.identifier().getText() + " "
                    + (option.textOrIdentifier() == null
                            ? ""
                            : option.textOrIdentifier().getText());
            actions.add(
                    switch (words.toUpperCase(Locale.ROOT)) {
                        case "REMOVE PARTITIONING" -> new AlterAction.Repartition(null);
                        case "UPGRADE PARTITIONING" -> new AlterAction.NoEffect("UPGRADE PARTITIONING");
                        case "IMPORT TABLESPACE", "DISCARD TABLESPACE" -> new AlterAction.ReplaceRows(words);
                        default -> throw new ParseCancellationException("syntax error near \"" + words + "\"");
                    });
        }
        if (!known.isEmpty()) {
            actions.add(new AlterAction.SetOptions(elements.options(known)));
        }
    }

    private void readItem(AlterListItemContext item) {
        switch (item.getStart().getText().toUpperCase(Locale.ROOT)) {
            case "ADD" -> readAdd(item);
            case "CHANGE" -> {
                ColumnSpec column =
                        elements.columns().column(Names.of(item.identifier()), item.fieldDefinition(), null);
                actions.add(new AlterAction.ChangeColumn(
                        Names.of(item.columnInternalRef().identifier()), column, place(item.place())));
            }
            case "MODIFY" -> {
                String name = Names.of(item.columnInternalRef().identifier());
                actions.add(new AlterAction.ChangeColumn(
                        name, elements.columns().column(name, item.fieldDefinition(), null), place(item.place())));
            }
            case "DROP" -> readDrop(item);
            case "ALTER" -> readAlter(item);
            case "RENAME" -> readRename(item);
            case "CONVERT" ->
                actions.add(new AlterAction.ConvertCharacters(new CharacterSetSpec(
                        item.charsetName() == null ? null : elements.types().characterSet(item.charsetName()),
                        item.collate() == null
                                ? null
                                : elements.types().collation(item.collate().collationName()),
                        false)));
            case "FORCE", "ORDER", "ENABLE", "DISABLE" ->
                actions.add(new AlterAction.NoEffect(item.getStart().getText().toUpperCase(Locale.ROOT)));
            default -> throw unknown(item);
        }
    }

    /** An action of a later version of the grammar may change rows: the statement is held. */
    private static ParseCancellationException unknown(ParserRuleContext action) {
        return new ParseCancellationException(
                "unknown action of ALTER TABLE: " + action.getStart().getText());
    }

    private void readAdd(AlterListItemContext item) {
        if (item.tableConstraintDef() != null) {
            actions.add(new AlterAction.AddElement(elements.constraint(item.tableConstraintDef())));
        } else if (item.tableElementList() != null) {
            for (TableElement element : elements.elements(item.tableElementList())) {
                actions.add(
                        element instanceof ColumnSpec column
                                ? new AlterAction.AddColumn(column, Place.UNSPECIFIED)
                                : new AlterAction.AddElement(element));
            }
        } else {
            actions.add(new AlterAction.AddColumn(
                    elements.columns()
                            .column(Names.of(item.identifier()), item.fieldDefinition(), item.checkOrReferences()),
                    place(item.place())));
        }
    }

    private static Place place(@Nullable PlaceContext place) {
        if (place == null) {
            return Place.UNSPECIFIED;
        }
        return place.identifier() == null ? new Place(true, null) : new Place(false, Names.of(place.identifier()));
    }

    private void readDrop(AlterListItemContext item) {
        if (item.FOREIGN_SYMBOL() != null) {
            actions.add(new AlterAction.DropForeignKey(
                    Names.of(item.columnInternalRef().identifier())));
        } else if (item.PRIMARY_SYMBOL() != null) {
            actions.add(new AlterAction.DropIndex("PRIMARY"));
        } else if (item.keyOrIndex() != null) {
            actions.add(new AlterAction.DropIndex(Names.of(item.indexRef().fieldIdentifier())));
        } else if (item.CHECK_SYMBOL() != null) {
            actions.add(new AlterAction.DropCheck(Names.of(item.identifier())));
        } else if (item.CONSTRAINT_SYMBOL() != null) {
            actions.add(new AlterAction.DropConstraint(Names.of(item.identifier())));
        } else {
            actions.add(
                    new AlterAction.DropColumn(Names.of(item.columnInternalRef().identifier())));
        }
    }

    private void readAlter(AlterListItemContext item) {
        if (item.indexRef() != null && item.INDEX_SYMBOL() != null) {
            actions.add(new AlterAction.NoEffect("ALTER INDEX"));
        } else if (item.constraintEnforcement() != null) {
            actions.add(new AlterAction.EnforceCheck(
                    Names.of(item.identifier()), item.constraintEnforcement().NOT_SYMBOL() == null));
        } else {
            String column = Names.of(item.columnInternalRef().identifier());
            if (item.visibility() != null) {
                actions.add(
                        new AlterAction.SetVisibility(column, item.visibility().INVISIBLE_SYMBOL() != null));
            } else if (item.signedLiteralOrNull() != null) {
                actions.add(
                        new AlterAction.SetDefault(column, elements.columns().literal(item.signedLiteralOrNull())));
            } else if (item.exprWithParentheses() != null) {
                actions.add(new AlterAction.SetDefault(
                        column,
                        new DefaultSpec.Computed(
                                expressions.print(item.exprWithParentheses().expr()))));
            } else {
                actions.add(new AlterAction.SetDefault(column, null));
            }
        }
    }

    private void readRename(AlterListItemContext item) {
        if (item.COLUMN_SYMBOL() != null) {
            actions.add(new AlterAction.RenameColumn(
                    Names.of(item.columnInternalRef().identifier()), Names.of(item.identifier())));
        } else if (item.keyOrIndex() != null) {
            actions.add(new AlterAction.RenameIndex(
                    Names.of(item.indexRef().fieldIdentifier()),
                    Names.of(item.indexName().identifier())));
        } else {
            actions.add(new AlterAction.RenameTable(Names.table(item.tableName(), context.database())));
        }
    }

    private void readStandalone(StandaloneAlterCommandsContext command) {
        if (command.alterPartition() != null) {
            actions.add(partition(command.alterPartition()));
            addEngines(command.alterPartition());
        } else if (command.IMPORT_SYMBOL() != null || command.DISCARD_SYMBOL() != null) {
            actions.add(
                    new AlterAction.ReplaceRows(command.getStart().getText().toUpperCase(Locale.ROOT) + " TABLESPACE"));
        } else if (command.SECONDARY_LOAD_SYMBOL() != null || command.SECONDARY_UNLOAD_SYMBOL() != null) {
            actions.add(new AlterAction.NoEffect(command.getStart().getText().toUpperCase(Locale.ROOT)));
        } else {
            throw unknown(command);
        }
    }

    private AlterAction partition(AlterPartitionContext command) {
        String word = command.getStart().getText().toUpperCase(Locale.ROOT);
        return switch (word) {
            case "ADD" ->
                new AlterAction.AddPartitions(partitions.partitions(command.partitionDefinitions()), count(command));
            case "DROP" -> new AlterAction.DropPartitions(Names.of(command.identifierList()));
            case "TRUNCATE" -> new AlterAction.TruncatePartitions(names(command.allOrPartitionNameList()));
            case "COALESCE" -> new AlterAction.CoalescePartitions(count(command));
            case "REORGANIZE" ->
                new AlterAction.ReorganizePartitions(
                        Names.of(command.identifierList()), partitions.partitions(command.partitionDefinitions()));
            case "EXCHANGE" ->
                new AlterAction.ExchangePartition(
                        Names.of(command.identifier()), Names.table(command.tableRef(), context.database()));
            case "REBUILD" -> new AlterAction.RebuildPartitions();
            case "IMPORT", "DISCARD" -> new AlterAction.ReplaceRows(word + " PARTITION … TABLESPACE");
            case "ANALYZE", "CHECK", "OPTIMIZE", "REPAIR" -> new AlterAction.NoEffect(word + " PARTITION");
            default -> throw unknown(command);
        };
    }

    private static int count(AlterPartitionContext command) {
        return command.real_ulong_number() == null
                ? 0
                : Integer.parseInt(command.real_ulong_number().getText());
    }

    private static List<String> names(AllOrPartitionNameListContext names) {
        return names.identifierList() == null ? List.of() : Names.of(names.identifierList());
    }
}
