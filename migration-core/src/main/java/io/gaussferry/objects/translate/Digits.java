package io.gaussferry.objects.translate;

import io.debezium.ddl.parser.mysql.generated.MySqlParser;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.*;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.MySqlType;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.tree.ParseTree;
import org.jspecify.annotations.Nullable;

/**
 * The digits of quotients and averages that become strings. MySQL prints four more decimals than the dividend has, the target up to twenty.
 */
final class Digits {

    /** MySQL's {@code div_precision_increment}, unless it is changed. */
    private static final int MORE = 4;

    private static final Set<String> CONCATENATING = Set.of("concat", "concat_ws");

    /** Functions that round to a number of decimals. */
    private static final Set<String> ROUNDING = Set.of("round", "truncate");

    private final ValueTypes types;
    private final FloatingNumbers floating;
    private final Rewrites rewrites;
    /** The columns that a procedure returns. */
    private final Set<ParserRuleContext> returned = Collections.newSetFromMap(new IdentityHashMap<>());

    Digits(ValueTypes types, FloatingNumbers floating, Rewrites rewrites) {
        this.floating = floating;
        this.rewrites = rewrites;
        this.types = types;
    }

    /** Has the quotients and averages that a query returns rounded, too. */
    void print(SelectStatementContext select) {
        ParseTrees.all(select, QuerySpecificationContext.class).stream()
                .filter(query -> ParseTrees.all(select, SubqueryContext.class).stream()
                        .noneMatch(inner -> ParseTrees.all(inner, QuerySpecificationContext.class)
                                .contains(query)))
                .filter(query -> ParseTrees.all(select, CommonTableExpressionContext.class).stream()
                        .noneMatch(inner -> ParseTrees.all(inner, QuerySpecificationContext.class)
                                .contains(query)))
                .forEach(query -> query.selectItemList().selectItem().stream()
                        .map(SelectItemContext::expr)
                        .filter(Objects::nonNull)
                        .forEach(returned::add));
    }

    /** Has an alternative that becomes a string rounded, if it is a quotient or an average. */
    void print(ParserRuleContext alternative) {
        returned.add(alternative);
    }

    /** Refuses a quotient or an average that is stored as a string: MySQL stores the decimals with which it computes, nine or more. */
    void requireExact(ExprContext value) {
        if (!isStoredExactly(value)) {
            throw new UntranslatableException("a quotient or an average that is stored as a string", value);
        }
    }

    /** An alternative is stored with its own decimals on both sides; next to a string, a quotient is rounded. */
    private boolean isStoredExactly(ParserRuleContext stored) {
        ParseTree plain = value(stored);
        List<ParserRuleContext> choices = choices(plain);
        return choices.isEmpty() || isTextWith(choices)
                ? isExact(plain)
                : choices.stream().allMatch(this::isStoredExactly);
    }

    private boolean isTextWith(List<ParserRuleContext> choices) {
        return choices.stream().anyMatch(choice -> types.of(choice) == ValueType.TEXT);
    }

    /** Returns an expression, rounded if it is a quotient or an average that CONCAT prints. */
    String rounded(ParserRuleContext tree, String written) {
        boolean isArgument = (tree instanceof ExprContext || tree instanceof UdfExprContext)
                && (returned.contains(tree) || isConcatenated(tree));
        if (!isArgument) {
            return written;
        }
        ParseTree value = value(tree);
        OptionalInt scale = isExact(value) ? OptionalInt.empty() : decimals(value);
        if (scale.isEmpty()) {
            return written;
        }
        rewrites.use(RewriteRule.DIGITS);
        return "round(" + written + ", " + scale.getAsInt() + ")";
    }

    /** Returns whether the target computes an expression with the decimals of MySQL. */
    private boolean isExact(ParseTree value) {
        if (value instanceof BitExprContext bits && bits.INTERVAL_SYMBOL() != null) {
            return true;
        }
        if (value instanceof BitExprContext bits && bits.op != null) {
            return bits.op.getType() != MySqlParser.DIV_OPERATOR
                    && isExact(value(bits.bitExpr(0)))
                    && isExact(value(bits.bitExpr(1)));
        }
        if (value instanceof SimpleExprUnaryContext unary) {
            return isExact(value(unary.simpleExpr()));
        }
        List<ParserRuleContext> choices = choices(value);
        if (isTextWith(choices)) {
            // each is a string of its own decimals
            return choices.stream()
                    .allMatch(
                            choice -> isExact(value(choice)) || decimals(choice).isPresent());
        }
        if (!choices.isEmpty()) {
            return choices.stream().allMatch(choice -> isExact(value(choice)))
                    && choices.stream().map(this::decimals).distinct().count() == 1;
        }
        return !aggregate(value).equals("avg");
    }

