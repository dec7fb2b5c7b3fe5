package io.gaussferry.objects.translate;

import io.debezium.ddl.parser.mysql.generated.MySqlParser;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.*;
import io.gaussferry.schema.MySqlType;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.tree.ParseTree;
import org.jspecify.annotations.Nullable;

/**
 * Writes operations on bits for dolphin. Their operands and results are unsigned numbers of 64 bits in MySQL. Measured on openGauss 6.0.2: its
 * {@code |}, {@code &} and shifts have the type of their operands, so that a negative number remains negative and a shift is cyclic.
 */
final class BitOperations {

    private static final Set<Integer> OPERATORS = Set.of(
            MySqlParser.BITWISE_AND_OPERATOR,
            MySqlParser.BITWISE_OR_OPERATOR,
            MySqlParser.SHIFT_LEFT_OPERATOR,
            MySqlParser.SHIFT_RIGHT_OPERATOR);

    /** Operators whose result is an integer if the operands are. */
    private static final Set<Integer> ARITHMETIC = Set.of(
            MySqlParser.PLUS_OPERATOR,
            MySqlParser.MINUS_OPERATOR,
            MySqlParser.MULT_OPERATOR,
            MySqlParser.DIV_SYMBOL,
            MySqlParser.MOD_OPERATOR,
            MySqlParser.MOD_SYMBOL,
            MySqlParser.BITWISE_AND_OPERATOR);

    private static final Set<String> AGGREGATES = Set.of("bit_and", "bit_or", "bit_xor");

    private final ValueTypes types;
    private final FloatingNumbers floating;
    private final Rewrites rewrites;
    private final Function<ParseTree, String> print;

    /** @param print writes an operand */
    BitOperations(ValueTypes types, FloatingNumbers floating, Rewrites rewrites, Function<ParseTree, String> print) {
        this.types = types;
        this.floating = floating;
        this.rewrites = rewrites;
        this.print = print;
    }

    /** Writes an operation or an aggregate; returns null for one that is written as it is. */
    @Nullable
    String write(ParserRuleContext tree) {
        if (tree instanceof BitExprContext bits
                && bits.op != null
                && bits.bitExpr().size() == 2
                && (OPERATORS.contains(bits.op.getType()) || bits.op.getType() == MySqlParser.BITWISE_XOR_OPERATOR)) {
            bits.bitExpr().forEach(this::requireNumber);
            return OPERATORS.contains(bits.op.getType()) && !isEqual(bits) ? operation(bits) : null;
        }
        if (tree instanceof SumExprContext sum && sum.inSumExpr() != null && isAggregate(sum)) {
            requireNumber(sum.inSumExpr().expr());
            rewrites.use(RewriteRule.BITS);
            String window = sum.windowingClause() == null ? "" : " " + print.apply(sum.windowingClause());
            return aggregate(sum, sum.inSumExpr().expr(), window);
        }
        if (tree instanceof FunctionCallContext call
                && isAggregate(call)
                && ValueTypes.arguments(call).size() == 1) {
            requireNumber(ValueTypes.arguments(call).get(0));
            rewrites.use(RewriteRule.BITS);
            return aggregate(call, ValueTypes.arguments(call).get(0), "");
        }
        return null;
    }

    private static boolean isAggregate(ParserRuleContext call) {
        return AGGREGATES.contains(call.getStart().getText().toLowerCase(Locale.ROOT));
    }

    /** Without rows the result is 0, or all bits, in MySQL. */
    private String aggregate(ParserRuleContext call, ParseTree argument, String window) {
        String name = call.getStart().getText().toLowerCase(Locale.ROOT);
        String written = name + "(" + unsigned(argument) + ")" + window;
        return name.equals("bit_and") ? written : "coalesce(" + written + ", 0)";
    }

    private String operation(BitExprContext bits) {
        rewrites.use(RewriteRule.BITS);
        BitExprContext right = bits.bitExpr(1);
        boolean isPlain = isMask(right) || isShift(bits) && isInteger(right);
        return "(" + unsigned(bits.bitExpr(0)) + " " + bits.op.getText() + " "
                + (isPlain ? print.apply(right) : unsigned(right)) + ")";
    }

