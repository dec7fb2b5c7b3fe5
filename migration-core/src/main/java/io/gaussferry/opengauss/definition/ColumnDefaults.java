package io.gaussferry.opengauss.definition;

import io.gaussferry.convert.Conversion;
import io.gaussferry.convert.rule.ConversionRules.TimeOutOfRange;
import io.gaussferry.convert.rule.ConversionRules.ZeroDate;
import io.gaussferry.opengauss.definition.ExpressionTokens.Kind;
import io.gaussferry.opengauss.definition.ExpressionTokens.Token;
import io.gaussferry.schema.ColumnAttributes;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.type.TargetTypes;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Converts column defaults. All literals are quoted, because the target parses them by the column's type. */
final class ColumnDefaults {

    /**
     * A default on the target.
     *
     * @param sql expression after DEFAULT; null for none
     * @param problem reason why the source's default has no equivalent; null if it has one
     */
    record Result(@Nullable String sql, @Nullable String problem) {

        private static Result of(String sql) {
            return new Result(sql, null);
        }

        private static Result none(String problem) {
            return new Result(null, problem);
        }
    }

    private static final Pattern CURRENT_TIMESTAMP =
            Pattern.compile("(?:current_timestamp|now|localtimestamp)(?:\\((\\d?)\\))?");
    private static final Pattern TIME = Pattern.compile("(-?)(\\d{2,3}):(\\d{2}):(\\d{2}(?:\\.\\d+)?)");
    private static final Pattern ZERO_DATE = Pattern.compile("0000-00-00(?: 00:00:00(?:\\.0+)?)?");
    private static final int ISO_DATE_LENGTH = 10;

    /** Functions without arguments that exist on both sides or whose value is a literal. */
    private static final Map<String, String> FUNCTIONS = Map.of(
            "curdate()", "CURRENT_DATE",
            "json_array()", "'[]'",
            "json_object()", "'{}'");

    private final TableDefinition table;
    private final Conversion conversion;

    ColumnDefaults(TableDefinition table, Conversion conversion) {
        this.table = table;
        this.conversion = conversion;
    }

    Result of(ColumnDefinition column) {
        ColumnAttributes attributes = table.extras().column(column.name());
        String text = attributes.defaultText();
        if (text == null || attributes.generation() != null) {
            return new Result(null, null);
        }
        if (text.indexOf(ColumnDefinition.UNKNOWN_CHARACTER) >= 0) {
            return Result.none("the source does not report its default while the table is empty");
        }
        return attributes.defaultIsExpression() ? expression(column, text) : literal(column, text);
    }

    private Result expression(ColumnDefinition column, String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        Matcher clock = CURRENT_TIMESTAMP.matcher(lower);
        if (clock.matches()) {
            boolean digits = clock.group(1) != null && !clock.group(1).isEmpty();
            return Result.of("CURRENT_TIMESTAMP(" + (digits ? clock.group(1) : "0") + ")");
        }
        String function = FUNCTIONS.get(lower);
        if (function != null) {
            return Result.of(function);
        }
        List<Token> tokens = ExpressionTokens.of(text).orElse(List.of());
        if (tokens.size() == 1
                && tokens.get(0).kind() == Kind.STRING
                && column.type().isText()) {
            return literal(column, tokens.get(0).text());
        }
        if (tokens.size() == 1 && tokens.get(0).kind() == Kind.STRING && column.type() == MySqlType.DATE) {
            return literal(column, tokens.get(0).text());
        }
        boolean onlyNumbers = !tokens.isEmpty()
                && tokens.stream().allMatch(token -> token.kind() == Kind.NUMBER || token.kind() == Kind.SYMBOL);
        Optional<String> translated =
                onlyNumbers ? ExpressionTranslator.translate(text, table, false) : Optional.empty();
        return translated
                .map(Result::of)
                .orElseGet(() -> Result.none(
                        "its default (" + text + ") is an expression that the target may understand differently"));
    }

