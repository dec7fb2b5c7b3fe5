package io.gaussferry.application.rule;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.*;
import io.gaussferry.application.rule.BehaviourRule.Level;
import io.gaussferry.ddl.statement.Names;
import io.gaussferry.objects.translate.ParseTrees;
import io.gaussferry.schema.MySqlType;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.tree.ParseTree;

/** Differences of the values that a query returns, as the target's driver reads them. */
final class ResultRules {

    /** Functions that may return a negative TIME. */
    private static final Set<String> TIMES = Set.of("timediff", "sec_to_time", "maketime", "addtime", "subtime");

    private final StatementScope scope;
    private final RuleFindings findings;
    private final ReturnedColumns returned;

    ResultRules(StatementScope scope, RuleFindings findings) {
        this.scope = scope;
        this.findings = findings;
        this.returned = new ReturnedColumns(scope);
    }

    void find(ParserRuleContext statement) {
        if (!(statement instanceof SelectStatementContext)) {
            return;
        }
        for (QuerySpecificationContext query : ParseTrees.all(statement, QuerySpecificationContext.class)) {
            if (!isCompared(query)) {
                query(query);
            }
        }
    }

    /** Returns whether the rows of a subquery are compared or counted, and not returned. */
    private static boolean isCompared(QuerySpecificationContext query) {
        for (ParserRuleContext at = query; at != null; at = at.getParent()) {
            if (at instanceof SubqueryContext) {
                ParserRuleContext outer = at.getParent();
                boolean isExists = outer instanceof SimpleExprSubQueryContext sub && sub.EXISTS_SYMBOL() != null;
                if (isExists || outer instanceof PredicateExprInContext || outer instanceof PrimaryExprAllAnyContext) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Returns whether another query names the columns of a query, and returns them or not. */
    private static boolean isNamed(QuerySpecificationContext query) {
        for (ParserRuleContext at = query.getParent(); at != null; at = at.getParent()) {
            if (at instanceof QueryExpressionContext expression && !RowOrderRules.isOne(expression)) {
                return false;
            }
            if (at instanceof SubqueryContext) {
                return at.getParent() instanceof DerivedTableContext
                        || at.getParent() instanceof CommonTableExpressionContext;
            }
        }
        return false;
    }

    private void query(QuerySpecificationContext query) {
        if (isNamed(query)) {
            query.selectItemList().selectItem().stream()
                    .filter(item ->
                            item.expr() != null && scope.column(item.expr()).isEmpty())
                    .forEach(item -> item(item, item.expr()));
            return;
        }
        if (query.selectItemList().MULT_OPERATOR() != null) {
            scope.all(query, null).forEach(column -> direct(query.selectItemList(), column));
        }
        for (SelectItemContext item : query.selectItemList().selectItem()) {
            if (item.tableWild() != null) {
                List<IdentifierContext> names = item.tableWild().identifier();
                scope.all(query, Names.of(names.get(names.size() - 1))).forEach(column -> direct(item, column));
            } else if (item.expr() != null) {
                item(item, item.expr());
            }
        }
    }

    private void item(SelectItemContext item, ExprContext expression) {
        Optional<ScopeColumn> column = scope.column(expression);
        if (column.isPresent()) {
            direct(item, column.get());
            return;
        }
        returned.of(expression).forEach(value -> blanks(item, value));
        if (scope.isDolphin()) {
            returned.stamps(expression)
                    .forEach(value ->
                            findings.add(BehaviourRule.DRIVER_VALUE, Level.NOTE, item.getStart(), value.label()));
            negativeTimes(item, expression);
        }
        if (StatementScope.inner(expression) instanceof SumExprContext sum
                && (sum.MIN_SYMBOL() != null || sum.MAX_SYMBOL() != null)) {
            scope.columns(sum).forEach(value -> {
                blanks(item, value);
                if (value.column().type() == MySqlType.TIME) {
                    findings.add(BehaviourRule.NEGATIVE_TIME, item, value.label());
                }
            });
        }
        if (scope.isDolphin() && isBytes(StatementScope.inner(expression))) {
            findings.add(BehaviourRule.DRIVER_VALUE, item, "");
        }
    }

    private void negativeTimes(SelectItemContext item, ExprContext expression) {
        if (StatementScope.inner(expression) instanceof ParserRuleContext call
                && (call instanceof FunctionCallContext || call instanceof RuntimeFunctionCallContext)
                && TIMES.contains(call.getStart().getText().toLowerCase(Locale.ROOT))) {
            findings.add(
                    BehaviourRule.NEGATIVE_TIME, item, call.getStart().getText().toUpperCase(Locale.ROOT));
        }
    }

    /** A column as it is. */
    private void direct(ParserRuleContext where, ScopeColumn column) {
        blanks(where, column);
        MySqlType type = column.column().type();
        boolean isBytes = (type == MySqlType.BINARY || type == MySqlType.VARBINARY) && scope.isDolphin();
        if (isBytes || type == MySqlType.BIT && column.column().length() != 1) {
            findings.add(BehaviourRule.DRIVER_VALUE, where, column.label());
        } else if (type == MySqlType.TIMESTAMP && scope.isDolphin()) {
            findings.add(BehaviourRule.DRIVER_VALUE, Level.NOTE, where.getStart(), column.label());
        } else if (type == MySqlType.FLOAT) {
            findings.add(BehaviourRule.FLOAT_DIGITS, where, column.label());
        } else if (type == MySqlType.TIME) {
            findings.add(BehaviourRule.NEGATIVE_TIME, where, column.label());
        }
    }

    private void blanks(ParserRuleContext where, ScopeColumn column) {
        if (column.column().type() == MySqlType.CHAR && scope.session().padsChar()) {
            findings.add(BehaviourRule.CHAR_RESULT, where, column.label());
        }
    }

    private static boolean isBytes(ParseTree expression) {
        if (expression instanceof SimpleExprCastContext cast) {
            return cast.castType().BINARY_SYMBOL() != null;
        }
        return expression instanceof SimpleExprBinaryContext
                || expression instanceof RuntimeFunctionCallContext call
                        && call.getStart().getText().toLowerCase(Locale.ROOT).equals("char");
    }
}
