package io.gaussferry.application.rule;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.*;
import io.gaussferry.application.rule.BehaviourRule.Level;
import io.gaussferry.ddl.statement.Literals;
import io.gaussferry.schema.MySqlType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.tree.ParseTree;

/** Differences that depend on the type of a column: in functions, in comparisons with literals, and in conversions. */
final class ValueRules {

    /** Functions whose result contains or counts the blanks at the end of an argument. */
    private static final Set<String> BLANKS = Set.of(
            "concat",
            "concat_ws",
            "length",
            "octet_length",
            "bit_length",
            "lpad",
            "rpad",
            "repeat",
            "reverse",
            "right",
            "hex",
            "to_base64",
            "md5",
            "sha",
            "sha1",
            "sha2",
            "crc32",
            "quote",
            "insert",
            "json_object",
            "json_array",
            "json_quote",
            "group_concat");

    /** Functions whose result contains an argument as a string. */
    private static final Set<String> TEXTS = Set.of("concat", "concat_ws", "group_concat", "replace", "quote");

    private static final Set<String> LETTERS = Set.of("upper", "lower", "ucase", "lcase");
    private static final Set<String> BITS = Set.of("hex", "concat", "concat_ws", "length", "lpad", "rpad");

    /** Functions that return a JSON document. */
    private static final Set<String> DOCUMENTS = Set.of(
            "json_extract",
            "json_set",
            "json_insert",
            "json_replace",
            "json_merge_patch",
            "json_merge_preserve",
            "json_array_append",
            "json_pretty");

    private static final int FIRST_YEAR = 1901;
    private static final int LAST_YEAR = 2155;

    private final StatementScope scope;
    private final Literals literals;
    private final RuleFindings findings;

    ValueRules(StatementScope scope, Literals literals, RuleFindings findings) {
        this.scope = scope;
        this.literals = literals;
        this.findings = findings;
    }

    void find(ParseTree tree) {
        if (tree instanceof FunctionCallContext || tree instanceof RuntimeFunctionCallContext) {
            ParserRuleContext call = (ParserRuleContext) tree;
            function(call, call.getStart().getText().replace("`", "").toLowerCase(Locale.ROOT));
        } else if (tree instanceof SumExprContext sum && sum.GROUP_CONCAT_SYMBOL() != null) {
            function(sum, "group_concat");
        } else if (tree instanceof SimpleExprCastContext cast) {
            cast(cast, cast.expr(), cast.castType());
        } else if (tree instanceof SimpleExprConvertContext convert) {
            cast(convert, convert.expr(), convert.castType());
        } else if (tree instanceof PrimaryExprCompareContext compare) {
            compare(compare, List.of(compare.boolPri(), compare.predicate()));
        } else if (tree instanceof PredicateContext predicate && predicate.predicateOperations() != null) {
            compare(predicate, ComparisonRules.operands(predicate));
        } else if (tree instanceof BitExprContext bits && bits.SHIFT_LEFT_OPERATOR() != null) {
            width(bits, List.of(bits.bitExpr(0)), Level.DIFFERS);
        } else if (tree instanceof BitExprContext bits && bits.BITWISE_OR_OPERATOR() != null) {
            width(bits, bits.bitExpr(), Level.NOTE);
        }
        for (int i = 0; i < tree.getChildCount(); i++) {
            find(tree.getChild(i));
        }
    }

    private void function(ParserRuleContext call, String name) {
        String shown = name.toUpperCase(Locale.ROOT);
        if (DOCUMENTS.contains(name)) {
            findings.add(BehaviourRule.JSON_TEXT, call, shown);
        }
        for (ScopeColumn column : arguments(call)) {
            MySqlType type = column.column().type();
            if (type == MySqlType.CHAR && BLANKS.contains(name)) {
                findings.add(BehaviourRule.CHAR_BLANKS, call, shown + ", " + column.label());
            } else if (column.isFloat() && TEXTS.contains(name)) {
                findings.add(BehaviourRule.FLOAT_TEXT, call, shown + ", " + column.label());
            } else if (type == MySqlType.BIT && BITS.contains(name)) {
                findings.add(BehaviourRule.BIT_TEXT, call, shown + ", " + column.label());
            } else if (column.isFloat() && name.equals("format")) {
                findings.add(BehaviourRule.HALF_ROUNDING, call, column.label());
            } else if (type.isText() && LETTERS.contains(name)) {
                findings.add(BehaviourRule.LETTERS, call, shown + ", " + column.label());
            } else if (type == MySqlType.SET && name.equals("find_in_set")) {
                findings.add(BehaviourRule.FIND_IN_SET, call, column.label());
            } else if (type == MySqlType.TIME && name.equals("date_format")) {
                findings.add(BehaviourRule.TIME_OF_DAY, call, column.label());
            }
        }
    }

    /** Returns the columns that are arguments themselves, or within parentheses. */
    private List<ScopeColumn> arguments(ParserRuleContext call) {
        List<ScopeColumn> columns = new ArrayList<>();
        collect(call, columns);
        return columns;
    }

    private void collect(ParseTree tree, List<ScopeColumn> columns) {
        for (int i = 0; i < tree.getChildCount(); i++) {
            ParseTree child = tree.getChild(i);
            if (child instanceof ExprContext) {
                scope.column(child).ifPresent(columns::add);
            } else {
                collect(child, columns);
            }
        }
    }

    private void cast(ParserRuleContext where, ExprContext value, CastTypeContext type) {
        scope.column(value).filter(ScopeColumn::isFloat).ifPresent(column -> {
            if (type.CHAR_SYMBOL() != null || type.nchar() != null) {
                findings.add(BehaviourRule.FLOAT_TEXT, where, column.label());
            } else if (type.SIGNED_SYMBOL() != null || type.UNSIGNED_SYMBOL() != null) {
                findings.add(BehaviourRule.HALF_ROUNDING, where, column.label());
            }
        });
    }

    private void compare(ParserRuleContext where, List<ParseTree> operands) {
        for (ParseTree operand : operands) {
            if (isJsonValue(operand)) {
                findings.add(BehaviourRule.JSON_COMPARISON, where, "");
            }
            scope.column(operand).ifPresent(column -> {
                if (column.column().type() == MySqlType.CHAR && where instanceof PredicateContext predicate) {
                    pattern(predicate, column);
                }
                switch (column.family()) {
                    case ENUM -> members(where, column, operands);
                    case NUMBER, DATE -> year(where, column, operands);
                    case TEXT, OTHER, UNKNOWN -> {}
                }
            });
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

    private void width(BitExprContext bits, List<BitExprContext> operands, Level level) {
        for (BitExprContext operand : operands) {
            scope.column(operand)
                    .filter(column -> column.column().type() != MySqlType.BIGINT)
                    .ifPresent(column -> findings.add(BehaviourRule.BIT_WIDTH, level, bits.getStart(), column.label()));
        }
    }
}