    private Result literal(ColumnDefinition column, String text) {
        return switch (column.type()) {
            case BIT -> bits(column, text);
            case BINARY, VARBINARY -> bytes(column, text);
            case DATE, DATETIME -> date(column, text);
            case TIME -> time(column, text);
            case TIMESTAMP ->
                keepsZeroDate(column, text)
                        ? quoted(text)
                        : Result.none("its default '" + text
                                + "' is a moment that depends on the time zone of the session that" + " declared it");
            case CHAR, VARCHAR, TEXT, ENUM, SET -> text(column, text);
            case TINYINT, SMALLINT, MEDIUMINT, INT, BIGINT, DECIMAL, FLOAT, DOUBLE, BLOB, YEAR -> quoted(text);
            case JSON, GEOMETRY, VECTOR -> quoted(text);
        };
    }

    /**
     * Returns the default of a string column. Where '' is stored as NULL, the default '' is omitted: the default is
     * NULL then.
     */
    private Result text(ColumnDefinition column, String text) {
        return text.isEmpty()
                        && conversion.rules().forColumn(table.id(), column).emptyStringAsNull()
                ? new Result(null, null)
                : quoted(text);
    }

    private static Result quoted(String text) {
        return text.indexOf('\0') >= 0
                ? Result.none("its default contains the character U+0000")
                : Result.of(Identifiers.literal(text));
    }

    /** Returns a bit literal with exactly as many digits as the column. */
    private static Result bits(ColumnDefinition column, String text) {
        if (!text.matches("b'[01]*'")) {
            return Result.none("its default " + text + " is no bits");
        }
        String digits = text.substring(2, text.length() - 1);
        int length = (int) column.length();
        String significant = digits.isEmpty() ? "0" : new BigInteger(digits, 2).toString(2);
        return Result.of("B'" + "0".repeat(Math.max(0, length - significant.length())) + significant + "'");
    }

    private static Result bytes(ColumnDefinition column, String text) {
        if (!text.matches("0x([0-9A-Fa-f]{2})*")) {
            return Result.none("its default " + text + " is no sequence of bytes");
        }
        String digits = text.substring(2).toLowerCase(Locale.ROOT);
        int missing = column.type() == MySqlType.BINARY ? (int) column.length() - digits.length() / 2 : 0;
        return Result.of(Identifiers.literal("\\x" + digits + "00".repeat(Math.max(0, missing))));
    }

    private boolean keepsZeroDate(ColumnDefinition column, String text) {
        return ZERO_DATE.matcher(text).matches()
                && conversion.rules().forColumn(table.id(), column).zeroDate() == ZeroDate.KEEP
                && TargetTypes.supportsZeroDates(conversion.target());
    }

    private Result date(ColumnDefinition column, String text) {
        if (keepsZeroDate(column, text)) {
            return quoted(text);
        }
        try {
            if (LocalDate.parse(text.substring(0, Math.min(ISO_DATE_LENGTH, text.length())))
                            .getYear()
                    > 0) {
                return quoted(text);
            }
        } catch (DateTimeException e) {
            // a date that only MySQL supports
        }
        return Result.none("its default '" + text + "' is a date that the target does not know");
    }

    private Result time(ColumnDefinition column, String text) {
        TimeOutOfRange rule = conversion.rules().forColumn(table.id(), column).timeOutOfRange();
        Matcher parts = TIME.matcher(text);
        boolean known = parts.matches();
        if (TargetTypes.isDolphin(conversion.target()) || rule == TimeOutOfRange.TEXT) {
            return quoted(text);
        }
        if (known && rule == TimeOutOfRange.INTERVAL) {
            String sign = parts.group(1);
            return Result.of("'" + sign + parts.group(2) + " hours " + sign + parts.group(3) + " minutes " + sign
                    + parts.group(4) + " seconds'");
        }
        if (known && parts.group(1).isEmpty() && Integer.parseInt(parts.group(2)) < 24) {
            return quoted(text);
        }
        return Result.none("its default '" + text + "' is beyond a day, and the target's time is not");
    }
}
