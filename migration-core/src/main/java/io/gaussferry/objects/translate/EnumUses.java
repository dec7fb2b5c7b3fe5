package io.gaussferry.objects.translate;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.*;
import io.gaussferry.ddl.statement.Literals;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.Identifiers;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.tree.ParseTree;

/**
 * The uses of variables and columns of type ENUM and SET. MySQL treats such a value as a string or as the number of its member, by the
 * expression around it; the target always has the string. Other uses of ENUM as a number are written as the number of the member, those of SET
 * and uncertain ones are refused.
 */
final class EnumUses {

    /** Functions whose arguments are strings, or of any type, besides those that return strings. */
    private static final Set<String> OF_ANY = Set.of(
            "coalesce",
            "ifnull",
            "nullif",
            "if",
            "field",
            "find_in_set",
            "char_length",
            "character_length",
            "length",
            "octet_length",
            "isnull",
            "json_object",
            "json_array",
            "json_quote",
            "instr",
            "locate",
            "position",
            "strcmp",
            "count",
            "group_concat",
            "any_value",
            "json_arrayagg",
            "json_objectagg");

    /** Functions that the target does not have for ENUM and SET, or that read the number of the member, besides those that return strings. */
    private static final Set<String> OF_STRINGS =
            Set.of("char_length", "character_length", "instr", "locate", "position", "strcmp", "json_quote");

    /** Aggregates that compare ENUM as strings; the target compares the numbers of the members. */
    private static final Set<String> EXTREMES = Set.of("min", "max");

    /** Aggregates of numbers. */
    private static final Set<String> ADDING = Set.of("sum", "avg");

    private final ValueTypes types;
    private final Literals literals;
    private final Rewrites rewrites;
    private final String collate;

    /** @param dolphin whether the target has a collation that ignores case */
    EnumUses(ValueTypes types, Literals literals, Rewrites rewrites, boolean dolphin) {
        this.rewrites = rewrites;
        this.types = types;
        this.literals = literals;
        this.collate = dolphin ? " COLLATE " + Identifiers.quoteTarget(TextComparisons.IGNORING_CASE) : "";
    }

    /**
     * Writes a variable or column where it is used.
     *
     * @param name where it is named
     * @param written its name on the target
     */
    String write(ParserRuleContext name, String written) {
        ValueType type = types.of(name);
        if (type != ValueType.ENUM && type != ValueType.SET) {
            return written;
        }
        ParserRuleContext operand = name;
        while (operand.getParent() != null
                && (operand.getParent().getChildCount() == 1 || isInParentheses(operand.getParent()))
                && !(operand.getParent() instanceof OrderExpressionContext)) {
            operand = operand.getParent();
        }
        ParserRuleContext use = operand.getParent();
        if (use instanceof OrderExpressionContext || type == ValueType.ENUM && isNumber(use, operand)) {
            return number(name, written, type);
        }
        require(use, operand, name, type);
        boolean isColumn = types.variable(name.getText()).isEmpty();
        boolean isText = EXTREMES.contains(function(use))
                || use instanceof ThenExpressionContext
                || use instanceof ElseExpressionContext
                || isComparedWithOther(use, operand, name);
        boolean isString = ValueTypes.OF_TEXT.contains(function(use)) || OF_STRINGS.contains(function(use));
        return isColumn && (type == ValueType.ENUM && isText || isString)
                ? "(CAST(" + written + " AS text)" + collate + ")"
                : written;
    }

    /** Refuses a condition that is the number of a member. */
    void requireNoCondition(ParserRuleContext condition) {
        ValueType type = types.of(condition);
        if (type == ValueType.ENUM || type == ValueType.SET) {
            throw number(condition, type);
        }
    }

    private static boolean isInParentheses(ParserRuleContext tree) {
        return tree instanceof SimpleExprListContext list
                && list.ROW_SYMBOL() == null
                && list.exprList().expr().size() == 1;
    }

    /** Returns whether MySQL certainly reads the number of the member. */
    private boolean isNumber(ParserRuleContext use, ParserRuleContext operand) {
        if (use instanceof BitExprContext bits
                        && bits.op != null
                        && bits.bitExpr().size() == 2
                || use instanceof SimpleExprUnaryContext
                || use instanceof SimpleExprCastContext cast && isOfNumbers(cast.castType())
                || use instanceof SimpleExprConvertContext converted && isOfNumbers(converted.castType())) {
            return true;
        }
        if (use instanceof PrimaryExprCompareContext compare) {
            return types.of(compare.boolPri() == operand ? compare.predicate() : compare.boolPri()) == ValueType.NUMBER;
        }
        if (use instanceof PredicateContext predicate && predicate.bitExpr(0) == operand) {
            if (predicate.predicateOperations() instanceof PredicateExprBetweenContext between) {
                return types.of(between.bitExpr()) == ValueType.NUMBER
                        && types.of(between.predicate()) == ValueType.NUMBER;
            }
            return predicate.predicateOperations() instanceof PredicateExprInContext in
                    && in.exprList() != null
                    && in.exprList().expr().stream().allMatch(element -> types.of(element) == ValueType.NUMBER);
        }
        return ADDING.contains(function(use));
    }

