package io.gaussferry.objects.translate;

import io.debezium.ddl.parser.mysql.generated.MySqlParser;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.*;
import io.gaussferry.schema.MySqlType;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.tree.ParseTree;
import org.antlr.v4.runtime.tree.TerminalNode;
import org.jspecify.annotations.Nullable;

/**
 * Writes conversions and functions of floating-point numbers and times as MySQL computes them. Measured on openGauss 6.0.2: it rounds halves
 * away from zero, has numbers with an exponent as decimals, computes {@code %} with integers, and HOUR and MINUTE of a negative TIME are
 * negative.
 */
final class Casts {

    private static final int DIGITS_OF_SINGLE = 6;
    /** The most characters of a number without an exponent, with its sign. */
    private static final int LONGEST_SINGLE = 12;

    /** That of a computed number; a column's has no limit. */
    private static final int LONGEST_DOUBLE = 22;

    private static final Set<String> FORMATTING = Set.of("date_format", "time_format");
    private static final Pattern SPECIFIER = Pattern.compile("%(.)");

    private static final Set<String> PARTS = Set.of("hour", "minute", "second", "microsecond");
    /** Types of columns that are no negative times. */
    private static final Set<MySqlType> DATES = Set.of(MySqlType.DATE, MySqlType.DATETIME, MySqlType.TIMESTAMP);

    private final ValueTypes types;
    private final FloatingNumbers floating;
    private final PrintedTimes times;
    private final Rewrites rewrites;
    private final boolean dolphin;
    private final Function<ParseTree, String> print;

    /** @param print writes an operand */
    Casts(
            ValueTypes types,
            FloatingNumbers floating,
            PrintedTimes times,
            Rewrites rewrites,
            boolean dolphin,
            Function<ParseTree, String> print) {
        this.types = types;
        this.floating = floating;
        this.times = times;
        this.rewrites = rewrites;
        this.dolphin = dolphin;
        this.print = print;
    }

    /** Writes a conversion or function; returns null for one that is written as it is. */
    @Nullable
    String write(ParserRuleContext tree) {
        if (tree instanceof NumLiteralContext literal && FloatingNumbers.isLiteral(literal)) {
            rewrites.use(RewriteRule.FLOATING);
            return "CAST(" + literal.getText() + " AS double precision)";
        }
        if (!dolphin) {
            return null;
        }
        if (tree instanceof SimpleExprCastContext cast) {
            return cast(cast.expr(), cast.castType());
        }
        if (tree instanceof SimpleExprConvertContext cast) {
            return cast(cast.expr(), cast.castType());
        }
        if (tree instanceof BitExprContext bits
                && bits.op != null
                && bits.op.getType() == MySqlParser.MOD_OPERATOR
                && floating.contains(bits)) {
            return remainder(bits.bitExpr(0), bits.bitExpr(1));
        }
        boolean isCall = tree instanceof FunctionCallContext || tree instanceof RuntimeFunctionCallContext;
        return isCall ? call(tree) : null;
    }

    private @Nullable String call(ParserRuleContext call) {
        String name = call.getStart().getText().toLowerCase(Locale.ROOT);
        List<ParserRuleContext> arguments = StringFunctions.arguments(call);
        if (name.equals("mod") && arguments.size() == 2 && arguments.stream().anyMatch(floating::contains)) {
            return remainder(arguments.get(0), arguments.get(1));
        }
        if (name.equals("format") && (arguments.size() == 2 || arguments.size() == 3)) {
            return format(arguments);
        }
        if (FORMATTING.contains(name) && arguments.size() == 2) {
            return microseconds(name, arguments.get(0), arguments.get(1));
        }
        if (PARTS.contains(name) && arguments.size() == 1 && mayBeNegative(arguments.get(0))) {
            rewrites.use(RewriteRule.TIME_PARTS);
            return "abs(" + name + "(" + print.apply(arguments.get(0)) + "))";
        }
        return null;
    }

