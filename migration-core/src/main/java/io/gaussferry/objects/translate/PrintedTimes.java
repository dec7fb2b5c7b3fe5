package io.gaussferry.objects.translate;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.*;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.MySqlType;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.tree.ParseTree;

/**
 * Dates and times that become strings. MySQL prints all fractional digits of their type, the target none of the zeros at their end, and after a
 * TIMESTAMP the offset of its time zone.
 */
final class PrintedTimes {

    /** The target's types of variables. */
    private static final Pattern VARIABLE =
            Pattern.compile("(timestamp|datetime|time)(?:\\(([0-6])\\))?( with time zone| without time zone)?");

    private static final Set<String> SELECTING = Set.of("min", "max", "any_value");

    private static final Set<String> SHIFTING = Set.of("date_add", "date_sub", "adddate", "subdate");

    private static final Pattern SECONDS = Pattern.compile("(?i)second");

    private static final int JSON_DIGITS = 6;

    /** The characters of a date and time without fractional digits, and those before them. */
    private static final int WHOLE = "2001-01-01 00:00:00.".length();

    /**
     * A form in which values are printed.
     *
     * @param type TIMESTAMP, DATETIME or TIME
     * @param digits of the second
     */
    private record Form(MySqlType type, int digits) {

        /** Returns whether the target prints it in another way. */
        boolean differs() {
            return type == MySqlType.TIMESTAMP || digits > 0;
        }
    }

    private final ValueTypes types;
    private final Rewrites rewrites;
    private final boolean dolphin;

    PrintedTimes(ValueTypes types, Rewrites rewrites, boolean dolphin) {
        this.types = types;
        this.rewrites = rewrites;
        this.dolphin = dolphin;
    }

    /** Returns whether the target prints an expression in another way than MySQL. */
    boolean contains(ParseTree value) {
        return form(value).filter(Form::differs).isPresent();
    }

    /** Returns whether an expression is a date and time, or a time. */
    boolean isTime(ParseTree value) {
        return form(value).isPresent();
    }

    /** Returns an expression as the string that MySQL prints; an expression of another kind as it is. */
    String printed(ParseTree value, String written) {
        return form(value)
                .filter(Form::differs)
                .map(form -> printed(form, written))
                .orElse(written);
    }

    /** Returns an expression as the string in a JSON document, which always has six fractional digits; an expression of another kind as it is. */
    String printedInJson(ParseTree value, String written) {
        return form(value)
                .map(form -> printed(new Form(form.type(), JSON_DIGITS), written))
                .orElse(written);
    }

    private String printed(Form form, String written) {
        rewrites.use(RewriteRule.PRINTED_TIMES);
        int digits = form.digits();
        if (form.type() == MySqlType.TIME) {
            String text = "CAST((" + written + ") AS text)";
            return "rpad(concat(" + text + ", CASE WHEN " + text
                    + " LIKE '%.%' THEN '' ELSE '.' END), char_length(split_part(" + text + ", '.', 1)) + "
                    + (digits + 1) + ", '0')";
        }
        String seconds = digits == 0 ? "SS" : "SS.US";
        String all = "pg_catalog.to_char(" + written + ", 'YYYY-MM-DD HH24:MI:" + seconds + "')";
        return digits == 0 || digits == 6 ? all : "left(" + all + ", " + (WHOLE + digits) + ")";
    }

    private Optional<Form> form(ParseTree tree) {
        ParseTree value = Digits.value(tree);
        if (value instanceof FieldIdentifierContext || value instanceof SimpleIdentifierContext) {
            return ofName(value.getText());
        }
        if (value instanceof SumExprContext sum) {
            boolean selects = SELECTING.contains(sum.getStart().getText().toLowerCase(Locale.ROOT));
            return selects && sum.inSumExpr() != null ? form(sum.inSumExpr().expr()) : Optional.empty();
        }
        Optional<ParseTree> shifted = shifted(value);
        if (shifted.isPresent()) {
            return form(shifted.get()).filter(form -> form.type() != MySqlType.TIME);
        }
        Set<Form> forms = new HashSet<>();
        for (ParserRuleContext alternative : Alternatives.of(value)) {
            if (types.of(alternative) != ValueType.NULL) {
                Optional<Form> form = form(alternative);
                if (form.isEmpty()) {
                    return Optional.empty();
                }
                forms.add(form.get());
            }
        }
        return forms.size() == 1 ? Optional.of(forms.iterator().next()) : Optional.empty();
    }

    /** Returns the date that an interval is added to, or subtracted from; empty if seconds are, which may have more digits. */
    private static Optional<ParseTree> shifted(ParseTree value) {
        if (SECONDS.matcher(value.getText()).find()) {
            return Optional.empty();
        }
        if (value instanceof BitExprContext bits
                && bits.INTERVAL_SYMBOL() != null
                && bits.bitExpr().size() == 1) {
            return Optional.of(bits.bitExpr(0));
        }
        boolean isShift = value instanceof RuntimeFunctionCallContext call
                && SHIFTING.contains(call.getStart().getText().toLowerCase(Locale.ROOT));
        return isShift
                ? ((RuntimeFunctionCallContext) value)
                        .expr().stream().findFirst().map(ParseTree.class::cast)
                : Optional.empty();
    }

    private Optional<Form> ofName(String name) {
        Optional<LocalNames.Variable> variable = types.variable(name);
        if (variable.isPresent()) {
            return ofVariable(variable.get().type());
        }
        Set<Optional<Form>> forms =
                types.definitions(name).stream().map(this::ofColumn).collect(Collectors.toSet());
        return forms.size() == 1 ? forms.iterator().next() : Optional.empty();
    }

    private Optional<Form> ofColumn(ColumnDefinition column) {
        boolean isTime = column.type() == MySqlType.TIMESTAMP
                || column.type() == MySqlType.DATETIME
                || column.type() == MySqlType.TIME && dolphin;
        return isTime ? Optional.of(new Form(column.type(), column.scale())) : Optional.empty();
    }

    private Optional<Form> ofVariable(String type) {
        Matcher matcher = VARIABLE.matcher(type);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        int digits = matcher.group(2) == null ? 0 : Integer.parseInt(matcher.group(2));
        if (matcher.group(1).equals("time")) {
            return dolphin ? Optional.of(new Form(MySqlType.TIME, digits)) : Optional.empty();
        }
        return Optional.of(new Form(
                " with time zone".equals(matcher.group(3)) ? MySqlType.TIMESTAMP : MySqlType.DATETIME, digits));
    }
}
