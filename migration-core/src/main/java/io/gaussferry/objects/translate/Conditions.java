package io.gaussferry.objects.translate;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.*;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.tree.ParseTree;

/** Decides by the form of an expression or query what it returns. */
final class Conditions {

    private Conditions() {}

    /** Returns whether an expression is a boolean on the target. */
    static boolean isBoolean(ParseTree tree) {
        if (tree instanceof ExprNotContext
                || tree instanceof ExprAndContext
                || tree instanceof ExprOrContext
                || tree instanceof ExprXorContext
                || tree instanceof PrimaryExprIsNullContext
                || tree instanceof PrimaryExprCompareContext
                || tree instanceof PrimaryExprAllAnyContext
                || tree instanceof SimpleExprNotContext
                || tree instanceof BoolLiteralContext) {
            return true;
        }
        if (tree instanceof ExprIsContext is && is.IS_SYMBOL() != null) {
            return true;
        }
        if (tree instanceof PredicateContext predicate && predicate.getChildCount() > 1) {
            return true;
        }
        if (tree instanceof SimpleExprSubQueryContext query && query.EXISTS_SYMBOL() != null) {
            return true;
        }
        if (tree instanceof SimpleExprListContext list
                && list.ROW_SYMBOL() == null
                && list.exprList().expr().size() == 1) {
            return isBoolean(list.exprList().expr(0));
        }
        return tree.getChildCount() == 1 && tree.getChild(0) instanceof ParserRuleContext only && isBoolean(only);
    }

    /** Returns whether an expression is a column or variable, without any operation. */
    static boolean isName(ParseTree tree) {
        return tree instanceof SimpleExprColumnRefContext column && column.jsonOperator() == null
                || tree.getChildCount() == 1 && tree.getChild(0) instanceof ParserRuleContext only && isName(only);
    }

    /** Returns whether a query returns exactly one row, whatever the tables contain: no table, or aggregates without groups. */
    static boolean isOneRow(SelectStatementContext select) {
        var specifications = ParseTrees.all(select, QuerySpecificationContext.class).stream()
                .filter(specification -> !isWithin(specification, SubqueryContext.class, select))
                .toList();
        if (specifications.size() != 1
                || ParseTrees.first(select, LimitClauseContext.class).isPresent()
                || ParseTrees.first(select, HavingClauseContext.class).isPresent()
                || ParseTrees.first(select, GroupByClauseContext.class).isPresent()) {
            return false;
        }
        QuerySpecificationContext query = specifications.get(0);
        if (query.fromClause() == null) {
            return query.whereClause() == null;
        }
        return ParseTrees.first(query.selectItemList(), SumExprContext.class)
                .filter(sum -> sum.windowingClause() == null)
                .isPresent();
    }

    private static boolean isWithin(ParserRuleContext tree, Class<?> kind, ParserRuleContext upTo) {
        for (ParserRuleContext at = tree; at != null && at != upTo; at = at.getParent()) {
            if (kind.isInstance(at)) {
                return true;
            }
        }
        return false;
    }
}
