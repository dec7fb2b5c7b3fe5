package io.gaussferry.objects.translate;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.ExprContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.FieldsContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.InsertStatementContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.SelectItemContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.SelectItemListContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.SingleTableContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.TableRefContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.TextLiteralContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.UpdateElementContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.UpdateStatementContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.ValuesContext;
import io.gaussferry.ddl.statement.Literals;
import io.gaussferry.ddl.statement.Names;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.Identifiers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.tree.ParseTree;
import org.jspecify.annotations.Nullable;

/**
 * String literals that statements store in columns of type ENUM. MySQL finds the member in any case and without trailing blanks, the target in
 * its own spelling only.
 */
final class EnumLiterals {

    private final ValueTypes types;
    private final Literals literals;
    private final NameWriter names;

    EnumLiterals(ValueTypes types, Literals literals, NameWriter names) {
        this.names = names;
        this.types = types;
        this.literals = literals;
    }

    /** Returns the members that replace literals of an UPDATE, as SQL. */
    Map<ParserRuleContext, String> of(UpdateElementContext update) {
        Map<ParserRuleContext, String> members = new HashMap<>();
        add(update.columnRef().getText(), update.expr(), tables(update), members);
        return members;
    }

    /** Returns the members that replace literals of an INSERT that names its columns, as SQL. */
    Map<ParserRuleContext, String> of(InsertStatementContext insert) {
        Map<ParserRuleContext, String> members = new HashMap<>();
        Set<TableId> table = Set.of(source(insert.tableRef()));
        if (insert.insertFromConstructor() != null
                && insert.insertFromConstructor().fields() != null) {
            List<String> columns = names(insert.insertFromConstructor().fields());
            for (ValuesContext row : ParseTrees.all(insert.insertFromConstructor(), ValuesContext.class)) {
                addRow(columns, values(row), table, members);
            }
        }
        if (insert.insertQueryExpression() != null
                && insert.insertQueryExpression().fields() != null) {
            List<String> columns = names(insert.insertQueryExpression().fields());
            List<@Nullable ExprContext> values = ParseTrees.first(
                            insert.insertQueryExpression(), SelectItemListContext.class)
                    .filter(list -> list.MULT_OPERATOR() == null)
                    .map(list -> expressions(list.selectItem()))
                    .orElse(List.of());
            addRow(columns, values, table, members);
        }
        return members;
    }

    private static List<String> names(FieldsContext fields) {
        return fields.insertIdentifier().stream()
                .map(ParserRuleContext::getText)
                .toList();
    }

    private static List<@Nullable ExprContext> values(ValuesContext row) {
        List<@Nullable ExprContext> values = new ArrayList<>();
        for (ParseTree child : row.children) {
            if (!child.getText().equals(",")) {
                values.add(child instanceof ExprContext value ? value : null);
            }
        }
        return values;
    }

    private static List<@Nullable ExprContext> expressions(List<SelectItemContext> items) {
        List<@Nullable ExprContext> expressions = new ArrayList<>();
        items.forEach(item -> expressions.add(item.expr()));
        return expressions;
    }

    private void addRow(
            List<String> columns,
            List<@Nullable ExprContext> values,
            Set<TableId> table,
            Map<ParserRuleContext, String> members) {
        for (int i = 0; i < columns.size() && i < values.size(); i++) {
            ExprContext value = values.get(i);
            if (value != null) {
                add(columns.get(i), value, table, members);
            }
        }
    }

    private TableId source(TableRefContext table) {
        return names.source(table.qualifiedIdentifier(), table.dotIdentifier());
    }

    /** Returns the tables that may have an assigned column: the one of its qualifier, or those that the statement changes. */
    private Set<TableId> tables(UpdateElementContext update) {
        String written = update.columnRef().getText();
        String qualifier = written.contains(".") ? written.substring(0, written.lastIndexOf('.')) : "";
        String alias = Names.unquote(qualifier.substring(qualifier.lastIndexOf('.') + 1));
        Set<TableId> tables = new LinkedHashSet<>();
        for (ParserRuleContext at = update.getParent(); at != null; at = at.getParent()) {
            if (at instanceof InsertStatementContext insert) {
                return Set.of(source(insert.tableRef()));
            }
            if (at instanceof UpdateStatementContext statement) {
                for (SingleTableContext table :
                        ParseTrees.all(statement.tableReferenceList(), SingleTableContext.class)) {
                    TableId name = source(table.tableRef());
                    String known = table.tableAlias() == null
                            ? name.name()
                            : Names.of(table.tableAlias().identifier());
                    if (alias.isEmpty() || alias.equalsIgnoreCase(known)) {
                        tables.add(name);
                    }
                }
                return tables;
            }
        }
        return tables;
    }

    private void add(
            String column, @Nullable ExprContext value, Set<TableId> tables, Map<ParserRuleContext, String> replaced) {
        if (value != null) {
            replaced.putAll(of(value, types.members(column, tables).orElse(List.of())));
        }
    }

    /** Returns the member that replaces a literal of an assignment to a column, as SQL. */
    Map<ParserRuleContext, String> of(ExprContext value, List<String> members) {
        Optional<TextLiteralContext> literal = ParseTrees.first(value, TextLiteralContext.class)
                .filter(text -> text.getSourceInterval().equals(value.getSourceInterval()));
        if (literal.isEmpty()) {
            return Map.of();
        }
        String text = literals.text(literal.get());
        String stored = text.replaceFirst(" +$", "");
        List<String> found = members.stream()
                .filter(member -> member.equalsIgnoreCase(stored))
                .toList();
        return members.contains(text) || found.size() != 1
                ? Map.of()
                : Map.of(value, Identifiers.literal(found.get(0)));
    }
}