    /**
     * Writes FORMAT of a rounded number. Measured on openGauss 6.0.2: of a negative number that rounding makes longer it prints zeros alone,
     * -99.99 as 0, and of a floating-point number from 1e15 on the digits before its exponent.
     */
    private @Nullable String format(List<ParserRuleContext> arguments) {
        ParserRuleContext value = arguments.get(0);
        String decimals = arguments.get(1).getText();
        boolean isNumber = decimals.matches("\\d{1,2}");
        if (types.of(value) == ValueType.TEXT || !isNumber && !Conditions.isName(arguments.get(1))) {
            return null;
        }
        String digits = print.apply(arguments.get(1));
        String rest = ", " + digits + (arguments.size() == 3 ? ", " + print.apply(arguments.get(2)) : "") + ")";
        rewrites.use(RewriteRule.FORMATS);
        if (!floating.contains(value)) {
            return "format(round(" + print.apply(value) + ", " + digits + ")" + rest;
        }
        rewrites.use(RewriteRule.FLOATING);
        String rounded = isNumber
                ? rounded(value, Integer.parseInt(decimals))
                : "round(CAST(" + floating(value) + " AS number), " + digits + ")";
        String number = floating(value);
        return "(CASE WHEN abs(" + number + ") < 1e15 THEN format(" + rounded + rest + " ELSE format(CAST("
                + identifying(number, digits(number, 15), digits(number, 16), digits(number, 17)) + " AS number)" + rest
                + " END)";
    }

    /**
     * Writes DATE_FORMAT or TIME_FORMAT with microseconds; returns null without them. Measured on openGauss 6.0.2: {@code %f} of 0.001 is
     * 100000, while MICROSECOND is right.
     */
    private @Nullable String microseconds(String name, ParserRuleContext time, ParserRuleContext format) {
        if (!(Digits.value(format) instanceof TerminalNode)) {
            return null;
        }
        String written = print.apply(format);
        StringBuilder marker = new StringBuilder("~f");
        while (written.contains(marker)) {
            marker.insert(0, '~');
        }
        String marked = SPECIFIER
                .matcher(written)
                .replaceAll(specifier -> specifier.group(1).equals("f") ? marker.toString() : "$0");
        if (marked.equals(written)) {
            return null;
        }
        rewrites.use(RewriteRule.FORMATS);
        String value = print.apply(time);
        return "replace(" + name + "(" + value + ", " + marked + "), '" + marker + "', lpad(abs(microsecond(" + value
                + ")), 6, '0'))";
    }

    /**
     * Returns a date or time, or a floating-point number, as the string that MySQL prints: the fewest digits that identify a DOUBLE, six digits of a FLOAT, with an
     * exponent where they would be too long. The target prints 15 or 17 digits, by a setting of the session.
     */
    String printed(ParserRuleContext value, String written) {
        if (!dolphin || !floating.contains(value)) {
            return times.printed(value, written);
        }
        rewrites.use(RewriteRule.FLOATING);
        String number = "CAST((" + written + ") AS double precision)";
        if (floating.isSingle(value)) {
            String digits = digits(number, DIGITS_OF_SINGLE);
            String text = "CAST(CAST(" + digits + " AS number) AS text)";
            String short6 = "(CASE WHEN " + text + " LIKE '%.%' THEN rtrim(rtrim(" + text + ", '0'), '.') ELSE " + text
                    + " END)";
            return "(CASE WHEN char_length(" + short6 + ") <= " + LONGEST_SINGLE + " THEN " + short6 + " ELSE "
                    + withExponent(digits) + " END)";
        }
        if (!floating.isDouble(value)) {
            throw new UntranslatableException("a FLOAT within an expression that becomes a string", value);
        }
        String short15 = "CAST(" + number + " AS number)";
        String text = identifying(
                number,
                short15,
                "CAST(" + digits(number, 16) + " AS number)",
                "CAST(" + digits(number, 17) + " AS number)");
        String exact = identifying(number, digits(number, 15), digits(number, 16), digits(number, 17));
        ParseTree plain = Digits.value(value);
        boolean isName = plain instanceof FieldIdentifierContext || plain instanceof SimpleIdentifierContext;
        return "(CASE WHEN " + number + " = 0 OR abs(" + number + ") >= 1e-15 AND abs(" + number + ") < 1e15"
                + (isName ? "" : " AND char_length(" + text + ") <= " + LONGEST_DOUBLE) + " THEN " + text + " ELSE "
                + withExponent(exact) + " END)";
    }

