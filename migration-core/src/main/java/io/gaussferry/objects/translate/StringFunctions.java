package io.gaussferry.objects.translate;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.*;
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

    private static final Set<String> SEARCHING = Set.of("instr", "locate", "position", "strcmp");
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
        List<String> written = new ArrayList<>();
        for (int i = 0; i < arguments.size(); i++) {
            String value = writer.apply(arguments.get(i));
            written.add(i < 2 ? "lower(" + value + ")" : value);
        }
        return name + "(" + String.join(name.equals("position") ? " IN " : ", ", written) + ")";
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
        if (!comparisons.ignoresCase(tree)) {
            return null;
        }
        rewrites.use(RewriteRule.VARIABLE_COLLATION);
        List<String> written = new ArrayList<>(arguments.stream().map(writer).toList());
        written.set(1, IGNORING_CASE + written.get(1) + ")");
        return name + "(" + String.join(", ", written) + ")";
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
        if (call.expr().isEmpty()) {
            ParseTrees.all(call, ExprListContext.class).stream()
                    .findFirst()
                    .ifPresent(list -> arguments.addAll(list.expr()));
        }
        arguments.addAll(call.expr());
        return arguments;
    }
}
