package io.gaussferry.objects.translate;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.FieldIdentifierContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.FunctionCallContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.NumLiteralContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.PredicateContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.PredicateExprRegexContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.PrimaryExprCompareContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.RuntimeFunctionCallContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.SimpleExprCaseContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.SimpleIdentifierContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.TextLiteralContext;
import io.gaussferry.ddl.statement.Literals;
import io.gaussferry.ddl.statement.Names;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.tree.ParseTree;

/**
 * The literals that an object compares with columns. Rows with such values reach its branches and its conditions, which rows with other
 * values do not.
 */
final class ComparedLiterals {

    private final Literals literals;
    private final Map<String, Set<String>> found = new TreeMap<>();

    private ComparedLiterals(Literals literals) {
        this.literals = literals;
    }

    /** Returns the literals by the names of the columns, in lower case. Names of variables may be among them. */
    static Map<String, Set<String>> of(ParseTree tree, Literals literals) {
        ComparedLiterals compared = new ComparedLiterals(literals);
        compared.search(tree);
        return compared.found;
    }

    /** Functions that compare strings by the collation in MySQL. */
    private static final Set<String> COMPARING = Set.of(
            "nullif",
            "instr",
            "locate",
            "position",
            "strcmp",
            "field",
            "find_in_set",
            "greatest",
            "least",
            "regexp_like",
            "regexp_instr",
            "regexp_substr",
            "regexp_replace");

    private static boolean isComparingFunction(ParseTree tree) {
        return (tree instanceof FunctionCallContext || tree instanceof RuntimeFunctionCallContext)
                && COMPARING.contains(
                        ((ParserRuleContext) tree).getStart().getText().toLowerCase(Locale.ROOT));
    }

    private void search(ParseTree tree) {
        if (tree instanceof PrimaryExprCompareContext
                || isComparingFunction(tree)
                || tree instanceof SimpleExprCaseContext
                || tree instanceof PredicateContext predicate && predicate.predicateOperations() != null) {
            collect((ParserRuleContext) tree);
        }
        for (int i = 0; i < tree.getChildCount(); i++) {
            search(tree.getChild(i));
        }
    }

    private void collect(ParserRuleContext comparison) {
        Set<String> values = new LinkedHashSet<>();
        boolean isExpression = comparison instanceof PredicateContext predicate
                && predicate.predicateOperations() instanceof PredicateExprRegexContext;
        for (TextLiteralContext text : ParseTrees.all(comparison, TextLiteralContext.class)) {
            if (isExpression) {
                PatternSample.of(literals.text(text)).ifPresent(values::add);
            }
            // LIKE: the pattern without its wildcards
            values.add(literals.text(text).replace("%", ""));
        }
        ParseTrees.all(comparison, NumLiteralContext.class).forEach(number -> values.add(number.getText()));
        if (values.isEmpty()) {
            return;
        }
        for (FieldIdentifierContext field : ParseTrees.all(comparison, FieldIdentifierContext.class)) {
            add(field.getText(), values);
        }
        for (SimpleIdentifierContext name : ParseTrees.all(comparison, SimpleIdentifierContext.class)) {
            add(name.getText(), values);
        }
    }

    private void add(String name, Set<String> values) {
        String column = Names.unquote(name.substring(name.lastIndexOf('.') + 1)).toLowerCase(Locale.ROOT);
        found.computeIfAbsent(column, unused -> new LinkedHashSet<>()).addAll(values);
    }
}
