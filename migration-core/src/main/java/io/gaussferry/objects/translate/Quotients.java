package io.gaussferry.objects.translate;

import io.debezium.ddl.parser.mysql.generated.MySqlParser;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.*;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.tree.ParseTree;
import org.jspecify.annotations.Nullable;

/**
 * Writes quotients of exact numbers that are used further. MySQL truncates them to whole groups of nine decimals: {@code FLOOR(10 / 3 * 3)} is
 * 9. The target rounds them to sixteen digits or more.
 */
final class Quotients {

    /** MySQL's {@code div_precision_increment}, unless it is changed. */
    private static final int MORE = 4;
    /** Decimals that MySQL stores together. */
    private static final int GROUP = 9;
    /** The most decimals of a number in MySQL. */
    private static final int MOST = 30;

    /** Functions whose result has the decimals that MySQL prints, or less: the others make no difference. */
    private static final Set<String> ROUNDING = Set.of("round", "format", "concat", "concat_ws");
    /** Functions that return an argument as it is. */
    private static final Set<String> CHOOSING = Set.of("coalesce", "ifnull", "if", "nullif");

    private static final Set<String> AGGREGATES = Set.of("sum", "min", "max");

    private final ValueTypes types;
    private final Digits digits;
    private final Rewrites rewrites;

    Quotients(ValueTypes types, Digits digits, Rewrites rewrites) {
        this.types = types;
        this.digits = digits;
        this.rewrites = rewrites;
    }

    /** Writes a quotient with MySQL's decimals; returns null for one that is written as it is, and for another expression. */
    @Nullable
    String write(ParserRuleContext tree, Function<ParseTree, String> writer) {
        if (!isQuotient(tree) || !isUsedFurther(tree)) {
            return null;
        }
        BitExprContext bits = (BitExprContext) tree;
        OptionalInt dividend = fraction(bits.bitExpr(0));
        OptionalInt decimals = fraction(tree);
        if (dividend.isEmpty() || decimals.isEmpty() || isFinite(dividend.getAsInt(), bits.bitExpr(1))) {
            return null;
        }
        rewrites.use(RewriteRule.DIGITS);
        // the quotient has as many decimals as the dividend
        return "trunc(CAST((" + writer.apply(bits.bitExpr(0)) + ") AS decimal(65," + MOST + ")) / "
                + writer.apply(bits.bitExpr(1)) + ", " + decimals.getAsInt() + ")";
    }

    private static boolean isQuotient(ParseTree tree) {
        return tree instanceof BitExprContext bits
                && bits.op != null
                && bits.op.getType() == MySqlParser.DIV_OPERATOR
                && bits.bitExpr().size() == 2;
    }

    /** Returns whether a quotient has few decimals: its divisor is a product of 2 and 5. */
    private static boolean isFinite(int decimals, ParseTree divisor) {
        ParseTree value = Digits.value(divisor);
        if (!(value instanceof NumLiteralContext) || !value.getText().matches("[1-9]\\d{0,5}")) {
            return false;
        }
        long power = 1;
        for (int i = decimals % GROUP; i < GROUP; i++) {
            power *= 10;
        }
        return power % Long.parseLong(value.getText()) == 0;
    }

    /** Returns whether more decimals of an expression than MySQL prints may change a result. */
    private boolean isUsedFurther(ParserRuleContext tree) {
        ParserRuleContext use = tree.getParent();
        while (use != null && !isEnd(use) && (use.getChildCount() == 1 || isInParentheses(use))) {
            use = use.getParent();
        }
        if (use == null || isEnd(use)) {
            return false;
        }
        if (use instanceof ThenExpressionContext || use instanceof ElseExpressionContext) {
            return use.getParent() != null && isUsedFurther(use.getParent());
        }
        if (use instanceof UpdateElementContext update) {
            return keepsDecimals(update.columnRef().getText());
        }
        if (use instanceof OptionValueNoOptionTypeContext assigned && assigned.lvalueVariable() != null) {
            return keepsDecimals(assigned.lvalueVariable().getText());
        }
        if (use instanceof ExprListContext || use instanceof UdfExprListContext || use instanceof UdfExprContext) {
            use = use.getParent();
        }
        if (use instanceof ExprListWithParenthesesContext) {
            use = use.getParent();
        }
        if (use instanceof FunctionCallContext || use instanceof RuntimeFunctionCallContext) {
            String name = use.getStart().getText().toLowerCase(Locale.ROOT);
            return CHOOSING.contains(name) ? isUsedFurther(use) : !ROUNDING.contains(name);
        }
        return true;
    }

