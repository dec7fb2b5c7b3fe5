package io.gaussferry.application.rule;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.*;
import io.gaussferry.application.rule.BehaviourRule.Level;
import io.gaussferry.ddl.statement.Literals;
import io.gaussferry.objects.translate.ParseTrees;
import io.gaussferry.objects.translate.TimeDifferences;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.type.ValueFamily;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.tree.ParseTree;

/** Differences that depend on the type of a column: in functions, conversions, operators of bits, and comparisons. */
final class ValueRules {

    /** Functions whose result contains an argument as a string, with its blanks at the end, or depends on them. */
    private static final Set<String> STRINGS = words(
            "concat concat_ws group_concat length octet_length char_length character_length bit_length lower lcase upper ucase"
                    + " ltrim replace insert substr substring mid left right lpad rpad repeat reverse hex quote substring_index elt"
                    + " to_base64 md5 sha sha1 sha2 crc32 find_in_set json_object json_array json_quote");

    private static final Set<String> ROOTS = words("sqrt pow power exp ln log log10 log2 sin cos tan");

    /** Functions that give numbers with and without fractions one number of digits in MySQL. */
    private static final Set<String> MIXED = words("least greatest if ifnull coalesce nullif format");

    private static final Set<String> ROUNDINGS = words("format round truncate ceil ceiling floor");

    private static final Set<String> ADDITIONS = words("date_add date_sub adddate subdate");

    private static final Set<String> TIMES =
            words("hour minute second microsecond time time_to_sec time_format date timestamp");

    private static final Set<String> HOURS = words("hour minute second extract");

