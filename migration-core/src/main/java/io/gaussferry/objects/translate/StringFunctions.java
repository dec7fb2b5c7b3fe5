package io.gaussferry.objects.translate;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.*;
import io.gaussferry.schema.Identifiers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.tree.ParseTree;
import org.jspecify.annotations.Nullable;

/**
 * Functions that compare strings by their collation in MySQL. The target's NULLIF and FIELD compare variables by their bytes; its INSTR,
 * LOCATE, POSITION, STRCMP and regular expressions compare everything by the bytes.
 */
final class StringFunctions {

    private static final Set<String> SEARCHING = Set.of("instr", "locate", "position", "find_in_set");
    /** Functions that convert letters. */
    private static final Set<String> CONVERTING = Set.of("lower", "lcase", "upper", "ucase");
    /** The arguments of REGEXP_REPLACE without a number of the occurrence. */
    private static final int MOST_WITHOUT_OCCURRENCE = 4;
    /** The start of a regular expression that ignores case. */
    private static final String IGNORING_CASE = "concat('(?i)', ";

    private static final Set<String> EQUATING = Set.of("nullif", "field");

    private final ValueTypes types;
    private final TextComparisons comparisons;
    private final Rewrites rewrites;
    private final Function<ParseTree, String> writer;

    StringFunctions(
            ValueTypes types, TextComparisons comparisons, Rewrites rewrites, Function<ParseTree, String> writer) {
        this.types = types;
        this.comparisons = comparisons;
        this.rewrites = rewrites;
        this.writer = writer;
    }

    /** Writes a function or a regular expression by its collation; returns null for anything else. */
    @Nullable
    String write(ParserRuleContext tree) {
        if (tree instanceof PredicateContext predicate
                && predicate.predicateOperations() instanceof PredicateExprRegexContext regex) {
            return regularExpression(predicate, regex);
        }
        if (!(tree instanceof FunctionCallContext) && !(tree instanceof RuntimeFunctionCallContext)) {
            return null;
        }
        String name = tree.getStart().getText().toLowerCase(Locale.ROOT);
        List<ParserRuleContext> arguments = arguments(tree);
        if (EQUATING.contains(name) && arguments.size() > 1) {
            return equated(tree, name, arguments);
        }
        if (CONVERTING.contains(name) && arguments.size() == 1) {
            return converted(tree, name, arguments.get(0));
        }
        if (name.equals("strcmp") && arguments.size() == 2) {
            return ordered(tree, arguments);
        }
        if (name.startsWith("regexp_") && arguments.size() > 1) {
            return regularExpression(tree, name, arguments);
        }
        boolean searches = SEARCHING.contains(name)
                && arguments.size() > 1
                && arguments.stream().limit(2).anyMatch(argument -> types.of(argument) == ValueType.TEXT);
        if (!searches || !comparisons.ignoresCase(tree)) {
            return null;
        }
        rewrites.use(RewriteRule.VARIABLE_COLLATION);
        rewrites.use(RewriteRule.SEARCHES);
        List<String> written = new ArrayList<>();
        for (int i = 0; i < arguments.size(); i++) {
            String value = writer.apply(arguments.get(i));
            written.add(i < 2 ? withoutCollation(arguments.get(i), value) : value);
        }
        return StringSearches.write(name, written);
    }

    /**
     * Writes LOWER or UPPER of a column: dolphin's collations convert ASCII letters only, measured on openGauss 6.0.2. The result has a
     * collation with the equality of the column's.
     */
    private @Nullable String converted(ParserRuleContext call, String name, ParserRuleContext argument) {
        if (!comparisons.isDolphin() || !mayHaveCollation(argument)) {
            return null;
        }
        rewrites.use(RewriteRule.LETTER_CASE);
        String collation = comparisons.namesIgnoreCase(call) ? TextComparisons.IGNORING_CASE : TextComparisons.EXACT;
        return "(" + name + "(" + withoutCollation(argument, writer.apply(argument)) + ") COLLATE "
                + Identifiers.quoteTarget(collation) + ")";
    }

    /** Writes STRCMP of strings without case. */
    private @Nullable String ordered(ParserRuleContext call, List<ParserRuleContext> arguments) {
        boolean areStrings = arguments.stream().allMatch(argument -> types.of(argument) == ValueType.TEXT);
        if (!areStrings || !comparisons.ignoresCase(call)) {
            return null;
        }
        rewrites.use(RewriteRule.VARIABLE_COLLATION);
        TextComparisons.Form form = new TextComparisons.Form(TextComparisons.IGNORING_CASE, false);
        String left = form.of(writer.apply(arguments.get(0)));
        String right = form.of(writer.apply(arguments.get(1)));
        return "(CASE WHEN " + left + " = " + right + " THEN 0 WHEN " + left + " < " + right + " THEN -1 WHEN " + left
                + " > " + right + " THEN 1 END)";
    }

