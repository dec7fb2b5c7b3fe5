package io.gaussferry.application.rule;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.*;
import io.gaussferry.objects.translate.Functions;
import io.gaussferry.objects.translate.ParseTrees;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.tree.ParseTree;

/** Functions with other results on the target. */
final class FunctionRules {

    private static final Set<String> CLOCKS = Set.of(
            "now",
            "current_timestamp",
            "localtime",
            "localtimestamp",
            "curtime",
            "current_time",
            "sysdate",
            "utc_timestamp",
            "utc_time");

    private static final Set<String> SERVERS = Set.of("version", "user", "current_user", "session_user", "system_user");

    private final StatementScope scope;
    private final RuleFindings findings;

    FunctionRules(StatementScope scope, RuleFindings findings) {
        this.scope = scope;
        this.findings = findings;
    }

    void find(ParseTree tree) {
        if (tree instanceof FunctionCallContext || tree instanceof RuntimeFunctionCallContext) {
            ParserRuleContext call = (ParserRuleContext) tree;
            function(call, call.getStart().getText().replace("`", "").toLowerCase(Locale.ROOT));
        } else if (tree instanceof FieldIdentifierContext name
                && CLOCKS.contains(name.getText().toLowerCase(Locale.ROOT))
                && scope.named(name).isEmpty()) {
            findings.add(BehaviourRule.CLOCK, name, name.getText().toUpperCase(Locale.ROOT));
        } else if (tree instanceof FieldIdentifierContext name
                && name.getText().equalsIgnoreCase("current_user")
                && scope.named(name).isEmpty()) {
            findings.add(BehaviourRule.SERVER_INFORMATION, name, "CURRENT_USER");
        } else if (tree instanceof QuerySpecOptionContext option && option.SQL_CALC_FOUND_ROWS_SYMBOL() != null) {
            findings.add(BehaviourRule.AFFECTED_ROWS, option, "SQL_CALC_FOUND_ROWS");
        } else if (tree instanceof PredicateContext predicate
                && predicate.predicateOperations() instanceof PredicateExprRegexContext regular) {
            findings.add(BehaviourRule.REGULAR_EXPRESSION, regular, "");
            scope.columns(predicate).stream()
                    .filter(column -> !column.sourceCollation().isEmpty() && !column.ignoresCase())
                    .forEach(column -> findings.add(BehaviourRule.REGULAR_CASE, regular, column.label()));
        } else if (tree instanceof SimpleExprMatchContext match) {
            findings.add(BehaviourRule.FULL_TEXT, match, "");
        } else if (tree instanceof InExpressionUserVariableAssignmentContext assignment) {
            findings.add(
                    BehaviourRule.USER_VARIABLES,
                    assignment,
                    assignment.userVariable().getText());
        } else if (tree instanceof SelectItemContext item && item.expr() != null && isCondition(item.expr())) {
            findings.add(BehaviourRule.BOOLEAN_VALUE, item, "");
        }
        for (int i = 0; i < tree.getChildCount(); i++) {
            find(tree.getChild(i));
        }
    }

    private static boolean isCondition(ParseTree tree) {
        ParseTree inner = StatementScope.unwrapped(tree);
        return inner instanceof PrimaryExprCompareContext
                || inner instanceof PrimaryExprIsNullContext
                || inner instanceof ExprAndContext
                || inner instanceof ExprNotContext
                || inner instanceof ExprIsContext
                || inner instanceof PredicateContext predicate && predicate.getChildCount() > 1
                || inner instanceof SimpleExprSubQueryContext query && query.EXISTS_SYMBOL() != null;
    }

    private void function(ParserRuleContext call, String name) {
        String shown = name.toUpperCase(Locale.ROOT);
        if (Functions.BYTEWISE.contains(name) || name.equals("regexp_like")) {
            boolean isPattern = name.startsWith("regexp");
            if (isPattern ? hasCasedPattern(call) : scope.ignoresCase(call)) {
                findings.add(BehaviourRule.BYTEWISE_FUNCTION, call, shown);
            }
        } else if (name.equals("concat")) {
            if (mayHaveNull(call)) {
                findings.add(BehaviourRule.CONCAT_NULL, call, shown);
            }
        } else if (name.equals("length")) {
            findings.add(BehaviourRule.BYTE_LENGTH, call, shown);
        } else if (CLOCKS.contains(name)) {
            findings.add(BehaviourRule.CLOCK, call, shown);
        } else if (name.equals("row_count") || name.equals("found_rows")) {
            findings.add(BehaviourRule.AFFECTED_ROWS, call, shown);
        } else if (SERVERS.contains(name)) {
            findings.add(BehaviourRule.SERVER_INFORMATION, call, shown);
        } else if (name.equals("last_insert_id")) {
            findings.add(BehaviourRule.LAST_INSERT_ID, call, "");
        }
    }

    /** Returns whether the pattern may have letters. */
    private boolean hasCasedPattern(ParserRuleContext call) {
        List<ExprContext> arguments = ParseTrees.all(call, ExprContext.class);
        boolean hasNoLetters = arguments.size() > 1
                && StatementScope.text(arguments.get(1)) != null
                && arguments.get(1).getText().chars().noneMatch(Character::isLetter);
        return !hasNoLetters && scope.ignoresCase(call);
    }

    private boolean mayHaveNull(ParserRuleContext call) {
        return scope.columns(call).stream().anyMatch(column -> column.column().nullable())
                || !ParseTrees.all(call, SimpleExprParamMarkerContext.class).isEmpty()
                || !ParseTrees.all(call, NullLiteralContext.class).isEmpty();
    }
}
