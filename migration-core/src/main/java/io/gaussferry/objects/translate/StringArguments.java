package io.gaussferry.objects.translate;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.*;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.antlr.v4.runtime.ParserRuleContext;

/** Floating-point numbers, dates and times that a function, GROUP_CONCAT or a pattern reads as strings: the target prints them in another form. */
final class StringArguments {

    /** Functions whose first argument is a string. */
    private static final Set<String> FIRST = Set.of(
            "length",
            "octet_length",
            "char_length",
            "character_length",
            "bit_length",
            "left",
            "right",
            "substr",
            "substring",
            "mid",
            "substring_index",
            "lpad",
            "rpad",
            "ltrim",
            "rtrim",
            "reverse",
            "repeat",
            "replace",
            "insert",
            "instr",
            "lower",
            "lcase",
            "upper",
            "ucase",
            "ascii",
            "ord",
            "quote",
            "to_base64",
            "md5",
            "sha",
            "sha1",
            "sha2",
            "crc32");

    /** Functions of JSON with the position of their first value. */
    private static final Map<String, Integer> JSON_VALUES = Map.of(
            "json_array", 0,
            "json_object", 1,
            "json_set", 2,
            "json_insert", 2,
            "json_replace", 2,
            "json_array_append", 2,
            "json_array_insert", 2);

    private static final Set<String> JSON_AGGREGATES = Set.of("json_arrayagg", "json_objectagg");

    private final FloatingNumbers floating;
    private final PrintedTimes times;
    private final WrittenForms forms;

    /** @param forms receives the forms of the arguments */
    StringArguments(FloatingNumbers floating, PrintedTimes times, WrittenForms forms) {
        this.floating = floating;
        this.times = times;
        this.forms = forms;
    }

    /** Has the arguments of a function, or the left side of LIKE, become the strings of MySQL. No effect on another node. */
    void prepare(ParserRuleContext tree) {
        strings(tree).stream()
                .filter(value -> floating.contains(value) || times.contains(value))
                .forEach(forms::print);
        jsonValues(tree).stream().filter(times::isTime).forEach(forms::printInJson);
    }

    /** Returns the arguments that become values of a JSON document. */
    private static List<? extends ParserRuleContext> jsonValues(ParserRuleContext tree) {
        String name = tree.getStart().getText().toLowerCase(Locale.ROOT);
        if (tree instanceof SumExprContext sum && JSON_AGGREGATES.contains(name)) {
            List<InSumExprContext> arguments = ParseTrees.all(sum, InSumExprContext.class);
            return arguments.isEmpty()
                    ? List.of()
                    : List.of(arguments.get(arguments.size() - 1).expr());
        }
        boolean isCall = tree instanceof FunctionCallContext || tree instanceof RuntimeFunctionCallContext;
        if (!isCall || !JSON_VALUES.containsKey(name)) {
            return List.of();
        }
        List<ParserRuleContext> arguments = StringFunctions.arguments(tree);
        List<ParserRuleContext> values = new ArrayList<>();
        int step = name.equals("json_array") ? 1 : 2;
        for (int i = JSON_VALUES.get(name); i < arguments.size(); i += step) {
            values.add(arguments.get(i));
        }
        return values;
    }

    private static List<? extends ParserRuleContext> strings(ParserRuleContext tree) {
        if (tree instanceof PredicateContext predicate
                && predicate.predicateOperations() instanceof PredicateExprLikeContext) {
            return predicate.bitExpr().subList(0, 1);
        }
        if (tree instanceof SumExprContext sum && sum.GROUP_CONCAT_SYMBOL() != null) {
            return sum.exprList().expr();
        }
        if (tree instanceof TrimFunctionContext trim) {
            return trim.expr().subList(trim.expr().size() - 1, trim.expr().size());
        }
        if (tree instanceof SubstringFunctionContext substring) {
            return substring.expr().subList(0, 1);
        }
        boolean isCall = tree instanceof FunctionCallContext || tree instanceof RuntimeFunctionCallContext;
        if (!isCall || !FIRST.contains(tree.getStart().getText().toLowerCase(Locale.ROOT))) {
            return List.of();
        }
        List<ParserRuleContext> arguments = StringFunctions.arguments(tree);
        return arguments.subList(0, Math.min(1, arguments.size()));
    }
}
