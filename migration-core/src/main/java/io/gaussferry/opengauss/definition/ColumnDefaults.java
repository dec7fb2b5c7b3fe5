package io.gaussferry.opengauss.definition;

import io.gaussferry.convert.Conversion;
import io.gaussferry.opengauss.definition.ExpressionTokens.Kind;
import io.gaussferry.opengauss.definition.ExpressionTokens.Token;
import io.gaussferry.schema.ColumnAttributes;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.type.ColumnType;
import io.gaussferry.type.DefaultLiteral;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Converts column defaults. */
final class ColumnDefaults {

    private static final Pattern CURRENT_TIMESTAMP =
            Pattern.compile("(?:current_timestamp|now|localtimestamp)(?:\\((\\d?)\\))?");
    private static final Map<String, String> EMPTY_DOCUMENTS = Map.of("json_array()", "'[]'", "json_object()", "'{}'");

    private final TableDefinition table;
    private final Conversion conversion;

    ColumnDefaults(TableDefinition table, Conversion conversion) {
        this.table = table;
        this.conversion = conversion;
    }

    DefaultLiteral of(ColumnDefinition column) {
        ColumnAttributes attributes = table.extras().column(column.name());
        String text = attributes.defaultText();
        if (text == null || attributes.generation() != null) {
            return DefaultLiteral.NONE;
        }
        if (text.indexOf(ColumnDefinition.UNKNOWN_CHARACTER) >= 0) {
            return DefaultLiteral.unknown("the source does not report its default while the table is empty");
        }
        return attributes.defaultIsExpression() ? expression(column, text) : literal(column, text);
    }

    /**
     * Converts an expression whose value both servers convert to the column's type in the same way. MySQL accepts an expression of any type, even
     * one whose value no row can have; the target then refuses the table, or prints the value otherwise.
     */
    private DefaultLiteral expression(ColumnDefinition column, String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        Matcher clock = CURRENT_TIMESTAMP.matcher(lower);
        if (clock.matches() && column.type().isDate()) {
            boolean digits = clock.group(1) != null && !clock.group(1).isEmpty();
            return DefaultLiteral.of("CURRENT_TIMESTAMP(" + (digits ? clock.group(1) : "0") + ")");
        }
        if (lower.equals("curdate()") && column.type().isDate()) {
            return DefaultLiteral.of("CURRENT_DATE");
        }
        String document = EMPTY_DOCUMENTS.get(lower);
        if (document != null
                && (column.type() == MySqlType.JSON || column.type().isText())) {
            return DefaultLiteral.of(document);
        }
        List<Token> tokens = ExpressionTokens.of(text).orElse(List.of());
        if (tokens.size() == 1
                && tokens.get(0).kind() == Kind.STRING
                && (column.type().isText() || column.type() == MySqlType.DATE)) {
            return literal(column, tokens.get(0).text());
        }
        boolean onlyNumbers = !tokens.isEmpty()
                && tokens.stream().allMatch(token -> token.kind() == Kind.NUMBER || token.kind() == Kind.SYMBOL);
        Optional<String> translated = onlyNumbers && isNumber(column.type())
                ? ExpressionTranslator.translate(text, table, false)
                : Optional.empty();
        return translated
                .map(DefaultLiteral::of)
                .orElseGet(() -> DefaultLiteral.unknown(
                        "its default (" + text + ") is an expression that the target may understand differently"));
    }

    private static boolean isNumber(MySqlType type) {
        return type.isInteger() || type == MySqlType.DECIMAL || type == MySqlType.FLOAT || type == MySqlType.DOUBLE;
    }

    private DefaultLiteral literal(ColumnDefinition column, String text) {
        return ColumnType.of(column)
                .defaultLiteral(text, conversion.target(), conversion.rules().forColumn(table.id(), column));
    }
}
