package io.gaussferry.application.rule;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.*;
import io.gaussferry.application.rule.BehaviourRule.Level;
import io.gaussferry.objects.translate.ParseTrees;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.type.ValueFamily;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.tree.ParseTree;

/** Differences of the columns of UNION, EXCEPT and INTERSECT, whose queries return other types. Measured on openGauss 6.0.2. */
final class UnionRules {

    private final StatementScope scope;
    private final RuleFindings findings;
    private final ReturnedColumns returned;

    UnionRules(StatementScope scope, RuleFindings findings) {
        this.scope = scope;
        this.findings = findings;
        this.returned = new ReturnedColumns(scope);
    }

    void find(ParserRuleContext statement) {
        for (QueryExpressionContext query : ParseTrees.all(statement, QueryExpressionContext.class)) {
            if (!RowOrderRules.isOne(query)) {
                List<QuerySpecificationContext> parts = new ArrayList<>();
                collect(query.queryExpressionBody(), parts);
                boolean isRead = query.orderClause() != null || !isOutermost(query);
                columns(query, parts, isRead);
            }
        }
    }

    private static void collect(ParseTree tree, List<QuerySpecificationContext> parts) {
        if (tree instanceof QuerySpecificationContext part) {
            parts.add(part);
            return;
        }
        for (int i = 0; i < tree.getChildCount(); i++) {
            collect(tree.getChild(i), parts);
        }
    }

    private static boolean isOutermost(QueryExpressionContext query) {
        for (ParserRuleContext at = query.getParent(); at != null; at = at.getParent()) {
            if (at instanceof SubqueryContext || at instanceof QueryExpressionContext) {
                return false;
            }
        }
        return true;
    }

    private void columns(QueryExpressionContext query, List<QuerySpecificationContext> parts, boolean isRead) {
        int count = parts.stream()
                .mapToInt(part -> part.selectItemList().selectItem().size())
                .min()
                .orElse(0);
        for (int i = 0; i < count; i++) {
            List<ExprContext> values = new ArrayList<>();
            for (QuerySpecificationContext part : parts) {
                SelectItemContext item = part.selectItemList().selectItem(i);
                if (part.selectItemList().MULT_OPERATOR() != null || item.expr() == null) {
                    return;
                }
                values.add(item.expr());
            }
            column(query, values, isRead);
        }
    }

    private void column(QueryExpressionContext query, List<ExprContext> values, boolean isRead) {
        boolean isString = values.stream().map(scope::family).anyMatch(family -> family == ValueFamily.TEXT);
        if (isString) {
            for (ExprContext value : values) {
                scope.column(value)
                        .filter(column -> column.column().type() == MySqlType.TIMESTAMP)
                        .ifPresent(column -> findings.add(BehaviourRule.TIMESTAMP_TEXT, query, column.label()));
            }
            return;
        }
        if (values.stream().anyMatch(returned::isFraction) && !values.stream().allMatch(returned::isFraction)) {
            findings.add(BehaviourRule.ROOT_DIGITS, query, "UNION");
        }
        for (ExprContext value : values) {
            ScopeColumn column =
                    scope.column(value).filter(UnionRules::isOwnType).orElse(null);
            if (column == null) {
                continue;
            }
            for (ExprContext other : values) {
                Optional<ColumnDefinition> second = scope.column(other).map(ScopeColumn::column);
                boolean isSame = second.filter(definition -> definition.type()
                                        == column.column().type()
                                && definition.unsigned() == column.column().unsigned())
                        .isPresent();
                boolean isOtherUnsigned =
                        second.filter(ColumnDefinition::unsigned).isPresent();
                if (!isSame) {
                    findings.add(
                            BehaviourRule.UNION_TYPES,
                            isRead || isOtherUnsigned ? Level.DIFFERS : Level.NOTE,
                            value.getStart(),
                            column.label());
                }
            }
        }
    }

    /** Returns whether a column has a type that the target does not convert to other types of numbers. */
    private static boolean isOwnType(ScopeColumn column) {
        MySqlType type = column.column().type();
        return type == MySqlType.YEAR
                || type == MySqlType.BIT
                || type.isInteger() && column.column().unsigned();
    }
}