    /** Returns a date or time as the string that MySQL stores in a JSON document. */
    String printedInJson(ParserRuleContext value, String written) {
        return times.printedInJson(value, written);
    }

    /** Returns the shortest of some forms that identifies a number. */
    private static String identifying(String number, String short15, String short16, String all) {
        // with fewer digits the largest numbers would be out of range
        return "CAST(CASE WHEN abs(" + number + ") > 1.79e308 THEN " + all + " WHEN CAST(" + short15
                + " AS double precision) = " + number + " THEN " + short15
                + " WHEN CAST(" + short16 + " AS double precision) = " + number + " THEN " + short16 + " ELSE " + all
                + " END AS text)";
    }

    private static String digits(String number, int digits) {
        return "to_char(" + number + ", '9." + "9".repeat(digits - 1) + "EEEE')";
    }

    /** Returns a number as MySQL prints it with an exponent: without zeros at the end of the digits, and at the start of the exponent. */
    private static String withExponent(String digits) {
        return "pg_catalog.regexp_replace(pg_catalog.regexp_replace(ltrim(" + digits
                + "), '\\.?0*e', 'e'), 'e\\+?(-?)0*', 'e\\1')";
    }

    private @Nullable String cast(ExprContext value, CastTypeContext type) {
        if (type.CHAR_SYMBOL() != null && (floating.contains(value) || times.contains(value))) {
            return "CAST(" + printed(value, print.apply(value)) + " AS " + print.apply(type) + ")";
        }
        boolean isInteger = type.SIGNED_SYMBOL() != null || type.UNSIGNED_SYMBOL() != null;
        if (!isInteger || !floating.contains(value)) {
            return null;
        }
        rewrites.use(RewriteRule.FLOATING);
        return "CAST(" + rounded(value, 0) + " AS " + (type.UNSIGNED_SYMBOL() == null ? "signed" : "unsigned") + ")";
    }

    /** Returns a floating-point number rounded to some decimals, halves to the nearest even number. */
    private String rounded(ParserRuleContext value, int decimals) {
        String number = floating(value);
        String power = "1" + "0".repeat(decimals);
        return decimals == 0 ? "round(" + number + ")" : "round(" + number + " * " + power + ") / " + power;
    }

    private String floating(ParserRuleContext value) {
        return "CAST((" + print.apply(value) + ") AS double precision)";
    }

    private String remainder(ParserRuleContext dividend, ParserRuleContext divisor) {
        rewrites.use(RewriteRule.FLOATING);
        return "(" + floating(dividend) + " MOD " + floating(divisor) + ")";
    }

    /** Returns whether a value may be a negative time. */
    private boolean mayBeNegative(ParserRuleContext value) {
        ParseTree at = Digits.value(value);
        if (at instanceof RuntimeFunctionCallContext call) {
            return !Functions.VARYING_KEYWORDS.contains(call.getStart().getType());
        }
        boolean isName = at instanceof FieldIdentifierContext || at instanceof SimpleIdentifierContext;
        if (!isName || Functions.CLOCKS.contains(at.getText().toUpperCase(Locale.ROOT))) {
            return !isName;
        }
        return types.variable(at.getText())
                .map(variable -> !variable.type().matches("(date|timestamp|datetime).*"))
                .orElseGet(() -> {
                    Set<MySqlType> found = types.columnTypes(at.getText());
                    return found.isEmpty() || !DATES.containsAll(found);
                });
    }
}
