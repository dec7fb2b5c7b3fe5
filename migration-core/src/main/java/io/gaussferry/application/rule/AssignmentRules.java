package io.gaussferry.application.rule;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.*;
import io.gaussferry.objects.translate.ParseTrees;
import io.gaussferry.schema.MySqlType;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.tree.ParseTree;
import org.jspecify.annotations.Nullable;

/** Differences of the values that a change stores in columns of another type. */
final class AssignmentRules {

    private final StatementScope scope;
    private final RuleFindings findings;
    private final ReturnedColumns returned;

    AssignmentRules(StatementScope scope, RuleFindings findings) {
        this.scope = scope;
        this.findings = findings;
        this.returned = new ReturnedColumns(scope);
    }

    void find(ParserRuleContext statement) {
        for (UpdateElementContext element : ParseTrees.all(statement, UpdateElementContext.class)) {
            if (element.expr() != null) {
                ExprContext value = element.expr();
                scope.named(element.columnRef().fieldIdentifier()).ifPresent(column -> assign(column, value));
            }
        }
        if (statement instanceof InsertStatementContext insert) {
            insert(insert.insertFromConstructor(), insert.insertQueryExpression());
        } else if (statement instanceof ReplaceStatementContext replace) {
            insert(replace.insertFromConstructor(), replace.insertQueryExpression());
        }
    }

    private void insert(@Nullable InsertFromConstructorContext rows, @Nullable InsertQueryExpressionContext query) {
        if (rows != null) {
            for (ValuesContext values : ParseTrees.all(rows.insertValues(), ValuesContext.class)) {
                assign(rows.fields(), values.DEFAULT_SYMBOL().isEmpty() ? values.expr() : List.of());
            }
        } else if (query != null) {
            ParseTrees.first(query, SelectItemListContext.class)
                    .filter(items -> items.MULT_OPERATOR() == null)
                    .map(items -> items.selectItem().stream()
                            .map(SelectItemContext::expr)
                            .toList())
                    .filter(items -> items.stream().allMatch(Objects::nonNull))
                    .ifPresent(items -> assign(query.fields(), items));
        }
    }

    private void assign(@Nullable FieldsContext fields, List<ExprContext> values) {
        if (fields == null) {
            return;
        }
        for (int i = 0; i < values.size() && i < fields.insertIdentifier().size(); i++) {
            InsertIdentifierContext field = fields.insertIdentifier(i);
            Optional<ScopeColumn> column = field.columnRef() == null
                    ? Optional.empty()
                    : scope.target(field.columnRef().fieldIdentifier());
            ExprContext value = values.get(i);
            column.ifPresent(found -> assign(found, value));
        }
    }

    private void assign(ScopeColumn column, ExprContext value) {
        MySqlType type = column.column().type();
        List<ScopeColumn> sources = returned.of(value);
        if (type.isText()) {
            returned.stamps(value).forEach(source -> findings.add(BehaviourRule.TIMESTAMP_TEXT, value, source.label()));
            for (ScopeColumn source : sources) {
                if (source.isFloat()) {
                    findings.add(BehaviourRule.FLOAT_TEXT, value, source.label());
                } else if (source.column().type() == MySqlType.BIT) {
                    findings.add(BehaviourRule.BIT_TEXT, value, source.label());
                } else if (source.hasFraction() && source.column().type() != MySqlType.TIMESTAMP) {
                    findings.add(BehaviourRule.FRACTION_TEXT, value, source.label());
                }
            }
            if (isFloat(value)) {
                findings.add(BehaviourRule.FLOAT_TEXT, value, column.label());
            }
        } else if (type.isInteger()) {
            if (isFloat(value) || sources.stream().anyMatch(ScopeColumn::isFloat)) {
                findings.add(BehaviourRule.HALF_ROUNDING, value, column.label());
            }
        } else if (type == MySqlType.DATE) {
            sources.stream()
                    .filter(ScopeColumn::hasFraction)
                    .forEach(source -> findings.add(BehaviourRule.HALF_ROUNDING, value, source.label()));
        } else if (type == MySqlType.JSON && isDocument(value)) {
            findings.add(BehaviourRule.JSON_TEXT, value, column.label());
        }
    }

    private static boolean isFloat(ParseTree value) {
        return ParseTrees.all(value, NumLiteralContext.class).stream()
                .anyMatch(number -> number.getText().matches("(?i)[0-9.]+e[-+]?[0-9]+"));
    }

    /** Returns whether a value is a string with a document, whose form the target keeps. */
    private static boolean isDocument(ParseTree value) {
        return StatementScope.text(value) != null
                || StatementScope.inner(value) instanceof SimpleExprParamMarkerContext;
    }
}
