package io.gaussferry.objects.translate;

import io.debezium.ddl.parser.mysql.generated.MySqlParser;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.*;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.tree.ParseTree;

/** Finds expressions that are floating-point numbers in MySQL. */
final class FloatingNumbers {

    private static final Set<String> FUNCTIONS = Set.of(
            "sqrt",
            "pow",
            "power",
            "exp",
            "ln",
            "log",
            "log2",
            "log10",
            "sin",
            "cos",
            "tan",
            "cot",
            "asin",
            "acos",
            "atan",
            "atan2",
            "radians",
            "degrees",
            "pi",
            "rand",
            "std",
            "stddev",
            "stddev_pop",
            "stddev_samp",
            "variance",
            "var_pop",
            "var_samp");

    /** Functions that return a floating-point number if one of their arguments is one. */
    private static final Set<String> OF_ARGUMENTS = Set.of(
            "sum",
            "avg",
            "min",
            "max",
            "any_value",
            "abs",
            "round",
            "truncate",
            "ceil",
            "ceiling",
            "floor",
            "mod",
            "nullif");

    /** Functions that make a floating-point number of a string. */
    private static final Set<String> OF_NUMBERS =
            Set.of("sum", "avg", "abs", "round", "truncate", "ceil", "ceiling", "floor", "mod");

    private static final Set<Integer> OPERATORS = Set.of(
            MySqlParser.PLUS_OPERATOR,
            MySqlParser.MINUS_OPERATOR,
            MySqlParser.MULT_OPERATOR,
            MySqlParser.DIV_OPERATOR,
            MySqlParser.MOD_OPERATOR,
            MySqlParser.MOD_SYMBOL);

    private static final Set<String> ADDING = Set.of("sum", "avg");

    private final ValueTypes types;

    FloatingNumbers(ValueTypes types) {
        this.types = types;
    }

    /** Returns whether an expression is certainly a floating-point number. */
    boolean contains(ParseTree tree) {
        ParseTree value = Digits.value(tree);
        if (value instanceof NumLiteralContext literal) {
            return isLiteral(literal);
        }
        if (value instanceof FieldIdentifierContext || value instanceof SimpleIdentifierContext) {
            return types.isFloating(value.getText());
        }
        if (value instanceof BitExprContext bits && bits.op != null) {
            return OPERATORS.contains(bits.op.getType())
                    && bits.INTERVAL_SYMBOL() == null
                    && bits.bitExpr().stream().anyMatch(operand -> contains(operand) || isText(operand));
        }
        if (value instanceof SimpleExprUnaryContext unary) {
            return unary.op.getType() != MySqlParser.BITWISE_NOT_OPERATOR
                    && (contains(unary.simpleExpr()) || isText(unary.simpleExpr()));
        }
        if (value instanceof SimpleExprCaseContext) {
            return areNumbers(Alternatives.of(value));
        }
        if (value instanceof SimpleExprCastContext cast) {
            return isFloating(cast.castType());
        }
        if (value instanceof SimpleExprConvertContext cast) {
            return isFloating(cast.castType());
        }
        return value instanceof SumExprContext
                        || value instanceof FunctionCallContext
                        || value instanceof RuntimeFunctionCallContext
                ? isFloatingCall((ParserRuleContext) value)
                : false;
    }

    /** Returns whether an expression is a column or variable of single precision. */
    boolean isSingle(ParserRuleContext tree) {
        ParseTree value = Digits.value(tree);
        boolean isName = value instanceof FieldIdentifierContext || value instanceof SimpleIdentifierContext;
        return isName && contains(value) && types.isSingle(value.getText());
    }

    /** Returns whether an expression is a floating-point number of double precision. Sums and averages always are. */
    boolean isDouble(ParserRuleContext tree) {
        List<ParserRuleContext> names = new ArrayList<>(ParseTrees.all(tree, FieldIdentifierContext.class));
        names.addAll(ParseTrees.all(tree, SimpleIdentifierContext.class));
        return contains(tree)
                && names.stream().noneMatch(name -> types.isSingle(name.getText()) && !isAdded(name, tree));
    }

    /** Returns whether a name is in a sum or average of an expression. */
    private static boolean isAdded(ParserRuleContext name, ParserRuleContext expression) {
        for (ParserRuleContext at = name; at != null && at != expression.getParent(); at = at.getParent()) {
            boolean isCall = at instanceof SumExprContext || at instanceof FunctionCallContext;
            if (isCall && ADDING.contains(at.getStart().getText().toLowerCase(Locale.ROOT))) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether a literal has an exponent, with which MySQL reads it as a floating-point number and the target as a decimal. */
    static boolean isLiteral(NumLiteralContext literal) {
        return literal.FLOAT_NUMBER() != null;
    }

    private static boolean isFloating(CastTypeContext type) {
        return type.realType() != null || type.FLOAT_SYMBOL() != null;
    }

    private boolean isFloatingCall(ParserRuleContext call) {
        String name = call.getStart().getText().toLowerCase(Locale.ROOT);
        List<? extends ParseTree> arguments = call instanceof SumExprContext sum
                ? sum.inSumExpr() == null ? List.of() : List.of(sum.inSumExpr().expr())
                : StringFunctions.arguments(call);
        List<ParserRuleContext> alternatives = Alternatives.of(call);
        if (!alternatives.isEmpty()) {
            return areNumbers(alternatives);
        }
        return FUNCTIONS.contains(name)
                || OF_ARGUMENTS.contains(name) && arguments.stream().anyMatch(this::contains)
                || OF_NUMBERS.contains(name) && arguments.stream().anyMatch(this::isText);
    }

    /** Returns whether alternatives are numbers, one of them a floating-point number: next to a string they are strings. */
    private boolean areNumbers(List<ParserRuleContext> alternatives) {
        return alternatives.stream().anyMatch(this::contains)
                && alternatives.stream().noneMatch(this::isText);
    }

    /** Returns whether an operand is a string, with which MySQL computes as a floating-point number. */
    private boolean isText(ParseTree operand) {
        return types.of(operand) == ValueType.TEXT;
    }
}
