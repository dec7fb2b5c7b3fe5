package io.gaussferry.application.rule;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.*;
import io.gaussferry.ddl.statement.Literals;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.StringEquality;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.tree.ParseTree;

/** Differences of comparisons that depend on the types and collations of the compared columns. */
final class OperandRules {

    private static final int FIRST_YEAR = 1901;
    private static final int LAST_YEAR = 2155;

    private static final Set<MySqlType> DATES = EnumSet.of(MySqlType.DATE, MySqlType.DATETIME, MySqlType.TIMESTAMP);

    private static final Pattern ESCAPED = Pattern.compile("%[%_]*\\\\(\\\\|%($|_|\\\\[%\\\\]))");

    private final StatementScope scope;
    private final Literals literals;
    private final RuleFindings findings;

    OperandRules(StatementScope scope, Literals literals, RuleFindings findings) {
        this.scope = scope;
        this.literals = literals;
        this.findings = findings;
    }

    /**
     * Finds the differences of a comparison.
     *
     * @param operands its values, without operators
     */
    void compare(ParserRuleContext where, List<ParseTree> operands) {
        collations(where, operands);
        for (ParseTree operand : operands) {
            if (isJsonValue(operand)) {
                findings.add(BehaviourRule.JSON_COMPARISON, where, "");
            }
            scope.column(operand).ifPresent(column -> {
                if (where instanceof PredicateContext predicate) {
                    escapes(predicate, column);
                }
                if (column.column().type() == MySqlType.CHAR
                        && scope.session().padsChar()
                        && where instanceof PredicateContext predicate) {
                    pattern(predicate, column);
                }
                boolean isOrdered = where instanceof PrimaryExprCompareContext compared
                        && compared.compOp().getText().matches("[<>]=?");
                boolean isBetween = where instanceof PredicateContext predicate
                        && predicate.predicateOperations() instanceof PredicateExprBetweenContext;
                if (column.column().type() == MySqlType.SET
                        && (isOrdered || isBetween || operands.stream().anyMatch(other -> isEnum(other)))) {
                    findings.add(BehaviourRule.SET_COMPARISON, where, column.label());
                }
                if (column.column().type() == MySqlType.YEAR && isPattern(where)) {
                    findings.add(BehaviourRule.ARGUMENT_TYPE, where, column.label());
                }
                switch (column.family()) {
                    case ENUM -> {
                        members(where, column, operands);
                        boolean isWithWord = operands.stream().anyMatch(other -> StatementScope.text(other) != null);
                        if (operands.stream().anyMatch(other -> hasOtherMembers(column, other))) {
                            findings.add(BehaviourRule.ENUM_COMPARISON, where, column.label());
                        }
                        if (column.column().type() == MySqlType.ENUM && (isOrdered || isBetween) && isWithWord) {
                            findings.add(BehaviourRule.ENUM_COMPARISON, where, column.label());
                        }
                        if (where instanceof PredicateContext predicate) {
                            memberPattern(predicate, column);
                        }
                    }
                    case NUMBER -> year(where, column, operands);
                    case DATE -> {
                        year(where, column, operands);
                        if (!isPattern(where)) {
                            dates(where, column, operands);
                        }
                    }
                    case TEXT, OTHER, UNKNOWN -> {}
                }
            });
        }
    }

    private boolean isEnum(ParseTree operand) {
        return scope.column(operand)
                .filter(column -> column.column().type() == MySqlType.ENUM)
                .isPresent();
    }

    /** The target compares the positions of the members. */
    private boolean hasOtherMembers(ScopeColumn column, ParseTree operand) {
        return column.column().type() == MySqlType.ENUM
                && scope.column(operand)
                        .map(ScopeColumn::column)
                        .filter(other -> other.type() == MySqlType.ENUM
                                && !other.members().equals(column.column().members()))
                        .isPresent();
    }

    private static boolean isPattern(ParserRuleContext where) {
        return where instanceof PredicateContext predicate
                && (predicate.predicateOperations() instanceof PredicateExprLikeContext
                        || predicate.predicateOperations() instanceof PredicateExprRegexContext);
    }

    /** The target decides between the collations of two columns only if they are the same. */
    private void collations(ParserRuleContext where, List<ParseTree> operands) {
        Set<String> names = new TreeSet<>();
        Set<String> labels = new TreeSet<>();
        for (ParseTree operand : operands) {
            for (ScopeColumn column : scope.columns(operand)) {
                if (!column.sourceCollation().isEmpty()) {
                    names.add(column.targetCollation());
                    labels.add(column.label());
                }
            }
        }
        if (names.size() > 1) {
            findings.add(BehaviourRule.COLLATION_CONFLICT, where, String.join(", ", labels));
        }
    }