    private static boolean isOfNumbers(CastTypeContext type) {
        return type.SIGNED_SYMBOL() != null
                || type.UNSIGNED_SYMBOL() != null
                || type.DECIMAL_SYMBOL() != null
                || type.realType() != null
                || type.FLOAT_SYMBOL() != null;
    }

    private void require(ParserRuleContext use, ParserRuleContext operand, ParserRuleContext name, ValueType type) {
        if (use instanceof BitExprContext bits && bits.op != null
                || use instanceof SimpleExprUnaryContext
                || use instanceof SimpleExprNotContext
                || use instanceof ExprAndContext
                || use instanceof ExprOrContext
                || use instanceof ExprXorContext
                || use instanceof ExprNotContext
                || use instanceof ExprIsContext
                || use instanceof PredicateExprBetweenContext
                || use instanceof SimpleExprCastContext cast && isOfNumbers(cast.castType())
                || use instanceof SimpleExprConvertContext converted && isOfNumbers(converted.castType())
                || use instanceof IfBodyContext) {
            throw number(name, type);
        }
        if (use instanceof PrimaryExprCompareContext compare) {
            String operator = compare.compOp().getText();
            ParseTree other = compare.boolPri() == operand ? compare.predicate() : compare.boolPri();
            if (!Set.of("=", "<=>", "<>", "!=").contains(operator) || types.of(other) == ValueType.NUMBER) {
                throw number(name, type);
            }
        }
        if (use instanceof PredicateContext predicate
                && (predicate.predicateOperations() instanceof PredicateExprBetweenContext
                        || predicate.predicateOperations() instanceof PredicateExprInContext in
                                && in.exprList() != null
                                && in.exprList().expr().stream()
                                        .anyMatch(element -> types.of(element) == ValueType.NUMBER))) {
            throw number(name, type);
        }
        String function = function(use);
        boolean isString = ValueTypes.OF_TEXT.contains(function)
                || OF_ANY.contains(function)
                || EXTREMES.contains(function) && type == ValueType.ENUM;
        if (!function.isEmpty() && !isString) {
            throw number(name, type);
        }
    }

    /** Returns the function whose argument something is, in lower case; empty for none. */
    private static String function(ParserRuleContext use) {
        for (ParserRuleContext at = use; at != null; at = at.getParent()) {
            if (at instanceof FunctionCallContext
                    || at instanceof RuntimeFunctionCallContext
                    || at instanceof SumExprContext) {
                return at.getStart().getText().toLowerCase(Locale.ROOT);
            }
            boolean isArgument = at instanceof ExprListContext
                    || at instanceof UdfExprListContext
                    || at instanceof UdfExprContext
                    || at instanceof InSumExprContext
                    || at instanceof ExprWithParenthesesContext;
            if (!isArgument) {
                return "";
            }
        }
        return "";
    }

    /** Returns whether a column is compared with anything but its members, which the target would convert to its type. */
    private boolean isComparedWithOther(ParserRuleContext use, ParserRuleContext operand, ParserRuleContext name) {
        List<? extends ParserRuleContext> others = List.of();
        if (use instanceof PrimaryExprCompareContext compare) {
            others = List.of(compare.boolPri() == operand ? compare.predicate() : compare.boolPri());
        } else if (use instanceof PredicateContext predicate
                && predicate.predicateOperations() instanceof PredicateExprInContext in
                && in.exprList() != null) {
            others = in.exprList().expr();
        } else if (use instanceof PredicateContext predicate
                && predicate.predicateOperations() instanceof PredicateExprLikeContext) {
            return true;
        }
        List<String> members = types.members(name.getText()).orElse(List.of());
        return others.stream().anyMatch(other -> !isMember(other, members));
    }

    private boolean isMember(ParserRuleContext other, List<String> members) {
        return ParseTrees.first(other, TextLiteralContext.class)
                .filter(literal -> literal.getSourceInterval().equals(other.getSourceInterval()))
                .map(literals::text)
                .filter(members::contains)
                .isPresent();
    }

    /** Returns the number of the member. */
    private String number(ParserRuleContext name, String written, ValueType type) {
        List<String> members = types.variable(name.getText())
                .map(variable -> variable.declared().members())
                .or(() -> types.members(name.getText()))
                .orElse(List.of());
        boolean areKnown = members.stream().allMatch(member -> member.indexOf(ColumnDefinition.UNKNOWN_CHARACTER) < 0);
        if (type == ValueType.SET || members.isEmpty() || !areKnown) {
            throw number(name, type);
        }
        rewrites.use(RewriteRule.ENUMS);
        StringBuilder order = new StringBuilder("(CASE");
        for (int i = 0; i < members.size(); i++) {
            order.append(" WHEN ")
                    .append(written)
                    .append(" = ")
                    .append(Identifiers.literal(members.get(i)))
                    .append(" THEN ")
                    .append(i + 1);
        }
        return order.append(" WHEN ")
                .append(written)
                .append(" IS NULL THEN NULL ELSE 0 END)")
                .toString();
    }

    private static UntranslatableException number(ParserRuleContext name, ValueType type) {
        return new UntranslatableException(
                "a value of type " + type + " that may be used as the number of its member", name);
    }
}
