package io.gaussferry.objects.translate;

import io.debezium.ddl.parser.mysql.generated.MySqlParser;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.*;
import java.util.Set;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.tree.ParseTree;

/**
 * Operations that bind less on the target than in MySQL, so that it would evaluate {@code 7 + 6 DIV 2} as {@code (7 + 6) DIV 2}. Measured on
 * openGauss 6.0.2: DIV and MOD bind less than all other operators of numbers, the bit operators have one precedence, {@code ~} and
 * {@code !} bind less than operators with two operands, and IS binds more than comparisons.
 */
public final class Precedence {

    private static final Set<Integer> REMAINDERS = Set.of(MySqlParser.DIV_SYMBOL, MySqlParser.MOD_SYMBOL);

    private static final Set<Integer> BIT_OPERATORS = Set.of(
            MySqlParser.BITWISE_AND_OPERATOR,
            MySqlParser.BITWISE_OR_OPERATOR,
            MySqlParser.BITWISE_XOR_OPERATOR,
            MySqlParser.SHIFT_LEFT_OPERATOR,
            MySqlParser.SHIFT_RIGHT_OPERATOR);

    private Precedence() {}

    /** Returns whether an expression is written in parentheses, which change nothing if its precedence is the same. */
    static boolean isEnclosed(ParserRuleContext tree) {
        return tree instanceof BitExprContext bits
                        && bits.op != null
                        && (isRemainder(bits) || BIT_OPERATORS.contains(bits.op.getType()))
                || tree instanceof SimpleExprUnaryContext unary
                        && unary.op.getType() == MySqlParser.BITWISE_NOT_OPERATOR
                || isTestedComparison(tree);
    }

    /** Returns whether the target would take other operands for an operation than MySQL does. */
    public static boolean differs(ParseTree tree) {
        if (tree instanceof BitExprContext bits && bits.op != null && isEnclosed(bits)) {
            return isRemainder(bits) ? isOperand(bits, true) : isRightOfBits(bits) || isTested(bits);
        }
        if (tree instanceof SimpleExprUnaryContext unary) {
            return isEnclosed(unary) && isOperand(unary, false);
        }
        if (tree instanceof SimpleExprNotContext not) {
            return isOperand(not, false);
        }
        return tree instanceof BoolPriContext compared && isTestedComparison(compared);
    }

    private static boolean isRemainder(BitExprContext bits) {
        return REMAINDERS.contains(bits.op.getType());
    }

    /** @param isLeftAssociative whether the first operand of an equal operator is evaluated first on both sides */
    private static boolean isOperand(ParserRuleContext tree, boolean isLeftAssociative) {
        if (isTested(tree)) {
            return true;
        }
        if (!(operation(tree) instanceof BitExprContext outer) || outer.op == null) {
            return false;
        }
        return !(isLeftAssociative && isRemainder(outer) && isWithin(tree, outer.bitExpr(0)));
    }

    private static boolean isRightOfBits(BitExprContext bits) {
        return operation(bits) instanceof BitExprContext outer
                && outer.op != null
                && BIT_OPERATORS.contains(outer.op.getType())
                && isWithin(bits, outer.bitExpr(1));
    }

    private static boolean isWithin(ParseTree tree, ParseTree operand) {
        for (ParseTree at = tree; at != null; at = at.getParent()) {
            if (at == operand) {
                return true;
            }
        }
        return false;
    }

    private static boolean isTested(ParserRuleContext tree) {
        ParseTree operation = operation(tree);
        return operation instanceof PrimaryExprIsNullContext
                || operation instanceof ExprIsContext is && is.IS_SYMBOL() != null;
    }

    /** Returns whether IS tests a comparison: the target would compare the result of IS. */
    private static boolean isTestedComparison(ParserRuleContext tree) {
        boolean isComparison = tree instanceof PrimaryExprCompareContext
                || tree instanceof PrimaryExprPredicateContext predicate
                        && predicate.predicate().predicateOperations() != null;
        return isComparison && isTested(tree);
    }

    /** Returns the closest node around an expression that has other parts, too. */
    private static ParseTree operation(ParserRuleContext tree) {
        ParserRuleContext at = tree.getParent();
        while (at != null && at.getChildCount() == 1 && at.getParent() != null) {
            at = at.getParent();
        }
        return at == null ? tree : at;
    }
}
