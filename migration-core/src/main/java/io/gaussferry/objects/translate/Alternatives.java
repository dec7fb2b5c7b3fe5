package io.gaussferry.objects.translate;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.*;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.MySqlType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.tree.ParseTree;

/**
 * Expressions that have the value of one of several: CASE, IF, IFNULL, COALESCE, GREATEST and LEAST. If one of them is a string, MySQL makes a
 * string of each as it prints it. Measured on openGauss 6.0.2: the target computes with the type of an unsigned one, so that a negative number
 * becomes 0 with a warning; GREATEST and LEAST read an INT UNSIGNED as INT.
 */
final class Alternatives {

    private static final Set<String> CHOOSING = Set.of("if", "ifnull", "coalesce");
    private static final Set<String> COMPARING = Set.of("greatest", "least");
    /** Aggregates that have the type of their argument. */
    private static final Set<String> SELECTING = Set.of("min", "max", "any_value");

    private final ValueTypes types;
    private final FloatingNumbers floating;
    private final PrintedTimes times;
    private final Digits digits;
    private final WrittenForms forms;
    private final Rewrites rewrites;

    /** @param forms receives the forms of the alternatives */
    Alternatives(
            ValueTypes types,
            FloatingNumbers floating,
            PrintedTimes times,
            Digits digits,
            WrittenForms forms,
            Rewrites rewrites) {
        this.times = times;
        this.types = types;
        this.floating = floating;
        this.digits = digits;
        this.forms = forms;
        this.rewrites = rewrites;
    }

    /** Gives the alternatives of an expression the forms in which the target has MySQL's result. No effect on another expression. */
    void prepare(ParserRuleContext tree) {
        boolean isCall = tree instanceof FunctionCallContext || tree instanceof RuntimeFunctionCallContext;
        String name = isCall ? tree.getStart().getText().toLowerCase(Locale.ROOT) : "";
        if (!(tree instanceof SimpleExprCaseContext) && !CHOOSING.contains(name) && !COMPARING.contains(name)) {
            return;
        }
        List<ParserRuleContext> all = of(tree);
        if (!COMPARING.contains(name) && all.stream().anyMatch(one -> types.of(one) == ValueType.TEXT)) {
            all.forEach(digits::print);
            boolean isCompared = isCompared(tree);
            all.stream()
                    .filter(one -> floating.contains(one) || !isCompared && times.contains(one))
                    .forEach(forms::print);
            return;
        }
        boolean mayBeNegative = all.stream().anyMatch(one -> !isUnsigned(one) && !isNatural(one));
        if (mayBeNegative || COMPARING.contains(name)) {
            all.stream().filter(this::isUnsigned).forEach(this::convert);
        }
    }

    /** Returns the alternatives of an expression; empty for one of another kind. */
    static List<ParserRuleContext> of(ParseTree value) {
        if (value instanceof SimpleExprCaseContext cases) {
            List<ParserRuleContext> all = new ArrayList<>();
            cases.thenExpression().forEach(then -> all.add(then.expr()));
            if (cases.elseExpression() != null) {
                all.add(cases.elseExpression().expr());
            }
            return all;
        }
        if (value instanceof FunctionCallContext || value instanceof RuntimeFunctionCallContext) {
            ParserRuleContext call = (ParserRuleContext) value;
            List<ParserRuleContext> arguments = StringFunctions.arguments(call);
            String name = call.getStart().getText().toLowerCase(Locale.ROOT);
            if (CHOOSING.contains(name) || COMPARING.contains(name)) {
                return arguments.subList(name.equals("if") ? Math.min(1, arguments.size()) : 0, arguments.size());
            }
        }
        return List.of();
    }

    /** Returns whether an expression is an operand of a comparison, in which both servers read a string next to a time as a time. */
    private static boolean isCompared(ParserRuleContext tree) {
        for (ParserRuleContext at = tree; at.getParent() != null; at = at.getParent()) {
            ParserRuleContext parent = at.getParent();
            if (TextComparisons.operands(parent).contains(at)) {
                return !(parent instanceof PredicateContext predicate
                        && predicate.predicateOperations() instanceof PredicateExprLikeContext);
            }
            boolean isParentheses = parent instanceof SimpleExprListContext || parent instanceof ExprListContext;
            if (parent.getChildCount() > 1 && !isParentheses) {
                return false;
            }
        }
        return false;
    }

    private void convert(ParserRuleContext unsigned) {
        rewrites.use(RewriteRule.UNSIGNED);
        forms.convert(unsigned, isLong(unsigned) ? "decimal(20,0)" : "bigint");
    }

    private static boolean isNatural(ParserRuleContext tree) {
        return tree.getText().matches("\\d+|(?i)NULL");
    }

    private boolean isUnsigned(ParserRuleContext tree) {
        ParseTree value = named(tree);
        String name = value.getText();
        if (!Conditions.isName(value)
                && !(value instanceof SimpleIdentifierContext)
                && !(value instanceof FieldIdentifierContext)) {
            return false;
        }
        return types.variable(name)
                .map(variable -> variable.declared().target().matches("uint[1248]"))
                .orElseGet(() -> {
                    Set<ColumnDefinition> columns = types.definitions(name);
                    return !columns.isEmpty()
                            && columns.stream()
                                    .allMatch(column ->
                                            column.unsigned() && column.type().isInteger());
                });
    }

    /** Returns whether an unsigned number may have 64 bits. */
    private boolean isLong(ParserRuleContext tree) {
        String name = named(tree).getText();
        return types.variable(name)
                .map(variable -> variable.declared().target().equals("uint8"))
                .orElseGet(() -> types.columnTypes(name).contains(MySqlType.BIGINT));
    }

    /** Returns what an expression consists of, or the argument of an aggregate that selects one of its values. */
    private static ParseTree named(ParserRuleContext tree) {
        ParseTree value = Digits.value(tree);
        boolean selects = (value instanceof SumExprContext || value instanceof FunctionCallContext)
                && SELECTING.contains(
                        ((ParserRuleContext) value).getStart().getText().toLowerCase(Locale.ROOT));
        if (value instanceof SumExprContext sum && selects && sum.inSumExpr() != null) {
            return Digits.value(sum.inSumExpr().expr());
        }
        if (value instanceof FunctionCallContext call
                && selects
                && ValueTypes.arguments(call).size() == 1) {
            return Digits.value(ValueTypes.arguments(call).get(0));
        }
        return value;
    }
}
