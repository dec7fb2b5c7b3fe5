package io.gaussferry.application.rule;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.*;
import io.gaussferry.schema.MySqlType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.tree.ParseTree;

/** Finds the columns whose values an expression returns, or a function reads. */
final class ReturnedColumns {

    /** Functions that return one of their arguments, so that a caller reads it as the argument itself. */
    private static final Set<String> CHOICES = Set.of(
            ("coalesce ifnull if nullif greatest least any_value lower lcase upper ucase ltrim replace substr substring mid")
                    .split(" "));

    /** Functions that return a TIMESTAMP if an argument is one. */
    private static final Set<String> STAMPS =
            Set.of("coalesce ifnull if nullif any_value date_add date_sub adddate subdate max min".split(" "));

    private final StatementScope scope;

    ReturnedColumns(StatementScope scope) {
        this.scope = scope;
    }

    /** Returns the columns whose value, or a part of it, an expression returns. */
    List<ScopeColumn> of(ParseTree expression) {
        List<ScopeColumn> columns = new ArrayList<>();
        scope.column(expression).ifPresentOrElse(columns::add, () -> collectReturned(expression, columns));
        return columns;
    }

    /** Returns the columns that are arguments, and those whose value an argument returns. */
    List<ScopeColumn> arguments(ParserRuleContext call) {
        List<ScopeColumn> columns = new ArrayList<>();
        collect(call, columns);
        return columns;
    }

    /** Returns the columns of type TIMESTAMP whose value an expression, or an argument, returns, also with an interval added. */
    List<ScopeColumn> stamps(ParseTree expression) {
        List<ScopeColumn> columns = new ArrayList<>();
        collectStamps(expression, columns);
        return columns;
    }

    private void collectStamps(ParseTree tree, List<ScopeColumn> columns) {
        ScopeColumn column = tree instanceof ExprContext || tree instanceof BitExprContext
                ? scope.column(tree).orElse(null)
                : null;
        if (column != null) {
            if (column.column().type() == MySqlType.TIMESTAMP) {
                columns.add(column);
            }
            return;
        }
        for (int i = 0; i < tree.getChildCount(); i++) {
            ParseTree child = tree.getChild(i);
            boolean isCall = child instanceof FunctionCallContext
                    || child instanceof RuntimeFunctionCallContext
                    || child instanceof SumExprContext;
            boolean isPassed = !isCall
                    || STAMPS.contains(
                            ((ParserRuleContext) child).getStart().getText().toLowerCase(Locale.ROOT));
            boolean isCompared = child instanceof PrimaryExprCompareContext
                    || child instanceof PredicateContext predicate && predicate.predicateOperations() != null
                    || (child instanceof ExprIsContext || child instanceof PrimaryExprIsNullContext)
                            && child.getChildCount() > 1;
            if (child instanceof FieldIdentifierContext field && tree instanceof RuntimeFunctionCallContext) {
                scope.named(field)
                        .filter(named -> named.column().type() == MySqlType.TIMESTAMP)
                        .ifPresent(columns::add);
            } else if (isPassed
                    && !isCompared
                    && !(child instanceof SubqueryContext)
                    && !(child instanceof WhenExpressionContext)) {
                collectStamps(child, columns);
            }
        }
    }

    /** Returns whether one of the values is a number with a fraction. */
    boolean hasFraction(ParseTree values) {
        for (int i = 0; i < values.getChildCount(); i++) {
            ParseTree child = values.getChild(i);
            if (child instanceof ExprContext ? isFraction(child) : hasFraction(child)) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether a value is a number with a fraction. */
    boolean isFraction(ParseTree value) {
        return StatementScope.unwrapped(value) instanceof NumLiteralContext number
                        && number.getText().contains(".")
                || scope.column(value)
                        .filter(column -> column.column().type() == MySqlType.DECIMAL)
                        .isPresent();
    }

    private void collect(ParseTree tree, List<ScopeColumn> columns) {
        for (int i = 0; i < tree.getChildCount(); i++) {
            ParseTree child = tree.getChild(i);
            if (child instanceof ExprContext) {
                scope.column(child).ifPresentOrElse(columns::add, () -> collectReturned(child, columns));
            } else if (child instanceof FieldIdentifierContext field && tree instanceof RuntimeFunctionCallContext) {
                scope.named(field).ifPresent(columns::add);
            } else {
                collect(child, columns);
            }
        }
    }

    /** Adds the columns whose value, or a part of it, an expression returns. */
    private void collectReturned(ParseTree expression, List<ScopeColumn> columns) {
        ParseTree tree = expression;
        while (tree.getChildCount() == 1 && !(tree instanceof FunctionCallContext)) {
            tree = tree.getChild(0);
        }
        if (tree instanceof SimpleExprListContext list && list.exprList().expr().size() == 1) {
            collect(list.exprList(), columns);
        } else if (tree instanceof SimpleExprUnaryContext unary) {
            scope.column(unary.simpleExpr()).ifPresent(columns::add);
        } else if (tree instanceof BitExprContext sum && sum.op != null) {
            scope.columns(sum).stream().filter(ScopeColumn::isFloat).forEach(columns::add);
        } else if (tree instanceof SimpleExprCaseContext cases) {
            cases.thenExpression().forEach(then -> collect(then, columns));
            if (cases.elseExpression() != null) {
                collect(cases.elseExpression(), columns);
            }
        } else if ((tree instanceof FunctionCallContext || tree instanceof RuntimeFunctionCallContext)
                && CHOICES.contains(
                        ((ParserRuleContext) tree).getStart().getText().toLowerCase(Locale.ROOT))) {
            collect(tree, columns);
        }
    }
}
