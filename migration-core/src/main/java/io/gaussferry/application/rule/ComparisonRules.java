package io.gaussferry.application.rule;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.*;
import io.gaussferry.application.rule.BehaviourRule.Level;
import io.gaussferry.ddl.statement.Literals;
import io.gaussferry.objects.translate.ParseTrees;
import io.gaussferry.type.ValueFamily;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.tree.ParseTree;

/** Differences of comparisons: collations, trailing blanks, conversions between types, zero dates. */
final class ComparisonRules {

    private static final Pattern NUMBER = Pattern.compile("\\s*[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?\\s*");

    /** Functions that return a string. */
    private static final Set<String> STRINGS = Set.of(
            "lower",
            "upper",
            "lcase",
            "ucase",
            "trim",
            "ltrim",
            "rtrim",
            "left",
            "right",
            "substring",
            "substr",
            "mid",
            "concat",
            "concat_ws",
            "ifnull",
            "coalesce",
            "replace",
            "reverse");

    /** Functions whose strings have the connection's collation if no argument is a string. */
    private static final Set<String> PRINTED = Set.of(
            "hex",
            "conv",
            "md5",
            "sha",
            "sha1",
            "sha2",
            "dayname",
            "monthname",
            "date_format",
            "concat",
            "concat_ws",
            "format");

    private static final Set<String> EXTREMES = Set.of("greatest", "least");
    private static final Set<String> EQUALITIES = Set.of("=", "<>", "!=", "<=>");

    private static final Pattern ZERO_DATE = Pattern.compile("0000-00-00.*");

    private final StatementScope scope;
    private final Literals literals;
    private final RuleFindings findings;

    ComparisonRules(StatementScope scope, Literals literals, RuleFindings findings) {
        this.scope = scope;
        this.literals = literals;
        this.findings = findings;
    }

    void find(ParseTree tree) {
        if (tree instanceof PrimaryExprCompareContext compare) {
            compare(compare, List.of(compare.boolPri(), compare.predicate()));
            if (!EQUALITIES.contains(compare.compOp().getText())) {
                extremes(compare);
            }
        } else if (tree instanceof PredicateContext predicate && predicate.predicateOperations() != null) {
            compare(predicate, operands(predicate));
            if (predicate.predicateOperations() instanceof PredicateExprBetweenContext) {
                extremes(predicate);
            }
        } else if (tree instanceof SimpleExprCaseContext cases && cases.expr() != null) {
            List<ParseTree> operands = new ArrayList<>(List.of(cases.expr()));
            cases.whenExpression().forEach(when -> operands.add(when.expr()));
            compare(cases, operands);
        } else if (tree instanceof SumExprContext sum && isExtreme(sum)) {
            extremes(sum);
        } else if (tree instanceof FunctionCallContext call && isNamed(call, EXTREMES)) {
            extremes(call);
        } else if (tree instanceof SumExprContext sum && sum.DISTINCT_SYMBOL() != null) {
            scope.columns(sum).forEach(column -> equality(sum, column));
            if (sum.GROUP_CONCAT_SYMBOL() != null) {
                scope.columns(sum).forEach(column -> equalStrings(sum, column));
            }
        } else if (tree instanceof QueryExpressionBodyContext body && ParseTrees.removesDuplicates(body)) {
            ParseTrees.all(body, SelectItemListContext.class)
                    .forEach(items -> scope.columns(items).forEach(column -> {
                        equality(body, column);
                        equalStrings(body, column);
                    }));
        } else if (tree instanceof FunctionCallContext call && isNamed(call, Set.of("nullif"))) {
            List<ParseTree> arguments = new ArrayList<>(ParseTrees.all(call, ExprContext.class));
            if (hasConnectionCollation(arguments)) {
                connectionCollation(call, arguments);
            }
            scope.columns(call).forEach(column -> {
                equality(call, column);
                padding(call, column, List.of());
            });
        } else if (tree instanceof TextLiteralContext literal
                && ZERO_DATE.matcher(literals.text(literal)).matches()) {
            findings.add(BehaviourRule.ZERO_DATE, literal, "");
        } else if (tree instanceof QuerySpecOptionContext option && option.DISTINCT_SYMBOL() != null) {
            distinct(option);
        } else if (tree instanceof GroupByClauseContext group) {
            grouped(group).forEach(column -> {
                equality(group, column);
                equalStrings(group, column);
            });
        } else if (tree instanceof OrderExpressionContext order && !(isGrouping(order))) {
            ParseTree sorted = SelectAliases.expression(order, order.expr()).orElse(order.expr());
            scope.column(sorted).ifPresentOrElse(column -> order(order, column), () -> within(order, sorted, false));
            if (isCastToString(sorted)) {
                findings.add(BehaviourRule.CONNECTION_COLLATION, order, "ORDER BY");
            }
        }
        for (int i = 0; i < tree.getChildCount(); i++) {
            find(tree.getChild(i));
        }
    }