    private static final Set<String> EXTREMES = Set.of("greatest", "least");
    private static final Set<String> PADS = Set.of("lpad", "rpad");

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
            "json_array_insert",
            "json_remove",
            "json_pretty");

    /** Functions that write values of other types into a JSON document. */
    private static final Set<String> BUILDERS =
            words("json_object json_array json_set json_insert json_replace json_objectagg json_arrayagg");

    /** Functions that return the characters of a TIMESTAMP, with those at its end. */
    private static final Set<String> STAMPS = words(
            "concat concat_ws group_concat length octet_length char_length character_length bit_length lower lcase upper ucase trim"
                    + " ltrim rtrim replace insert substr substring mid left right lpad rpad repeat reverse hex quote elt to_base64 md5"
                    + " sha sha1 sha2 crc32 find_in_set convert");

    private static final Set<String> PARTS = words("left substr substring mid");

    /** The characters of a TIMESTAMP without fractional digits. */
    private static final int STAMP_LENGTH = 19;

    private static final Set<String> BIT_OPERATORS = Set.of("<<", ">>", "|", "^");

    private final StatementScope scope;
    private final RuleFindings findings;
    private final ReturnedColumns returned;
    private final OperandRules operands;

    ValueRules(StatementScope scope, Literals literals, RuleFindings findings) {
        this.scope = scope;
        this.findings = findings;
        this.returned = new ReturnedColumns(scope);
        this.operands = new OperandRules(scope, literals, findings);
    }

    void find(ParseTree tree) {
        if (tree instanceof FunctionCallContext || tree instanceof RuntimeFunctionCallContext) {
            ParserRuleContext call = (ParserRuleContext) tree;
            function(call, call.getStart().getText().replace("`", "").toLowerCase(Locale.ROOT));
        } else if (tree instanceof SumExprContext sum && sum.GROUP_CONCAT_SYMBOL() != null) {
            function(sum, "group_concat");
        } else if (tree instanceof SumExprContext sum && BUILDERS.contains(lower(sum))) {
            function(sum, lower(sum));
        } else if (tree instanceof SimpleExprColumnRefContext reference && reference.jsonOperator() != null) {
            if (reference.jsonOperator().JSON_SEPARATOR_SYMBOL() != null) {
                findings.add(BehaviourRule.JSON_TEXT, reference, "->");
            }
        } else if (tree instanceof SimpleExprCaseContext cases) {
            cases(cases);
        } else if (tree instanceof SimpleExprCastContext cast) {
            cast(cast, cast.expr(), cast.castType());
        } else if (tree instanceof SimpleExprConvertContext convert) {
            cast(convert, convert.expr(), convert.castType());
        } else if (tree instanceof SimpleExprConvertUsingContext convert) {
            stamps(convert, returned.stamps(convert.expr()));
        } else if (tree instanceof PrimaryExprCompareContext compare) {
            operands.compare(compare, List.of(compare.boolPri(), compare.predicate()));
        } else if (tree instanceof PredicateContext predicate && predicate.predicateOperations() != null) {
            operands.compare(predicate, ComparisonRules.operands(predicate));
            pattern(predicate);
        } else if (tree instanceof BitExprContext bits
                && bits.op != null
                && BIT_OPERATORS.contains(bits.op.getText())) {
            if (bits.SHIFT_LEFT_OPERATOR() != null) {
                literalWidth(bits);
                width(bits, List.of(bits.bitExpr(0)), Level.DIFFERS);
            }
            negative(bits);
        } else if (tree instanceof SumExprContext sum) {
            aggregate(sum);
        }
        for (int i = 0; i < tree.getChildCount(); i++) {
            find(tree.getChild(i));
        }
    }

    private static String lower(ParserRuleContext call) {
        return call.getStart().getText().replace("`", "").toLowerCase(Locale.ROOT);
    }

    private void stamps(ParserRuleContext where, List<ScopeColumn> columns) {
        columns.forEach(column -> findings.add(BehaviourRule.TIMESTAMP_TEXT, where, column.label()));
    }

    /** A pattern is compared with all characters of a TIMESTAMP, unless it ends with %. */
    private void pattern(PredicateContext predicate) {
        PredicateOperationsContext operation = predicate.predicateOperations();
        boolean isPrefix = operation instanceof PredicateExprLikeContext like
                && like.simpleExpr(0).getText().matches("(?s).*%['\"]");
        if (operation instanceof PredicateExprRegexContext
                || operation instanceof PredicateExprLikeContext && !isPrefix) {
            stamps(predicate, returned.stamps(predicate.bitExpr(0)));
        }
    }

    /** Returns whether a function returns only characters before the offset of a TIMESTAMP. */
    private static boolean isOfDate(ParserRuleContext call, String name) {
        if (!PARTS.contains(name)) {
            return false;
        }
        int end = 0;
        List<ExprContext> arguments = ParseTrees.all(call, ExprContext.class).stream()
                .filter(argument -> StatementScope.unwrapped(argument) instanceof NumLiteralContext)
                .toList();
        for (ExprContext argument : arguments) {
            String number = argument.getText();
            if (!number.matches("\\d{1,4}")) {
                return false;
            }
            end += Integer.parseInt(number);
        }
        int first = name.equals("left") ? 0 : 1;
        return arguments.size() == first + 1 && end - first <= STAMP_LENGTH;
    }

    private static Set<String> words(String words) {
        return Set.of(words.split(" "));
    }

    /** Two dates without a time differ by whole days, which both servers count alike. */
    private boolean areDates(RuntimeFunctionCallContext call) {
        return call.expr().stream()
                .allMatch(value -> scope.column(value)
                        .filter(column -> column.column().type() == MySqlType.DATE)
                        .isPresent());
    }

    private void function(ParserRuleContext call, String name) {
        String shown = name.toUpperCase(Locale.ROOT);
        if (call instanceof RuntimeFunctionCallContext difference
                && TimeDifferences.isOne(difference)
                && !areDates(difference)) {
            findings.add(BehaviourRule.TIME_DIFFERENCE, call, "");
        }
        if (ROOTS.contains(name) || MIXED.contains(name) && returned.hasFraction(call)) {
            findings.add(BehaviourRule.ROOT_DIGITS, call, shown);
        }
        if (name.equals("pi")) {
            findings.add(BehaviourRule.ROOT_DIGITS, Level.DIFFERS, call.getStart(), shown + ", 7 digits in MySQL");
        }
        if (name.equals("quote")) {
            findings.add(BehaviourRule.QUOTED_NULL, call, "");
        }
        if (MIXED.contains(name)) {
            signs(call, returned.arguments(call));
        }
        if (ADDITIONS.contains(name)
                && call.getText().matches("(?i).*(HOUR|MINUTE|SECOND)\\)|.*\\((HOUR|MINUTE|SECOND),.*")) {
            scope.columns(call).stream()
                    .filter(column -> column.column().type() == MySqlType.DATE)
                    .forEach(column -> findings.add(BehaviourRule.ARGUMENT_TYPE, call, shown + ", " + column.label()));
        }
        if (EXTREMES.contains(name)) {
            Set<ValueFamily> families = EnumSet.noneOf(ValueFamily.class);
            ParseTrees.all(call, ExprContext.class).forEach(argument -> families.add(scope.family(argument)));
            if (families.contains(ValueFamily.TEXT) && families.contains(ValueFamily.NUMBER)) {
                findings.add(BehaviourRule.ARGUMENT_TYPE, call, shown);
            }
            scope.columns(call).stream()
                    .filter(column -> column.column().type() == MySqlType.DATE)
                    .forEach(column -> findings.add(BehaviourRule.ARGUMENT_TYPE, call, shown + ", " + column.label()));
        }
        if (name.equals("extract") && call.getText().matches("(?i)\\w+\\(DAY_.*")) {
            findings.add(BehaviourRule.ARGUMENT_TYPE, call, shown + ", days");
        }
        if (PADS.contains(name) && call.getText().matches("(?s).*(''|\"\")\\)")) {
            findings.add(BehaviourRule.EMPTY_PADDING, call, shown);
        }
        if (ROUNDINGS.contains(name) && call.getText().matches("(?i)\\w+\\([-+]?[0-9.]+e[-+]?[0-9]+.*")) {
            findings.add(BehaviourRule.HALF_ROUNDING, call, "");
        }
        if (DOCUMENTS.contains(name)) {
            findings.add(BehaviourRule.JSON_TEXT, call, shown);
        }
        if (LETTERS.contains(name)) {
            letters(call, shown);
        }
        if (STAMPS.contains(name) && !isOfDate(call, name) || BUILDERS.contains(name)) {
            stamps(call, returned.stamps(call));
        }
        if (call.getText().contains("'") || call.getText().contains("\"")) {
            alternatives(call, name);
        }
        for (ScopeColumn column : returned.arguments(call)) {
            MySqlType type = column.column().type();
            if (MisreadArguments.differ(name, column.column())) {
                findings.add(BehaviourRule.ARGUMENT_TYPE, call, shown + ", " + column.label());
            }
            if (type == MySqlType.CHAR
                    && STRINGS.contains(name)
                    && scope.session().padsChar()) {
                findings.add(BehaviourRule.CHAR_BLANKS, call, shown + ", " + column.label());
            } else if (column.isFloat() && STRINGS.contains(name)) {
                findings.add(BehaviourRule.FLOAT_TEXT, call, shown + ", " + column.label());
            } else if (type == MySqlType.BIT && BITS.contains(name)) {
                findings.add(BehaviourRule.BIT_TEXT, call, shown + ", " + column.label());
            } else if (column.isFloat() && ROUNDINGS.contains(name)) {
                findings.add(BehaviourRule.HALF_ROUNDING, call, column.label());
            } else if (type == MySqlType.SET && name.equals("find_in_set")) {
                findings.add(BehaviourRule.FIND_IN_SET, call, column.label());
            } else if (type == MySqlType.TIME && name.equals("date_format")) {
                findings.add(BehaviourRule.TIME_OF_DAY, call, column.label());
            } else if (BUILDERS.contains(name) && (type == MySqlType.DATETIME || type == MySqlType.TIME)) {
                findings.add(BehaviourRule.FRACTION_TEXT, call, shown + ", " + column.label());
            } else if (column.hasFraction() && STRINGS.contains(name)) {
                findings.add(BehaviourRule.FRACTION_TEXT, call, shown + ", " + column.label());
            } else if (type.isText() && TIMES.contains(name)) {
                findings.add(BehaviourRule.INVALID_TIME, call, shown + ", " + column.label());
            }
            if (type == MySqlType.TIME && HOURS.contains(name)) {
                findings.add(BehaviourRule.NEGATIVE_TIME, call, column.label());
            }
            if (column.hasFraction() && name.equals("unix_timestamp")) {
                findings.add(BehaviourRule.ROOT_DIGITS, call, shown);
            }
            if (column.hasFraction() && isOfMicroseconds(call, name)) {
                findings.add(BehaviourRule.MICROSECONDS, call, shown + ", " + column.label());
            }
        }
    }

    /** A string as another alternative makes a string of a TIMESTAMP. */
    private void alternatives(ParserRuleContext call, String name) {
        if (MIXED.contains(name)
                && !name.equals("format")
                && ParseTrees.all(call, ExprContext.class).stream()
                        .anyMatch(argument -> StatementScope.text(argument) != null)) {
            stamps(call, returned.stamps(call));
        }
    }

    /** dolphin's collations convert ASCII letters only. A comparison with ASCII letters is not affected. */
    private void letters(ParserRuleContext call, String shown) {
        boolean isIndifferent = isComparedWithAscii(call);
        for (ScopeColumn column : scope.columns(call)) {
            if (column.column().type().isText()) {
                boolean isOfCollation = scope.isDolphin() && column.hasTargetCollation();
                findings.add(
                        BehaviourRule.LETTERS,
                        isOfCollation && !isIndifferent ? Level.DIFFERS : Level.NOTE,
                        call.getStart(),
                        shown + ", " + column.label());
            }
        }
    }

    private boolean isComparedWithAscii(ParserRuleContext call) {
        ParserRuleContext at = call.getParent();
        while (at != null
                && !(at instanceof PrimaryExprCompareContext)
                && !(at instanceof PredicateContext predicate && predicate.predicateOperations() != null)) {
            if (at.getChildCount() > 1) {
                return false;
            }
            at = at.getParent();
        }
        if (at == null) {
            return false;
        }
        List<TextLiteralContext> literals = ParseTrees.all(at, TextLiteralContext.class);
        return !literals.isEmpty()
                && scope.columns(at).size() == scope.columns(call).size()
                && literals.stream().allMatch(literal -> literal.getText().matches("[\\x00-\\x7f]*"));
    }

    private boolean isOfMicroseconds(ParserRuleContext call, String name) {
        return name.equals("extract") && call.getText().toUpperCase(Locale.ROOT).contains("MICROSECOND")
                || name.equals("date_format") && !call.getText().matches("[^%]*(%[^f][^%]*)*");
    }

    private void cast(ParserRuleContext where, ExprContext value, CastTypeContext type) {
        boolean isString = type.CHAR_SYMBOL() != null || type.nchar() != null;
        boolean isTime = type.DATE_SYMBOL() != null || type.DATETIME_SYMBOL() != null || type.TIME_SYMBOL() != null;
        if (isString) {
            findings.add(BehaviourRule.CHAR_CAST, where, "");
            if (!type.getText().matches("(?i)n?char(acter)?\\(1?\\d\\).*")) {
                stamps(where, returned.stamps(value));
            }
        } else if (type.JSON_SYMBOL() != null) {
            findings.add(BehaviourRule.JSON_TEXT, where, "CAST");
        }
        List<ScopeColumn> columns = returned.of(value);
        columns.forEach(column -> {
            if (isTime && column.column().type().isText()) {
                findings.add(BehaviourRule.INVALID_TIME, where, column.label());
            } else if (isString
                    && column.column().type() == MySqlType.CHAR
                    && scope.session().padsChar()) {
                findings.add(BehaviourRule.CHAR_BLANKS, where, column.label());
            } else if (isString && column.hasFraction()) {
                findings.add(BehaviourRule.FRACTION_TEXT, where, column.label());
            } else if (isString && column.column().type() == MySqlType.BIT) {
                findings.add(BehaviourRule.BIT_TEXT, where, column.label());
            } else if (column.hasFraction() && !isString && !isTime) {
                boolean isWhole = type.SIGNED_SYMBOL() != null || type.UNSIGNED_SYMBOL() != null;
                findings.add(isWhole ? BehaviourRule.HALF_ROUNDING : BehaviourRule.MICROSECONDS, where, column.label());
            }
        });
        columns.stream().filter(ScopeColumn::isFloat).forEach(column -> {
            if (isString) {
                findings.add(BehaviourRule.FLOAT_TEXT, where, column.label());
            } else if (type.SIGNED_SYMBOL() != null || type.UNSIGNED_SYMBOL() != null) {
                findings.add(BehaviourRule.HALF_ROUNDING, where, column.label());
            }
        });
    }

    /** The target converts all values to the type of one of them: 4294967295 becomes -1 if another is signed. */
    private void signs(ParserRuleContext where, List<ScopeColumn> chosen) {
        List<ScopeColumn> numbers = chosen.stream()
                .filter(column -> column.column().type().isInteger())
                .toList();
        boolean hasSigned = numbers.stream().anyMatch(column -> !column.column().unsigned());
        numbers.stream()
                .filter(column -> hasSigned && column.column().unsigned())
                .forEach(column -> findings.add(BehaviourRule.ARGUMENT_TYPE, where, column.label()));
    }

    private void cases(SimpleExprCaseContext cases) {
        if (cases.expr() != null) {
            List<ParseTree> compared = new ArrayList<>(List.of(cases.expr()));
            cases.whenExpression().forEach(when -> compared.add(when.expr()));
            operands.compare(cases, compared);
        }
        signs(cases, returned.of(cases));
        if (cases.elseExpression() != null
                        && StatementScope.text(cases.elseExpression().expr()) != null
                || cases.thenExpression().stream().anyMatch(then -> StatementScope.text(then.expr()) != null)) {
            stamps(cases, returned.stamps(cases));
        }
        boolean isElse = cases.elseExpression() != null && returned.hasFraction(cases.elseExpression());
        if (isElse || cases.thenExpression().stream().anyMatch(returned::hasFraction)) {
            findings.add(BehaviourRule.ROOT_DIGITS, cases, "CASE");
        }
    }

    private void negative(BitExprContext bits) {
        if (bits.bitExpr().stream().anyMatch(operand -> operand.getText().matches("-\\d+"))) {
            findings.add(BehaviourRule.NEGATIVE_BITS, Level.DIFFERS, bits.getStart(), "");
        }
        for (ScopeColumn column : scope.columns(bits)) {
            if (column.family() == ValueFamily.NUMBER && !column.column().unsigned()) {
                findings.add(BehaviourRule.NEGATIVE_BITS, bits, column.label());
            }
        }
    }

    private void aggregate(SumExprContext sum) {
        String name = sum.getStart().getText().toLowerCase(Locale.ROOT);
        if (name.matches("(std|var).*")) {
            findings.add(BehaviourRule.ROOT_DIGITS, sum, name.toUpperCase(Locale.ROOT));
        }
        for (ScopeColumn column : scope.columns(sum)) {
            if (MisreadArguments.differ(name, column.column())) {
                findings.add(BehaviourRule.ARGUMENT_TYPE, sum, name.toUpperCase(Locale.ROOT) + ", " + column.label());
            }
            if (column.hasFraction() && name.matches("sum|avg")) {
                findings.add(BehaviourRule.MICROSECONDS, sum, column.label());
            }
            if (name.matches("bit_(or|and|xor)") && !column.column().unsigned()) {
                findings.add(BehaviourRule.NEGATIVE_BITS, sum, column.label());
            }
            if (sum.DISTINCT_SYMBOL() != null
                    && sum.GROUP_CONCAT_SYMBOL() == null
                    && !column.sourceCollation().isEmpty()
                    && !column.sourceCollation().matches("binary|.*_0900_bin")) {
                findings.add(BehaviourRule.DISTINCT_COUNT, sum, column.label());
            }
        }
    }

    /** A literal is a number of 32 bits on the target, so that its bits beyond are lost. */
    private void literalWidth(BitExprContext shift) {
        if (StatementScope.unwrapped(shift.bitExpr(0)) instanceof NumLiteralContext value
                && value.getText().matches("\\d{1,9}")) {
            boolean isShort = StatementScope.unwrapped(shift.bitExpr(1)) instanceof NumLiteralContext count
                    && count.getText().matches("[12]?\\d|30")
                    && Long.parseLong(value.getText()) << Integer.parseInt(count.getText()) <= Integer.MAX_VALUE;
            if (!isShort) {
                findings.add(BehaviourRule.BIT_WIDTH, shift, "");
            }
        }
    }

    private void width(BitExprContext bits, List<BitExprContext> operands, Level level) {
        for (BitExprContext operand : operands) {
            scope.column(operand)
                    .filter(column -> column.column().type() != MySqlType.BIGINT)
                    .ifPresent(column -> findings.add(BehaviourRule.BIT_WIDTH, level, bits.getStart(), column.label()));
        }
    }
}
