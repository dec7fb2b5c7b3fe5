package io.gaussferry.objects.translate;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.*;
import io.gaussferry.objects.source.StoredSettings;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.StringEquality;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.tree.ParseTree;
import org.jspecify.annotations.Nullable;

/**
 * Comparisons of strings without a column. The target compares variables and literals by their bytes, MySQL by the collations that it has
 * stored with the object. With a column both use its collation.
 */
final class TextComparisons {

    /** The collation of dolphin that is nearest to MySQL's collations without case. */
    static final String IGNORING_CASE = "utf8mb4_general_ci";

    /** The collation of dolphin that compares strings exactly, but for trailing blanks. */
    static final String EXACT = "utf8mb4_bin";

    private static final Set<String> EQUALITY = Set.of("=", "<=>", "<>", "!=");

    private final ValueTypes types;
    private final StoredSettings settings;
    private final Rewrites rewrites;
    private final boolean dolphin;

    TextComparisons(ValueTypes types, StoredSettings settings, Rewrites rewrites, boolean dolphin) {
        this.types = types;
        this.settings = settings;
        this.rewrites = rewrites;
        this.dolphin = dolphin;
    }

    /** Returns whether the target has collations that ignore case. */
    boolean isDolphin() {
        return dolphin;
    }

    /** Returns whether a collation of MySQL ignores case as the target's does. */
    static boolean ignoresCase(String collation) {
        return collation.endsWith("_ci") && !collation.endsWith("_as_ci");
    }

    /**
     * The form of an operand.
     *
     * @param collation the target's collation; null for its default
     * @param countsBlanks whether trailing blanks count, which the target ignores
     */
    record Form(@Nullable String collation, boolean countsBlanks) {

        /** Returns an operand in this form. */
        String of(String written) {
            String value = countsBlanks ? "concat(" + written + ", '.')" : "(" + written + ")";
            return collation == null ? value : "(" + value + " COLLATE " + Identifiers.quoteTarget(collation) + ")";
        }
    }

    /**
     * Returns the form of the operands of a comparison; null if they are written as they are.
     *
     * @param comparison = and the like, BETWEEN, IN, LIKE or CASE
     */
    @Nullable
    Form of(ParserRuleContext comparison) {
        return of(comparison, operands(comparison));
    }

    /** Returns the form of some operands of an expression; null if they are written as they are. */
    @Nullable
    Form of(ParserRuleContext comparison, List<? extends ParseTree> operands) {
        if (types.hasColumn(comparison)
                || !ParseTrees.all(comparison, SimpleExprCollateContext.class).isEmpty()) {
            return null;
        }
        ValueType type = ValueType.NULL;
        for (ParseTree operand : operands) {
            type = type.or(types.of(operand));
        }
        if (operands.isEmpty() || type != ValueType.TEXT && type != ValueType.ENUM) {
            return null;
        }
        Set<String> collations = new TreeSet<>();
        for (FieldIdentifierContext name : ParseTrees.all(comparison, FieldIdentifierContext.class)) {
            types.variable(name.getText())
                    .map(variable -> variable.declared().collation())
                    .filter(collation -> !collation.isEmpty())
                    .ifPresent(collations::add);
        }
        if (collations.isEmpty()) {
            collations.add(settings.connectionCollation());
        }
        boolean ignoresCase = collations.stream().allMatch(TextComparisons::ignoresCase);
        boolean countsBlanks =
                collations.stream().anyMatch(StringEquality::respectsTrailingBlanks) && isEquality(comparison);
        if (!dolphin) {
            if (ignoresCase) {
                rewrites.use(RewriteRule.COLLATION);
            }
            return null;
        }
        if (!ignoresCase && !countsBlanks) {
            return null;
        }
        rewrites.use(RewriteRule.VARIABLE_COLLATION);
        return new Form(ignoresCase ? IGNORING_CASE : null, countsBlanks);
    }

    /** Returns whether the strings in an expression are compared without regard to case, by the collations of its columns and variables. */
    boolean ignoresCase(ParserRuleContext expression) {
        return ParseTrees.all(expression, SubqueryContext.class).isEmpty() && namesIgnoreCase(expression);
    }

    /** Returns whether all columns and variables in an expression have collations that ignore case. */
    boolean namesIgnoreCase(ParserRuleContext expression) {
        if (!dolphin
                || !ParseTrees.all(expression, SimpleExprCollateContext.class).isEmpty()
                || !ParseTrees.all(expression, SimpleExprBinaryContext.class).isEmpty()) {
            return false;
        }
        Set<String> collations = new TreeSet<>();
        List<ParserRuleContext> names = new ArrayList<>(ParseTrees.all(expression, FieldIdentifierContext.class));
        names.addAll(ParseTrees.all(expression, SimpleIdentifierContext.class));
        for (ParserRuleContext name : names) {
            types
                    .variable(name.getText())
                    .map(variable -> List.of(variable.declared().collation()))
                    .<java.util.Collection<String>>map(found -> found)
                    .orElseGet(() -> types.collations(name.getText()))
                    .stream()
                    .filter(collation -> !collation.isEmpty())
                    .forEach(collations::add);
        }
        if (collations.isEmpty()) {
            collations.add(settings.connectionCollation());
        }
        return collations.stream().allMatch(TextComparisons::ignoresCase);
    }

    private static boolean isEquality(ParserRuleContext comparison) {
        return comparison instanceof PrimaryExprCompareContext compare
                        && EQUALITY.contains(compare.compOp().getText())
                || comparison instanceof PredicateContext predicate
                        && predicate.predicateOperations() instanceof PredicateExprInContext
                || comparison instanceof SimpleExprCaseContext
                || comparison instanceof FunctionCallContext
                || comparison instanceof RuntimeFunctionCallContext
                || comparison instanceof CaseStatementContext;
    }

    /** Returns the compared values; empty for another expression. */
    static List<ParseTree> operands(ParserRuleContext comparison) {
        List<ParseTree> operands = new ArrayList<>();
        if (comparison instanceof PrimaryExprCompareContext compare) {
            operands.add(compare.boolPri());
            operands.add(compare.predicate());
        } else if (comparison instanceof PredicateContext predicate && predicate.predicateOperations() != null) {
            operands.add(predicate.bitExpr(0));
            if (predicate.predicateOperations() instanceof PredicateExprInContext in && in.exprList() != null) {
                operands.addAll(in.exprList().expr());
            } else if (predicate.predicateOperations() instanceof PredicateExprLikeContext like) {
                operands.addAll(like.simpleExpr());
            } else if (predicate.predicateOperations() instanceof PredicateExprBetweenContext between) {
                operands.add(between.bitExpr());
                operands.add(between.predicate());
            } else {
                operands.clear();
            }
        } else if (comparison instanceof SimpleExprCaseContext cases && cases.expr() != null) {
            operands.add(cases.expr());
            cases.whenExpression().forEach(when -> operands.add(when.expr()));
        } else if (comparison instanceof CaseStatementContext cases && cases.expr() != null) {
            operands.add(cases.expr());
            cases.whenExpression().forEach(when -> operands.add(when.expr()));
        }
        return operands;
    }
}
