package io.gaussferry.objects.translate;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.*;
import io.gaussferry.schema.MySqlType;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.antlr.v4.runtime.ParserRuleContext;

/**
 * Columns and variables of type CHAR in functions of strings. MySQL reads such a value without the blanks at its end; on the target the function has them
 * in its argument. Measured on openGauss 6.0.2.
 */
final class CharBlanks {

    /** Functions whose result contains or counts the blanks, besides those that return strings. */
    private static final Set<String> COUNTING = Set.of(
            "length",
            "octet_length",
            "char_length",
            "character_length",
            "bit_length",
            "insert",
            "elt",
            "to_base64",
            "sha",
            "sha1",
            "sha2",
            "crc32",
            "find_in_set",
            "instr",
            "locate",
            "position",
            "json_object",
            "json_array",
            "json_quote",
            "group_concat");

    private static final Set<String> CHOICES = Set.of("if", "ifnull", "coalesce", "nullif");

    private static final Set<String> FUNCTIONS = functions();

    private final ValueTypes types;
    private final Rewrites rewrites;

    /** Whether the SQL is executed with the mode of its caller, by default of dolphin one with which patterns see the blanks, too. */
    private boolean hasCallersMode;

    CharBlanks(ValueTypes types, Rewrites rewrites) {
        this.types = types;
        this.rewrites = rewrites;
    }

    private static Set<String> functions() {
        Set<String> functions = new HashSet<>(COUNTING);
        functions.addAll(ValueTypes.OF_TEXT);
        return functions;
    }

    /** Has patterns ignore the blanks, too: the mode of a view's reader may include them. */
    void useCallersMode() {
        hasCallersMode = true;
    }

    /**
     * Writes a column or variable where it is used.
     *
     * @param name where it is named
     * @param written its name on the target
     */
    String write(ParserRuleContext name, String written) {
        boolean isChar = types.variable(name.getText())
                .map(variable -> variable.type().matches("char\\(\\d+\\)"))
                .orElseGet(() -> types.columnTypes(name.getText()).equals(Set.of(MySqlType.CHAR)));
        if (!isChar || !FUNCTIONS.contains(function(name)) && !(hasCallersMode && isMatched(name))) {
            return written;
        }
        rewrites.use(RewriteRule.CHAR_BLANKS);
        return "rtrim(" + written + ")";
    }

    /** Returns whether a pattern is compared with a name. */
    private static boolean isMatched(ParserRuleContext name) {
        ParserRuleContext at = name;
        while (at.getParent() != null && at.getParent().getChildCount() == 1) {
            at = at.getParent();
        }
        return at.getParent() instanceof PredicateContext predicate
                && predicate.bitExpr(0) == at
                && (predicate.predicateOperations() instanceof PredicateExprLikeContext
                        || predicate.predicateOperations() instanceof PredicateExprRegexContext);
    }

    /** Returns the innermost function around a name, except for those that return an argument, in lower case; empty for none. */
    private static String function(ParserRuleContext name) {
        for (ParserRuleContext at = name.getParent();
                at != null && !(at instanceof SubqueryContext);
                at = at.getParent()) {
            boolean isFunction = at instanceof FunctionCallContext
                    || at instanceof RuntimeFunctionCallContext
                    || at instanceof SumExprContext;
            String function = at.getStart().getText().replace("`", "").toLowerCase(Locale.ROOT);
            if (isFunction && !CHOICES.contains(function)) {
                return function;
            }
        }
        return "";
    }
}
