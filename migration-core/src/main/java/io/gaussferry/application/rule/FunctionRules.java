package io.gaussferry.application.rule;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.*;
import io.gaussferry.objects.translate.Functions;
import io.gaussferry.objects.translate.ParseTrees;
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
        } else if (tree instanceof QuerySpecOptionContext option && option.SQL_CALC_FOUND_ROWS_SYMBOL() != null) {
            findings.add(BehaviourRule.AFFECTED_ROWS, option, "SQL_CALC_FOUND_ROWS");
        } else if (tree instanceof PredicateExprRegexContext regular) {
            findings.add(BehaviourRule.REGULAR_EXPRESSION, regular, "");
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
            if (scope.columns(call).stream().anyMatch(ScopeColumn::ignoresCase)) {
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
        } else if (name.equals("last_insert_id")) {
            findings.add(BehaviourRule.LAST_INSERT_ID, call, "");
        }
    }

    private boolean mayHaveNull(ParserRuleContext call) {
        return scope.columns(call).stream().anyMatch(column -> column.column().nullable())
                || !ParseTrees.all(call, SimpleExprParamMarkerContext.class).isEmpty()
                || !ParseTrees.all(call, NullLiteralContext.class).isEmpty();
    }
}
