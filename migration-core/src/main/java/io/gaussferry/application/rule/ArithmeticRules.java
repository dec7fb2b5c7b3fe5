package io.gaussferry.application.rule;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.*;
import io.gaussferry.objects.translate.Precedence;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.type.ValueFamily;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.tree.ParseTree;

/** Differences of precedence, of divisions, of calculations with dates, and of literals in bits. */
final class ArithmeticRules {

    private static final Set<String> DIVISIONS = Set.of("/", "DIV", "%", "MOD");
    private static final Set<String> CALCULATIONS = Set.of("+", "-", "*", "/", "DIV", "%", "MOD");

    private static final Set<String> LENGTHS = Set.of("length", "char_length", "character_length");

    private final StatementScope scope;
    private final RuleFindings findings;

    ArithmeticRules(StatementScope scope, RuleFindings findings) {
        this.scope = scope;
        this.findings = findings;
    }

    void find(ParseTree tree) {
        if (tree instanceof ParserRuleContext operation && Precedence.differs(operation)) {
            findings.add(BehaviourRule.PRECEDENCE, operation, "");
        }
        if (tree instanceof BitExprContext expression
                && expression.op != null
                && expression.bitExpr().size() == 2) {
            calculation(expression);
        } else if (tree instanceof LiteralContext literal
                && (literal.HEX_NUMBER() != null || literal.BIN_NUMBER() != null)
                && !new BitLiterals(scope).isReadAlike(literal)) {
            findings.add(BehaviourRule.BIT_LITERAL, literal, "");
        } else if (Aggregates.isAverage(tree)) {
            findings.add(BehaviourRule.AGGREGATE_DIGITS, (ParserRuleContext) tree, "");
        } else if (tree instanceof RuntimeFunctionCallContext call
                && call.MOD_SYMBOL() != null
                && call.expr().size() == 2) {
            divisor(call, call.expr(1));
            remainder(call, call.expr());
        }
        for (int i = 0; i < tree.getChildCount(); i++) {
            find(tree.getChild(i));
        }
    }

    private void calculation(BitExprContext expression) {
        String operator = expression.op.getText().toUpperCase(Locale.ROOT);
        if (operator.equals("^")) {
            findings.add(BehaviourRule.POWER, expression, "");
        }
        if (!CALCULATIONS.contains(operator)) {
            return;
        }
        for (BitExprContext operand : expression.bitExpr()) {
            scope.column(operand).ifPresent(column -> {
                if (column.hasFraction()) {
                    findings.add(BehaviourRule.MICROSECONDS, expression, column.label());
                }
                if (column.family() == ValueFamily.TEXT && scope.isConditionOfChange(expression)) {
                    findings.add(BehaviourRule.TEXT_IN_CHANGE, expression, column.label());
                }
                if (column.family() == ValueFamily.DATE) {
                    findings.add(BehaviourRule.DATE_AND_NUMBER, expression, column.label());
                }
                if (operator.equals("-") && column.column().unsigned()) {
                    findings.add(BehaviourRule.UNSIGNED_SUBTRACTION, expression, column.label());
                }
            });
        }
        if (operator.equals("/") && !isComparedExactly(expression)) {
            findings.add(BehaviourRule.DIVISION, expression, "");
        }
        if (DIVISIONS.contains(operator)) {
            divisor(expression, expression.bitExpr(1));
        }
        if (operator.equals("%") || operator.equals("MOD")) {
            remainder(expression, expression.bitExpr());
        }
    }

    /**
     * Returns whether the digits of a quotient decide nothing: a whole number is divided by one of at most four digits, and compared with a
     * whole number. MySQL keeps 4 digits of the fraction, so that the next quotient is another number.
     */
    private boolean isComparedExactly(BitExprContext quotient) {
        ParserRuleContext at = quotient.getParent();
        while (at != null && at.getChildCount() == 1
                || at instanceof SimpleExprListContext
                || at instanceof ExprListContext) {
            at = at.getParent();
        }
        return at instanceof PrimaryExprCompareContext compare
                && (isWhole(compare.boolPri(), 18) || isWhole(compare.predicate(), 18))
                && isWhole(quotient.bitExpr(1), 4)
                && isInteger(quotient.bitExpr(0));
    }

    private static boolean isWhole(ParseTree tree, int digits) {
        return StatementScope.unwrapped(tree) instanceof NumLiteralContext number
                && number.getText().matches("\\d{1," + digits + "}");
    }

    private boolean isInteger(ParseTree tree) {
        return scope.column(tree)
                        .filter(column -> column.column().type().isInteger())
                        .isPresent()
                || StatementScope.unwrapped(tree) instanceof FunctionCallContext call
                        && LENGTHS.contains(call.getStart().getText().toLowerCase(Locale.ROOT));
    }

    private void remainder(ParserRuleContext where, List<? extends ParseTree> operands) {
        for (ParseTree operand : operands) {
            scope.columns(operand).stream()
                    .filter(ScopeColumn::isFloat)
                    .forEach(column -> findings.add(BehaviourRule.FLOAT_REMAINDER, where, column.label()));
            // the target makes an integer of the other operand
            scope.column(operand)
                    .filter(column -> column.column().type() == MySqlType.YEAR)
                    .ifPresent(column -> findings.add(BehaviourRule.ARGUMENT_TYPE, where, column.label()));
        }
    }

    private void divisor(ParserRuleContext where, ParseTree divisor) {
        boolean isOtherNumber = StatementScope.unwrapped(divisor) instanceof NumLiteralContext number
                && number.getText().matches("[0-9.]*[1-9][0-9.]*");
        if (!isOtherNumber) {
            findings.add(BehaviourRule.ZERO_DIVISOR, where, "");
        }
    }
}