    /**
     * Writes COUNT(DISTINCT) of a string; returns null for another aggregate. Measured on openGauss 6.0.2: with one argument the bytes are
     * compared, with several the collation.
     */
    @Nullable
    String countOfDistinct(SumExprContext sum) {
        boolean isDistinct = sum.COUNT_SYMBOL() != null && sum.DISTINCT_SYMBOL() != null && sum.exprList() != null;
        List<ExprContext> counted = isDistinct ? sum.exprList().expr() : List.of();
        if (!comparisons.isDolphin() || counted.size() != 1 || types.of(counted.get(0)) == ValueType.NUMBER) {
            return null;
        }
        rewrites.use(RewriteRule.DISTINCT_STRINGS);
        return "count(DISTINCT " + writer.apply(counted.get(0)) + ", 1)";
    }

    /** Returns whether an expression may be a string of columns, whose collations the target knows. */
    private boolean mayHaveCollation(ParserRuleContext expression) {
        ValueType type = types.of(expression);
        return (type == ValueType.TEXT || type == ValueType.ENUM || type == ValueType.UNKNOWN)
                && types.hasColumn(expression)
                && !types.isBinary(expression)
                && ParseTrees.all(expression, SimpleExprCollateContext.class).isEmpty();
    }

    /** Returns a string with the target's default collation, which knows all letters. */
    private String withoutCollation(ParserRuleContext expression, String written) {
        if (!comparisons.isDolphin() || !mayHaveCollation(expression)) {
            return written;
        }
        // only strings have a collation
        boolean isString = types.of(expression) != ValueType.UNKNOWN;
        return (isString ? "(" + written + ")" : "CAST((" + written + ") AS text)") + " COLLATE \"default\"";
    }

    private @Nullable String equated(ParserRuleContext tree, String name, List<ParserRuleContext> arguments) {
        TextComparisons.Form form = comparisons.of(tree, arguments);
        if (form == null) {
            return null;
        }
        if (name.equals("field")) {
            return "field("
                    + arguments.stream()
                            .map(argument -> form.of(writer.apply(argument)))
                            .collect(Collectors.joining(", "))
                    + ")";
        }
        // the result is the argument itself
        String value = writer.apply(arguments.get(0));
        return "(CASE WHEN " + form.of(value) + " = " + form.of(writer.apply(arguments.get(1))) + " THEN NULL ELSE "
                + value + " END)";
    }

    private @Nullable String regularExpression(ParserRuleContext tree, String name, List<ParserRuleContext> arguments) {
        boolean replacesAll =
                name.equals("regexp_replace") && arguments.size() > 2 && arguments.size() <= MOST_WITHOUT_OCCURRENCE;
        boolean ignoresCase = comparisons.ignoresCase(tree);
        if (name.equals("regexp_replace") && arguments.size() > 2) {
            requirePlain(arguments.get(2));
        }
        if (!ignoresCase && !replacesAll) {
            return null;
        }
        List<String> written = new ArrayList<>(arguments.stream().map(writer).toList());
        if (ignoresCase) {
            rewrites.use(RewriteRule.VARIABLE_COLLATION);
            written.set(1, IGNORING_CASE + written.get(1) + ")");
        }
        if (replacesAll) {
            rewrites.use(RewriteRule.ALL_OCCURRENCES);
            if (arguments.size() < MOST_WITHOUT_OCCURRENCE) {
                written.add("1");
            }
            written.add("0");
        }
        return name + "(" + String.join(", ", written) + ")";
    }

    /** Refuses a replacement that may refer to a group of the regular expression, which the target writes in another way. */
    private static void requirePlain(ParserRuleContext replacement) {
        boolean isPlain = ParseTrees.all(replacement, TextLiteralContext.class).stream()
                        .anyMatch(literal -> literal.getSourceInterval().equals(replacement.getSourceInterval()))
                && replacement.getText().indexOf('$') < 0
                && replacement.getText().indexOf('\\') < 0;
        if (!isPlain) {
            throw new UntranslatableException(
                    "REGEXP_REPLACE with a replacement that may refer to a group of the expression", replacement);
        }
    }

    private @Nullable String regularExpression(PredicateContext predicate, PredicateExprRegexContext regex) {
        if (!comparisons.ignoresCase(predicate)) {
            return null;
        }
        rewrites.use(RewriteRule.VARIABLE_COLLATION);
        return writer.apply(predicate.bitExpr(0)) + (predicate.notRule() == null ? "" : " NOT") + " REGEXP "
                + IGNORING_CASE + writer.apply(regex.bitExpr()) + ")";
    }

    /** Returns the arguments of a function. */
    static List<ParserRuleContext> arguments(ParserRuleContext tree) {
        if (tree instanceof FunctionCallContext call) {
            return List.copyOf(ValueTypes.arguments(call));
        }
        RuntimeFunctionCallContext call = (RuntimeFunctionCallContext) tree;
        List<ParserRuleContext> arguments = new ArrayList<>();
        if (call.bitExpr() != null) {
            arguments.add(call.bitExpr());
        }
        if (call.exprWithParentheses() != null) {
            arguments.add(call.exprWithParentheses().expr());
        }
        if (call.expr().isEmpty()) {
            ParseTrees.all(call, ExprListContext.class).stream()
                    .findFirst()
                    .ifPresent(list -> arguments.addAll(list.expr()));
        }
        arguments.addAll(call.expr());
        return arguments;
    }
}
