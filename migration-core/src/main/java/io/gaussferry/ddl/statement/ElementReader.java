package io.gaussferry.ddl.statement;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.CheckConstraintContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.ConstraintEnforcementContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.ConstraintNameContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.CreateTableOptionContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.DeleteOptionContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.IndexNameAndTypeContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.KeyListWithExpressionContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.KeyPartContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.KeyPartOrExpressionContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.ReferencesContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.TableConstraintDefContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.TableElementContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.TableElementListContext;
import io.gaussferry.ddl.statement.TableElement.CheckSpec;
import io.gaussferry.ddl.statement.TableElement.ForeignKeySpec;
import io.gaussferry.ddl.statement.TableElement.IndexKind;
import io.gaussferry.ddl.statement.TableElement.IndexSpec;
import io.gaussferry.ddl.statement.TableElement.KeyPartSpec;
import io.gaussferry.model.TableId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.antlr.v4.runtime.tree.ParseTree;
import org.jspecify.annotations.Nullable;

/** Converts the elements of CREATE TABLE, and table options. */
final class ElementReader {

    private final StatementContext context;
    private final Literals literals;
    private final TypeReader types;
    private final ColumnReader columns;
    private final ExpressionPrinter expressions;

    ElementReader(StatementContext context) {
        this.context = context;
        this.literals = new Literals(context);
        this.types = new TypeReader(context);
        this.columns = new ColumnReader(context, this);
        this.expressions = new ExpressionPrinter(context);
    }

    TypeReader types() {
        return types;
    }

    ColumnReader columns() {
        return columns;
    }

    List<TableElement> elements(TableElementListContext list) {
        List<TableElement> elements = new ArrayList<>();
        for (TableElementContext element : list.tableElement()) {
            elements.add(
                    element.columnDefinition() != null
                            ? columns.column(
                                    Names.of(element.columnDefinition()
                                            .columnName()
                                            .identifier()),
                                    element.columnDefinition().fieldDefinition(),
                                    element.columnDefinition().checkOrReferences())
                            : constraint(element.tableConstraintDef()));
        }
        return elements;
    }

    TableElement constraint(TableConstraintDefContext constraint) {
        @Nullable String name = name(constraint.constraintName());
        if (constraint.checkConstraint() != null) {
            return check(name, constraint.checkConstraint(), constraint.constraintEnforcement());
        }
        IndexKind kind = switch (constraint.type.getText().toUpperCase(Locale.ROOT)) {
            case "PRIMARY" -> IndexKind.PRIMARY;
            case "UNIQUE" -> IndexKind.UNIQUE;
            case "FULLTEXT" -> IndexKind.FULLTEXT;
            case "SPATIAL" -> IndexKind.SPATIAL;
            default -> IndexKind.PLAIN;
        };
        @Nullable
        String index = constraint.indexName() != null
                ? Names.of(constraint.indexName().identifier())
                : name(constraint.indexNameAndType());
        if (constraint.FOREIGN_SYMBOL() != null) {
            List<String> names = constraint.keyList().keyPart().stream()
                    .map(part -> Names.of(part.identifier()))
                    .toList();
            return foreignKey(name, index, names, constraint.references());
        }
        return index(kind, index == null ? name : index, constraint.keyListWithExpression());
    }

    static @Nullable String name(@Nullable ConstraintNameContext constraint) {
        return constraint == null || constraint.identifier() == null ? null : Names.of(constraint.identifier());
    }

    private static @Nullable String name(@Nullable IndexNameAndTypeContext index) {
        return index == null || index.indexName() == null
                ? null
                : Names.of(index.indexName().identifier());
    }

    CheckSpec check(
            @Nullable String name, CheckConstraintContext check, @Nullable ConstraintEnforcementContext enforcement) {
        return new CheckSpec(
                name,
                expressions.printWhole(check.exprWithParentheses().expr()),
                enforcement == null || enforcement.NOT_SYMBOL() == null);
    }

    ForeignKeySpec foreignKey(
            @Nullable String constraint, @Nullable String index, List<String> columns, ReferencesContext references) {
        String onUpdate = context.defaultKeyAction();
        String onDelete = context.defaultKeyAction();
        for (int i = 0; i + 2 < references.getChildCount(); i++) {
            if (references.getChild(i).getText().equalsIgnoreCase("ON")) {
                String action = action(references.getChild(i + 2));
                if (references.getChild(i + 1).getText().equalsIgnoreCase("UPDATE")) {
                    onUpdate = action;
                } else {
                    onDelete = action;
                }
            }
        }
        List<String> referenced = Names.of(references.identifierListWithParentheses());
        return new ForeignKeySpec(
                constraint,
                index,
                columns,
                Names.table(references.tableRef(), context.database()),
                referenced.isEmpty() ? columns : referenced,
                onUpdate,
                onDelete);
    }

    private static String action(ParseTree tree) {
        DeleteOptionContext action = (DeleteOptionContext) tree;
        List<String> words = new ArrayList<>();
        for (int i = 0; i < action.getChildCount(); i++) {
            words.add(action.getChild(i).getText().toUpperCase(Locale.ROOT));
        }
        return String.join(" ", words);
    }

    IndexSpec index(IndexKind kind, @Nullable String name, KeyListWithExpressionContext keys) {
        return new IndexSpec(
                kind, name, keys.keyPartOrExpression().stream().map(this::part).toList());
    }

    private KeyPartSpec part(KeyPartOrExpressionContext part) {
        KeyPartContext column = part.keyPart();
        if (column == null) {
            return new KeyPartSpec(
                    null,
                    0,
                    isDescending(part.direction()),
                    expressions.print(part.exprWithParentheses().expr()));
        }
        return new KeyPartSpec(
                Names.of(column.identifier()),
                column.fieldLength() == null ? 0 : (int) TypeReader.length(column.fieldLength()),
                isDescending(column.direction()),
                null);
    }

    private boolean isDescending(@Nullable ParseTree direction) {
        return context.hasDescendingKeys()
                && direction != null
                && direction.getText().equalsIgnoreCase("DESC");
    }

    TableOptions options(List<CreateTableOptionContext> options) {
        CharacterSetSpec characters = CharacterSetSpec.NONE;
        @Nullable String comment = null;
        List<String> engines = new ArrayList<>();
        List<TableId> members = new ArrayList<>();
        for (CreateTableOptionContext option : options) {
            engines.addAll(Names.engines(option));
            if (option.tableRefList() != null) {
                option.tableRefList().tableRef().forEach(table -> members.add(Names.table(table, context.database())));
            }
            if (option.defaultCharset() != null) {
                characters = new CharacterSetSpec(
                        types.characterSet(option.defaultCharset().charsetName()), characters.collation(), false);
            } else if (option.defaultCollation() != null) {
                characters = characters.withCollation(
                        types.collation(option.defaultCollation().collationName()));
            } else if (option.option != null && option.option.getText().equalsIgnoreCase("COMMENT")) {
                comment = literals.text(Objects.requireNonNull(option.textStringLiteral()));
            }
        }
        return new TableOptions(characters, comment, engines, members);
    }
}