    /** Returns the decimals that MySQL gives to the result of an exact expression; empty if they are not known. */
    private OptionalInt decimals(ParseTree tree) {
        ParseTree value = value(tree);
        if (value instanceof BitExprContext bits && bits.INTERVAL_SYMBOL() != null) {
            return OptionalInt.empty();
        }
        if (value instanceof BitExprContext bits && bits.op != null) {
            OptionalInt left = decimals(bits.bitExpr(0));
            OptionalInt right = decimals(bits.bitExpr(1));
            if (left.isEmpty() || right.isEmpty()) {
                return OptionalInt.empty();
            }
            return switch (bits.op.getType()) {
                case MySqlParser.DIV_OPERATOR -> OptionalInt.of(left.getAsInt() + MORE);
                case MySqlParser.MULT_OPERATOR -> OptionalInt.of(left.getAsInt() + right.getAsInt());
                case MySqlParser.PLUS_OPERATOR, MySqlParser.MINUS_OPERATOR ->
                    OptionalInt.of(Math.max(left.getAsInt(), right.getAsInt()));
                default -> OptionalInt.empty();
            };
        }
        if (value instanceof SimpleExprUnaryContext unary) {
            return unary.op.getType() == MySqlParser.BITWISE_NOT_OPERATOR
                    ? OptionalInt.empty()
                    : decimals(unary.simpleExpr());
        }
        List<ParserRuleContext> choices = choices(value);
        if (!choices.isEmpty()) {
            int most = 0;
            for (ParserRuleContext choice : choices) {
                OptionalInt decimals = decimals(choice);
                if (decimals.isEmpty()) {
                    return OptionalInt.empty();
                }
                most = Math.max(most, decimals.getAsInt());
            }
            return OptionalInt.of(most);
        }
        if (aggregate(value).equals("avg")) {
            OptionalInt averaged = argument(value).map(this::decimals).orElse(OptionalInt.empty());
            return averaged.isEmpty() ? averaged : OptionalInt.of(averaged.getAsInt() + MORE);
        }
        if (isRound(value)) {
            List<ParserRuleContext> arguments = StringFunctions.arguments((ParserRuleContext) value);
            OptionalInt most = decimals(arguments.get(0));
            int digits = Integer.parseInt(arguments.get(1).getText());
            return most.isEmpty() ? most : OptionalInt.of(Math.min(digits, most.getAsInt()));
        }
        return scale(value);
    }

    /** Returns whether an expression is ROUND or TRUNCATE to a number of decimals. */
    private static boolean isRound(ParseTree value) {
        if (!(value instanceof FunctionCallContext || value instanceof RuntimeFunctionCallContext)
                || !ROUNDING.contains(
                        ((ParserRuleContext) value).getStart().getText().toLowerCase(Locale.ROOT))) {
            return false;
        }
        List<ParserRuleContext> arguments = StringFunctions.arguments((ParserRuleContext) value);
        return arguments.size() == 2 && arguments.get(1).getText().matches("\\d{1,2}");
    }

    /** Writes ROUND or TRUNCATE to more decimals than the number has, which MySQL does not add; returns null for another function. */
    @Nullable
    String bounded(ParserRuleContext tree, Function<ParseTree, String> writer) {
        if (!isRound(tree)) {
            return null;
        }
        List<ParserRuleContext> arguments = StringFunctions.arguments(tree);
        OptionalInt most = decimals(arguments.get(0));
        if (most.isEmpty()
                || most.getAsInt() == 0
                || most.getAsInt() >= Integer.parseInt(arguments.get(1).getText())) {
            return null;
        }
        rewrites.use(RewriteRule.DIGITS);
        return tree.getStart().getText().toLowerCase(Locale.ROOT) + "(" + writer.apply(arguments.get(0)) + ", "
                + most.getAsInt() + ")";
    }

    /** Returns the alternatives of an expression without NULL; empty if it has another form, or compares them. */
    private List<ParserRuleContext> choices(ParseTree value) {
        boolean compares = value instanceof ParserRuleContext call
                && call.getStart().getText().toLowerCase(Locale.ROOT).matches("greatest|least");
        return compares
                ? List.of()
                : Alternatives.of(value).stream()
                        .filter(choice -> types.of(choice) != ValueType.NULL)
                        .toList();
    }