    private static boolean isExtreme(SumExprContext sum) {
        return sum.MIN_SYMBOL() != null || sum.MAX_SYMBOL() != null;
    }

    private static boolean isNamed(FunctionCallContext call, Set<String> names) {
        return names.contains(call.getStart().getText().toLowerCase(Locale.ROOT));
    }

    /** The order of strings decides which value is the smaller one. */
    private void extremes(ParserRuleContext where) {
        scope.columns(where).forEach(column -> {
            order(where, column);
            if (where instanceof SumExprContext) {
                equalStrings(where, column);
            }
        });
    }

    /** One of several strings that are equal for the collations of both sides is returned. */
    private void equalStrings(ParserRuleContext where, ScopeColumn column) {
        if (column.ignoresCase() && !column.differsInCase()) {
            findings.add(BehaviourRule.EQUAL_STRINGS, where, column.label());
        }
    }

    private static boolean isGrouping(OrderExpressionContext order) {
        return order.getParent() != null && order.getParent().getParent() instanceof GroupByClauseContext;
    }

    /** Returns the values that a predicate compares. */
    static List<ParseTree> operands(PredicateContext predicate) {
        List<ParseTree> operands = new ArrayList<>();
        operands.add(predicate.bitExpr(0));
        PredicateOperationsContext operation = predicate.predicateOperations();
        if (operation instanceof PredicateExprInContext in) {
            if (in.exprList() != null) {
                operands.addAll(in.exprList().expr());
            } else if (in.subquery() != null) {
                ParseTrees.all(in.subquery(), SelectItemListContext.class).stream()
                        .limit(1)
                        .flatMap(items -> items.selectItem().stream())
                        .filter(item -> item.expr() != null)
                        .forEach(item -> operands.add(item.expr()));
            }
        } else if (operation instanceof PredicateExprBetweenContext between) {
            operands.add(between.bitExpr());
            operands.add(between.predicate());
        } else if (operation instanceof PredicateExprLikeContext like) {
            operands.addAll(like.simpleExpr());
        } else if (operation instanceof PredicateExprRegexContext regular) {
            operands.add(regular.bitExpr());
        }
        return operands;
    }

    /** Returns the columns in the grouped expressions, also in those that are named by an alias. */
    private List<ScopeColumn> grouped(GroupByClauseContext group) {
        List<ScopeColumn> columns = new ArrayList<>(scope.columns(group));
        if (group.orderList() != null) {
            group.orderList()
                    .orderExpression()
                    .forEach(expression -> SelectAliases.expression(group, expression.expr())
                            .ifPresent(named -> columns.addAll(scope.columns(named))));
        }
        return columns;
    }

    private void distinct(QuerySpecOptionContext option) {
        for (ParserRuleContext at = option.getParent(); at != null; at = at.getParent()) {
            if (at instanceof QuerySpecificationContext query) {
                scope.columns(query.selectItemList()).forEach(column -> {
                    equality(option, column);
                    equalStrings(option, column);
                });
                return;
            }
        }
    }

