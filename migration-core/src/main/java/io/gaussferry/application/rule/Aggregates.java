package io.gaussferry.application.rule;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.FunctionCallContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.SubqueryContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.SumExprContext;
import org.antlr.v4.runtime.tree.ParseTree;

/** Recognizes aggregates. The grammar reads {@code AVG(x)} without modifiers as a call of any function. */
final class Aggregates {

    private Aggregates() {}

    /** Returns whether a node is an aggregate of a group. */
    static boolean isOne(ParseTree tree) {
        return tree instanceof SumExprContext sum ? sum.windowingClause() == null : isPlainAverage(tree);
    }

    static boolean isAverage(ParseTree tree) {
        return tree instanceof SumExprContext sum ? sum.AVG_SYMBOL() != null : isPlainAverage(tree);
    }

    private static boolean isPlainAverage(ParseTree tree) {
        return tree instanceof FunctionCallContext call
                && call.getStart().getText().equalsIgnoreCase("avg");
    }

    /** Returns whether an expression has an aggregate outside of subqueries. */
    static boolean areIn(ParseTree tree) {
        if (isOne(tree)) {
            return true;
        }
        for (int i = 0; i < tree.getChildCount(); i++) {
            if (!(tree.getChild(i) instanceof SubqueryContext) && areIn(tree.getChild(i))) {
                return true;
            }
        }
        return false;
    }
}