    /**
     * Writes ROUND of a floating-point number with decimals; returns null for another function. MySQL rounds the product with a power of ten to
     * the nearest even number, the target rounds the printed decimals.
     */
    @Nullable
    String roundedFloating(ParserRuleContext tree, Function<ParseTree, String> writer) {
        boolean isRound = (tree instanceof FunctionCallContext || tree instanceof RuntimeFunctionCallContext)
                && tree.getStart().getText().equalsIgnoreCase("round");
        List<ParserRuleContext> arguments = isRound ? StringFunctions.arguments(tree) : List.of();
        if (arguments.size() != 2
                || !arguments.get(1).getText().matches("\\d")
                || !floating.contains(arguments.get(0))) {
            return null;
        }
        rewrites.use(RewriteRule.DIGITS);
        String power = "1" + "0".repeat(Integer.parseInt(arguments.get(1).getText()));
        return "(round(CAST((" + writer.apply(arguments.get(0)) + ") AS double precision) * " + power + ") / " + power
                + ")";
    }

    /** Returns whether an expression is an argument of CONCAT. */
    static boolean isConcatenated(ParserRuleContext tree) {
        ParserRuleContext list = tree.getParent();
        if (tree instanceof ExprContext && list instanceof UdfExprContext) {
            return false;
        }
        ParserRuleContext call = list == null ? null : list.getParent();
        return call instanceof FunctionCallContext
                && (list instanceof ExprListContext || list instanceof UdfExprListContext)
                && CONCATENATING.contains(call.getStart().getText().toLowerCase(Locale.ROOT));
    }

    /** Returns what an expression consists of, without nodes that only contain it. */
    static ParseTree value(ParseTree tree) {
        ParseTree at = tree;
        while (at.getChildCount() == 1
                && !(at instanceof FieldIdentifierContext)
                && !(at instanceof SimpleIdentifierContext)
                && !(at instanceof NumLiteralContext)) {
            at = at.getChild(0);
        }
        if (at instanceof SimpleExprListContext list
                && list.ROW_SYMBOL() == null
                && list.exprList().expr().size() == 1) {
            return value(list.exprList().expr(0));
        }
        return at;
    }

    /** Returns the name of an aggregate, in lower case; empty for another expression. The grammar reads a plain one as any function. */
    private static String aggregate(ParseTree tree) {
        return tree instanceof SumExprContext || tree instanceof FunctionCallContext
                ? ((ParserRuleContext) tree).getStart().getText().toLowerCase(Locale.ROOT)
                : "";
    }

    private static Optional<ParseTree> argument(ParseTree aggregate) {
        if (aggregate instanceof SumExprContext sum) {
            return Optional.ofNullable(sum.inSumExpr()).map(InSumExprContext::expr);
        }
        List<ExprContext> arguments = ValueTypes.arguments((FunctionCallContext) aggregate);
        return arguments.size() == 1 ? Optional.of(arguments.get(0)) : Optional.empty();
    }

    /** Returns the decimals of an exact number; empty if they are not known. */
    OptionalInt scale(ParseTree tree) {
        ParseTree value = value(tree);
        if (value instanceof NumLiteralContext) {
            String number = value.getText();
            return number.matches("\\d+(\\.\\d+)?")
                    ? OptionalInt.of(number.contains(".") ? number.length() - number.indexOf('.') - 1 : 0)
                    : OptionalInt.empty();
        }
        if (aggregate(value).equals("count")) {
            return OptionalInt.of(0);
        }
        if (Set.of("sum", "max", "min").contains(aggregate(value))) {
            return argument(value).map(this::scale).orElse(OptionalInt.empty());
        }
        if (value instanceof FieldIdentifierContext || value instanceof SimpleIdentifierContext) {
            return scaleOf(value.getText());
        }
        return OptionalInt.empty();
    }

    /** Returns the decimals of a column or variable that is an exact number; empty for another one. */
    OptionalInt scaleOf(String name) {
        return types.variable(name)
                .map(variable -> scale(variable.declared().target()))
                .orElseGet(() -> scale(List.copyOf(types.definitions(name))));
    }

    private static OptionalInt scale(List<ColumnDefinition> columns) {
        boolean isOne = columns.size() == 1
                && (columns.get(0).type().isInteger() || columns.get(0).type() == MySqlType.DECIMAL);
        return isOne
                ? OptionalInt.of(
                        columns.get(0).type().isInteger() ? 0 : columns.get(0).scale())
                : OptionalInt.empty();
    }

    private static OptionalInt scale(String type) {
        if (type.matches("(numeric|decimal)\\(\\d+, ?\\d+\\)")) {
            return OptionalInt.of(Integer.parseInt(type.replaceAll(".*, ?(\\d+)\\)", "$1")));
        }
        return type.matches("((tiny|small|medium|big)?int(eger)?|uint[1248])(\\(.*\\))?")
                ? OptionalInt.of(0)
                : OptionalInt.empty();
    }
}