    private void compare(ParserRuleContext where, List<ParseTree> operands) {
        List<ValueFamily> families = operands.stream().map(scope::family).toList();
        boolean isExplicit =
                !ParseTrees.all(where, SimpleExprCollateContext.class).isEmpty()
                        || !ParseTrees.all(where, SimpleExprBinaryContext.class).isEmpty();
        boolean isRegular = where instanceof PredicateContext predicate
                && predicate.predicateOperations() instanceof PredicateExprRegexContext;
        if (!isExplicit && !isRegular && hasConnectionCollation(operands)) {
            connectionCollation(where, operands);
        }
        boolean hasBoolean = operands.stream()
                .anyMatch(operand -> !ParseTrees.all((ParserRuleContext) operand, BoolLiteralContext.class)
                                .isEmpty()
                        && operand.getText().length() <= "FALSE".length());
        if (hasBoolean && operands.stream().anyMatch(operand -> StatementScope.text(operand) != null)) {
            findings.add(BehaviourRule.BOOLEAN_LITERAL, where, "");
        }
        for (int i = 0; i < operands.size(); i++) {
            ScopeColumn column = scope.column(operands.get(i)).orElse(null);
            if (column == null) {
                if (!isExplicit) {
                    within(where, operands.get(i), true);
                }
                continue;
            }
            if (!isExplicit && !families.contains(ValueFamily.NUMBER)) {
                equality(where, column);
                padding(where, column, operands);
            }
            conversions(where, column, operands, families);
        }
    }

    /** Returns whether strings are compared whose collation is not that of a column. */
    private boolean hasConnectionCollation(List<ParseTree> operands) {
        if (operands.stream().anyMatch(operand -> scope.column(operand).isPresent())) {
            return false;
        }
        return operands.stream().anyMatch(ComparisonRules::isCastToString)
                || operands.stream().anyMatch(operand -> StatementScope.text(operand) != null)
                        && operands.stream().anyMatch(this::isPrinted)
                || operands.stream().anyMatch(operand -> StatementScope.text(operand) != null)
                        && operands.stream()
                                .allMatch(operand -> scope.columns(operand).isEmpty());
    }

    /** Literals that are equal but for case or blanks at the end make the difference certain, as do those that a function never returns. */
    private void connectionCollation(ParserRuleContext where, List<ParseTree> operands) {
        Set<String> exact = new HashSet<>();
        Set<String> folded = new HashSet<>();
        boolean isNeverReturned = false;
        for (ParseTree operand : operands) {
            TextLiteralContext literal = StatementScope.text(operand);
            if (literal != null) {
                String text = literals.text(literal);
                exact.add(text);
                folded.add(text.stripTrailing().toLowerCase(Locale.ROOT));
                isNeverReturned |= operands.stream().anyMatch(other -> isOtherCase(other, text));
            }
        }
        boolean isDifferent = exact.size() > folded.size() || isNeverReturned || isOtherOrder(operands);
        findings.add(
                BehaviourRule.CONNECTION_COLLATION, isDifferent ? Level.DIFFERS : Level.NOTE, where.getStart(), "");
    }

    /** Returns whether two literals have another order without regard to case. */
    private boolean isOtherOrder(List<ParseTree> operands) {
        if (operands.size() != 2) {
            return false;
        }
        TextLiteralContext first = StatementScope.text(operands.get(0));
        TextLiteralContext second = StatementScope.text(operands.get(1));
        if (first == null || second == null) {
            return false;
        }
        String text = literals.text(first);
        String other = literals.text(second);
        return Integer.signum(text.compareTo(other)) != Integer.signum(text.compareToIgnoreCase(other));
    }

    /** Returns whether an expression is a string that a function makes of other types. */
    private boolean isPrinted(ParseTree operand) {
        return StatementScope.inner(operand) instanceof ParserRuleContext call
                && (call instanceof FunctionCallContext || call instanceof RuntimeFunctionCallContext)
                && PRINTED.contains(call.getStart().getText().toLowerCase(Locale.ROOT))
                && scope.columns(call).stream()
                        .allMatch(column -> column.sourceCollation().isEmpty());
    }

