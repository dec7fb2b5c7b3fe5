package io.gaussferry.objects.translate;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.ExprContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.UdfExprContext;
import io.gaussferry.schema.Identifiers;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.tree.ParseTree;
import org.jspecify.annotations.Nullable;

/** The forms in which single nodes of a statement are written, in addition to the rules for their kind. */
final class WrittenForms {

    private final Casts casts;
    private final Digits digits;

    /** The types to which expressions are converted. */
    private final Map<ParserRuleContext, String> conversions = new IdentityHashMap<>();
    /** The collations of columns of temporary tables. */
    private final Map<ParserRuleContext, String> collations = new IdentityHashMap<>();
    /** The forms of compared strings. */
    private final Map<ParseTree, TextComparisons.Form> compared = new IdentityHashMap<>();
    /** The SQL that replaces literals and names. */
    private final Map<ParserRuleContext, String> replaced = new IdentityHashMap<>();
    /** Words that the target does not have there. */
    private final Set<ParseTree> leftOut = identitySet();
    /** Numbers that become strings. */
    private final Set<ParserRuleContext> printed = identitySet();
    /** Dates and times that become strings of a JSON document. */
    private final Set<ParserRuleContext> inJson = identitySet();
    /** Floating-point numbers that become integers. */
    private final Set<ParserRuleContext> rounded = identitySet();

    WrittenForms(Casts casts, Digits digits) {
        this.casts = casts;
        this.digits = digits;
    }

    private static <T> Set<T> identitySet() {
        return Collections.newSetFromMap(new IdentityHashMap<>());
    }

    /** Leaves a word out. */
    void leaveOut(ParseTree word) {
        leftOut.add(word);
    }

    /** Converts an expression to a type wherever it is written. */
    void convert(ParserRuleContext expression, String type) {
        conversions.put(expression, type);
    }

    /** Adds a collation to the type of a column. */
    void collate(ParserRuleContext type, String collation) {
        collations.put(type, collation);
    }

    /** Gives an operand of a comparison of strings the form in which the target compares it. */
    void compare(ParseTree operand, TextComparisons.Form form) {
        compared.put(operand, form);
    }

    /** Writes a number as the string that MySQL makes of it. */
    void print(ParserRuleContext number) {
        printed.add(number);
    }

    /** Writes a date or time as the string that MySQL stores in a JSON document. */
    void printInJson(ParserRuleContext time) {
        inJson.add(time);
    }

    /** Rounds a floating-point number to an integer. */
    void round(ParserRuleContext number) {
        rounded.add(number);
    }

    /** Returns the SQL that replaces nodes; callers add to it. */
    Map<ParserRuleContext, String> replaced() {
        return replaced;
    }

    /** Returns the SQL that replaces a node; null if it is written by the rules for its kind. */
    @Nullable
    String replacement(ParseTree node) {
        if (leftOut.contains(node)) {
            return "";
        }
        return node instanceof ParserRuleContext rule ? replaced.get(rule) : null;
    }

    /** Returns the final form of a node. */
    String of(ParserRuleContext node, String text) {
        TextComparisons.Form form = compared.get(node);
        String written = digits.rounded(node, form == null ? text : form.of(text));
        if (printed.contains(node) || isExpression(node) && Digits.isConcatenated(node)) {
            written = casts.printed(node, written);
        }
        if (inJson.contains(node)) {
            written = casts.printedInJson(node, written);
        }
        String collation = collations.get(node);
        if (collation != null) {
            return written.strip() + " COLLATE " + Identifiers.quoteTarget(collation);
        }
        if (rounded.contains(node)) {
            written = "round(CAST((" + written + ") AS double precision))";
        }
        String type = conversions.get(node);
        return type == null ? written : "CAST((" + written + ") AS " + type + ")";
    }

    private static boolean isExpression(ParserRuleContext node) {
        return node instanceof ExprContext || node instanceof UdfExprContext;
    }
}