    /** Returns whether a column or variable stores the decimals that MySQL truncates. */
    private boolean keepsDecimals(String name) {
        return types.isFloating(name) || digits.scaleOf(name).orElse(0) >= GROUP;
    }

    /** Returns whether a result is returned, or orders and groups rows by the result that is returned. */
    private static boolean isEnd(ParserRuleContext use) {
        return use instanceof SelectItemContext || use instanceof OrderExpressionContext;
    }

    private static boolean isInParentheses(ParserRuleContext tree) {
        return tree instanceof SimpleExprListContext list
                && list.ROW_SYMBOL() == null
                && list.exprList().expr().size() == 1;
    }

    /** Returns the decimals with which MySQL computes an exact number; empty if they are not known. */
    private OptionalInt fraction(ParseTree tree) {
        ParseTree value = Digits.value(tree);
        if (value instanceof BitExprContext bits && bits.op != null) {
            return bits.bitExpr().size() == 2 ? ofOperation(bits) : OptionalInt.empty();
        }
        if (value instanceof SimpleExprUnaryContext unary) {
            return unary.op.getType() == MySqlParser.BITWISE_NOT_OPERATOR
                    ? OptionalInt.empty()
                    : fraction(unary.simpleExpr());
        }
        if (value instanceof FunctionCallContext || value instanceof RuntimeFunctionCallContext) {
            List<ParserRuleContext> arguments = StringFunctions.arguments((ParserRuleContext) value);
            String name = ((ParserRuleContext) value).getStart().getText().toLowerCase(Locale.ROOT);
            if (name.equals("abs") && arguments.size() == 1) {
                return fraction(arguments.get(0));
            }
            if (AGGREGATES.contains(name) && arguments.size() == 1 && hasQuotient(arguments.get(0))) {
                // grouped rows may have rounded them
                return OptionalInt.empty();
            }
        }
        if (value instanceof SumExprContext sum && sum.inSumExpr() != null && hasQuotient(sum.inSumExpr())) {
            return OptionalInt.empty();
        }
        return digits.scale(value);
    }

    private OptionalInt ofOperation(BitExprContext bits) {
        if (bits.INTERVAL_SYMBOL() != null) {
            return OptionalInt.empty();
        }
        OptionalInt left = fraction(bits.bitExpr(0));
        OptionalInt right = fraction(bits.bitExpr(1));
        if (left.isEmpty() || right.isEmpty()) {
            return OptionalInt.empty();
        }
        int a = left.getAsInt();
        int b = right.getAsInt();
        return switch (bits.op.getType()) {
            case MySqlParser.DIV_OPERATOR -> ofQuotient(a, b);
            case MySqlParser.MULT_OPERATOR -> a + b > MOST ? OptionalInt.empty() : OptionalInt.of(a + b);
            case MySqlParser.PLUS_OPERATOR, MySqlParser.MINUS_OPERATOR -> OptionalInt.of(Math.max(a, b));
            case MySqlParser.DIV_SYMBOL -> OptionalInt.of(0);
            default -> OptionalInt.empty();
        };
    }

    private static OptionalInt ofQuotient(int dividend, int divisor) {
        int first = grouped(dividend);
        int second = grouped(divisor);
        int more = Math.max(0, MORE - (first - dividend) - (second - divisor));
        int decimals = grouped(first + second + more);
        return decimals >= MOST ? OptionalInt.empty() : OptionalInt.of(decimals);
    }

    private static int grouped(int decimals) {
        return (decimals + GROUP - 1) / GROUP * GROUP;
    }

    private static boolean hasQuotient(ParserRuleContext tree) {
        return ParseTrees.all(tree, BitExprContext.class).stream().anyMatch(Quotients::isQuotient);
    }
}
