package io.gaussferry.objects.translate;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.ExprContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.FieldsContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.InsertStatementContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.SelectItemContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.SelectItemListContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.TextLiteralContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.UpdateElementContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.ValuesContext;
import io.gaussferry.ddl.statement.Literals;
import io.gaussferry.schema.Identifiers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

    EnumLiterals(ValueTypes types, Literals literals) {
        this.types = types;
        this.literals = literals;
    }

    /** Returns the members that replace literals of an UPDATE, as SQL. */
    Map<ParserRuleContext, String> of(UpdateElementContext update) {
        Map<ParserRuleContext, String> members = new HashMap<>();
        add(update.columnRef().getText(), update.expr(), members);
        return members;
    }

    /** Returns the members that replace literals of an INSERT that names its columns, as SQL. */
    Map<ParserRuleContext, String> of(InsertStatementContext insert) {
        Map<ParserRuleContext, String> members = new HashMap<>();
        if (insert.insertFromConstructor() != null
                && insert.insertFromConstructor().fields() != null) {
            List<String> columns = names(insert.insertFromConstructor().fields());
            for (ValuesContext row : ParseTrees.all(insert.insertFromConstructor(), ValuesContext.class)) {
                addRow(columns, values(row), members);
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
            addRow(columns, values, members);
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
            List<String> columns, List<@Nullable ExprContext> values, Map<ParserRuleContext, String> members) {
        for (int i = 0; i < columns.size() && i < values.size(); i++) {
            ExprContext value = values.get(i);
            if (value != null) {
                add(columns.get(i), value, members);
            }
        }
    }

    private void add(String column, @Nullable ExprContext value, Map<ParserRuleContext, String> replaced) {
        if (value != null) {
            replaced.putAll(of(value, types.members(column).orElse(List.of())));
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