    private static boolean isShift(BitExprContext bits) {
        return bits.op.getType() == MySqlParser.SHIFT_LEFT_OPERATOR
                || bits.op.getType() == MySqlParser.SHIFT_RIGHT_OPERATOR;
    }

    /** Returns whether the target's operation has the result of MySQL: the bits that a small mask selects make no negative number. */
    private boolean isEqual(BitExprContext bits) {
        boolean hasTwoMasks = isMask(bits.bitExpr(0)) && isMask(bits.bitExpr(1));
        if (bits.op.getType() != MySqlParser.BITWISE_AND_OPERATOR) {
            return hasTwoMasks && !isShift(bits);
        }
        return (isMask(bits.bitExpr(0)) || isMask(bits.bitExpr(1)))
                && isInteger(bits.bitExpr(0))
                && isInteger(bits.bitExpr(1));
    }

    /** Returns whether an operand is a number from 0 to 2^30 on both sides. */
    private boolean isMask(ParseTree operand) {
        ParseTree value = Digits.value(operand);
        return value.getText()
                        .matches(
                                "\\d{1,9}|0[xX][0-9A-Fa-f]{1,7}|[xX]'[0-9A-Fa-f]{1,7}'|0[bB][01]{1,30}|[bB]'[01]{1,30}'")
                || value instanceof BitExprContext bits
                        && bits.op != null
                        && bits.op.getType() == MySqlParser.BITWISE_AND_OPERATOR
                        && isEqual(bits);
    }

    /** Returns whether an operand is an integer on both sides. */
    private boolean isInteger(ParseTree operand) {
        ParseTree value = Digits.value(operand);
        if (isMask(value) || value.getText().matches("\\d{1,18}")) {
            return true;
        }
        if (value instanceof BitExprContext bits
                && bits.op != null
                && bits.bitExpr().size() == 2) {
            return ARITHMETIC.contains(bits.op.getType())
                    && bits.bitExpr().stream().allMatch(this::isInteger);
        }
        if (value instanceof SimpleExprUnaryContext unary) {
            return unary.op.getType() != MySqlParser.BITWISE_NOT_OPERATOR && isInteger(unary.simpleExpr());
        }
        if (!(value instanceof FieldIdentifierContext) && !(value instanceof SimpleIdentifierContext)) {
            return false;
        }
        return types.variable(value.getText())
                .map(variable -> variable.declared()
                        .target()
                        .matches("((tiny|small|medium|big)?int(eger)?|uint[1248])(\\(.*\\))?"))
                .orElseGet(() -> {
                    Set<MySqlType> found = types.columnTypes(value.getText());
                    return !found.isEmpty() && found.stream().allMatch(MySqlType::isInteger);
                });
    }

    /** Writes a number as an unsigned one of 64 bits. */
    private String unsigned(ParseTree operand) {
        ParseTree value = Digits.value(operand);
        String written = print.apply(operand);
        boolean isUnsigned = value instanceof BitExprContext bits
                        && bits.op != null
                        && OPERATORS.contains(bits.op.getType())
                        && !isEqual(bits)
                || value instanceof SimpleExprUnaryContext unary
                        && unary.op.getType() == MySqlParser.BITWISE_NOT_OPERATOR;
        if (isUnsigned) {
            return written;
        }
        if (Conditions.isBoolean(operand)) {
            return "CAST((" + written + ") AS int)";
        }
        if (floating.contains(operand)) {
            return "CAST(round(CAST((" + written + ") AS double precision)) AS unsigned)";
        }
        // the target converts negative decimals to 0
        return isInteger(operand) || types.of(operand) != ValueType.NUMBER
                ? "CAST((" + written + ") AS unsigned)"
                : "CAST(CAST((" + written + ") AS signed) AS unsigned)";
    }

    /** Refuses binary strings, whose bytes are the operands in MySQL 8. */
    private void requireNumber(ParserRuleContext operand) {
        if (types.isBinary(operand)) {
            throw new UntranslatableException("an operation on the bits of a binary string", operand);
        }
    }
}