    /** After %, the target takes an escaped backslash, or an escaped % before _ or the end, for other characters; measured on 6.0.2. */
    private void escapes(PredicateContext predicate, ScopeColumn column) {
        if (predicate.predicateOperations() instanceof PredicateExprLikeContext like
                && column.targetEquality() == StringEquality.BY_COLLATION) {
            TextLiteralContext literal = StatementScope.text(like.simpleExpr(0));
            if (literal != null && ESCAPED.matcher(literals.text(literal)).find()) {
                findings.add(BehaviourRule.ESCAPED_PATTERN, predicate, column.label());
            }
        }
    }

    /** Only a pattern that ends with % admits the blanks at the end. */
    private void pattern(PredicateContext predicate, ScopeColumn column) {
        if (predicate.predicateOperations() instanceof PredicateExprLikeContext like) {
            TextLiteralContext literal = StatementScope.text(like.simpleExpr(0));
            if (literal == null || !literals.text(literal).endsWith("%")) {
                findings.add(BehaviourRule.CHAR_BLANKS, predicate, "LIKE, " + column.label());
            }
        }
    }

    /** Returns whether an operand is a value within a JSON document that is not converted to a string. */
    private static boolean isJsonValue(ParseTree operand) {
        ParseTree tree = StatementScope.unwrapped(operand);
        if (tree instanceof SimpleExprColumnRefContext reference && reference.jsonOperator() != null) {
            return reference.jsonOperator().JSON_SEPARATOR_SYMBOL() != null;
        }
        while (tree.getChildCount() == 1) {
            tree = tree.getChild(0);
        }
        return tree instanceof FunctionCallContext call
                && call.getStart().getText().equalsIgnoreCase("json_extract");
    }

    private void members(ParserRuleContext where, ScopeColumn column, List<ParseTree> operands) {
        List<String> members = column.column().members();
        for (ParseTree operand : operands) {
            TextLiteralContext literal = StatementScope.text(operand);
            if (literal == null) {
                continue;
            }
            for (String part : literals.text(literal).split(",", -1)) {
                String word = part.replaceFirst(" +$", "");
                if (!members.contains(part) && members.stream().anyMatch(member -> member.equalsIgnoreCase(word))) {
                    findings.add(BehaviourRule.MEMBER_CASE, where, column.label());
                }
            }
        }
    }

    /** A pattern that a member matches in another case only. */
    private void memberPattern(PredicateContext predicate, ScopeColumn column) {
        if (!(predicate.predicateOperations() instanceof PredicateExprLikeContext like)) {
            return;
        }
        TextLiteralContext literal = StatementScope.text(like.simpleExpr(0));
        String word = literal == null ? "" : literals.text(literal).replaceAll("^%+|%+$", "");
        boolean isOther = column.column().members().stream()
                .anyMatch(member -> !member.contains(word)
                        && member.toLowerCase(Locale.ROOT).contains(word.toLowerCase(Locale.ROOT)));
        if (literal == null || isOther || word.matches("(?s).*[%_].*")) {
            findings.add(BehaviourRule.MEMBER_CASE, predicate, column.label());
        }
    }

    private void dates(ParserRuleContext where, ScopeColumn column, List<ParseTree> operands) {
        if (!DATES.contains(column.column().type())) {
            return;
        }
        for (ParseTree operand : operands) {
            TextLiteralContext literal = StatementScope.text(operand);
            if (literal != null && !DateLiterals.isValid(literals.text(literal))) {
                findings.add(BehaviourRule.INVALID_DATE, where, column.label());
            }
        }
    }

    private void year(ParserRuleContext where, ScopeColumn column, List<ParseTree> operands) {
        if (column.column().type() != MySqlType.YEAR) {
            return;
        }
        for (ParseTree operand : operands) {
            ParseTree number = StatementScope.unwrapped(operand);
            if (number instanceof NumLiteralContext && !isYear(number.getText())) {
                findings.add(BehaviourRule.YEAR_AND_NUMBER, where, column.label());
            }
        }
    }

    private static boolean isYear(String number) {
        return number.matches("\\d{4}")
                && Integer.parseInt(number) >= FIRST_YEAR
                && Integer.parseInt(number) <= LAST_YEAR;
    }
}
