package io.gaussferry.objects.translate;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.*;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.antlr.v4.runtime.ParserRuleContext;

/** Floating-point numbers that a function or a pattern reads as strings: MySQL makes the string of the fewest digits, the target of 15 or 17. */
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

    private final FloatingNumbers floating;
    private final WrittenForms forms;

    /** @param forms receives the forms of the numbers */
    StringArguments(FloatingNumbers floating, WrittenForms forms) {
        this.floating = floating;
        this.forms = forms;
    }

    /** Has the arguments of a function, or the left side of LIKE, become the strings of MySQL. No effect on another node. */
    void prepare(ParserRuleContext tree) {
        strings(tree).stream().filter(floating::contains).forEach(forms::print);
    }

    private static List<? extends ParserRuleContext> strings(ParserRuleContext tree) {
        if (tree instanceof PredicateContext predicate
                && predicate.predicateOperations() instanceof PredicateExprLikeContext) {
            return predicate.bitExpr().subList(0, 1);
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