    /** Returns whether a function never returns a string in this case. */
    private static boolean isOtherCase(ParseTree operand, String text) {
        if (!(StatementScope.inner(operand) instanceof ParserRuleContext call)) {
            return false;
        }
        return switch (call.getStart().getText().toLowerCase(Locale.ROOT)) {
            case "hex", "conv" -> !text.equals(text.toUpperCase(Locale.ROOT));
            case "md5", "sha", "sha1", "sha2" -> !text.equals(text.toLowerCase(Locale.ROOT));
            case "dayname", "monthname" -> !text.matches("[A-Z][a-z]*");
            case "date_format" -> text.matches("[A-Za-z]+") && !text.matches("[A-Z][a-z]*");
            default -> false;
        };
    }

    private static boolean isCastToString(ParseTree operand) {
        ParseTree tree = operand;
        while (tree.getChildCount() == 1) {
            tree = tree.getChild(0);
        }
        return tree instanceof SimpleExprCastContext cast && cast.castType().CHAR_SYMBOL() != null;
    }

    /** A string that is computed from a column has the column's collation. */
    private void within(ParserRuleContext where, ParseTree computed, boolean isComparison) {
        ParseTree tree = computed;
        while (tree.getChildCount() == 1) {
            tree = tree.getChild(0);
        }
        if (!(tree instanceof ParserRuleContext call)
                || !STRINGS.contains(call.getStart().getText().toLowerCase(Locale.ROOT))) {
            return;
        }
        for (ScopeColumn column : scope.columns(call)) {
            if (column.differsInCharacters()) {
                findings.add(BehaviourRule.COLLATION, where, column.label());
                if (isComparison && column.differsInPadding()) {
                    findings.add(BehaviourRule.PADDING, where, column.label());
                }
            }
        }
    }

    private void equality(ParserRuleContext where, ScopeColumn column) {
        if (column.differsInCase()) {
            findings.add(BehaviourRule.CASE, where, column.label());
        } else if (column.differsInCharacters()) {
            findings.add(BehaviourRule.COLLATION, where, column.label());
        }
    }

    private void order(ParserRuleContext where, ScopeColumn column) {
        if (column.differsInCase()) {
            findings.add(BehaviourRule.TEXT_ORDER, where, column.label());
        } else if (column.differsInCharacters()) {
            findings.add(BehaviourRule.COLLATION, where, column.label());
        }
    }

    private void padding(ParserRuleContext where, ScopeColumn column, List<ParseTree> operands) {
        if (!column.differsInPadding()) {
            return;
        }
        boolean hasBlanks = operands.stream()
                .map(StatementScope::text)
                .anyMatch(literal -> literal != null && literals.text(literal).endsWith(" "));
        findings.add(BehaviourRule.PADDING, hasBlanks ? Level.DIFFERS : Level.NOTE, where.getStart(), column.label());
    }

    private void conversions(
            ParserRuleContext where, ScopeColumn column, List<ParseTree> operands, List<ValueFamily> families) {
        switch (column.family()) {
            case TEXT -> {
                if (families.contains(ValueFamily.NUMBER)) {
                    findings.add(BehaviourRule.TEXT_AND_NUMBER, where, column.label());
                    if (scope.isConditionOfChange(where)) {
                        findings.add(BehaviourRule.TEXT_IN_CHANGE, where, column.label());
                    }
                }
            }
            case NUMBER -> {
                boolean isWord = operands.stream()
                        .map(StatementScope::text)
                        .anyMatch(literal -> literal != null
                                && !NUMBER.matcher(literals.text(literal)).matches());
                if (isWord && !isPattern(where)) {
                    findings.add(BehaviourRule.NUMBER_AND_TEXT, where, column.label());
                }
            }
            case DATE -> {
                if (families.contains(ValueFamily.NUMBER)) {
                    findings.add(BehaviourRule.DATE_AND_NUMBER, where, column.label());
                }
            }
            case ENUM, OTHER, UNKNOWN -> {}
        }
    }

    private static boolean isPattern(ParserRuleContext where) {
        return where instanceof PredicateContext predicate
                && (predicate.predicateOperations() instanceof PredicateExprLikeContext
                        || predicate.predicateOperations() instanceof PredicateExprRegexContext);
    }
}
