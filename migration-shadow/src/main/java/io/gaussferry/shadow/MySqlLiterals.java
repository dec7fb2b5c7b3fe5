package io.gaussferry.shadow;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Date;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Writes a query with its parameters as literals of MySQL. Stateless. */
final class MySqlLiterals {

    private static final DateTimeFormatter DATE_TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSSSSS");
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss.SSSSSS");

    private MySqlLiterals() {}

    /** Returns the SQL with literals; empty if a value has no literal, or the numbers of placeholders and values differ. */
    static Optional<String> written(String sql, List<@Nullable Object> parameters) {
        StringBuilder text = new StringBuilder();
        int next = 0;
        int at = 0;
        while (at < sql.length()) {
            int end = SqlTokens.end(sql, at);
            if (end == at + 1 && sql.charAt(at) == '?') {
                Optional<String> literal = next < parameters.size() ? literal(parameters.get(next)) : Optional.empty();
                if (literal.isEmpty()) {
                    return Optional.empty();
                }
                text.append(literal.get());
                next++;
            } else {
                text.append(sql, at, end);
            }
            at = end;
        }
        return next == parameters.size() ? Optional.of(text.toString()) : Optional.empty();
    }

    /** Returns the literal; empty for an unknown type. */
    static Optional<String> literal(@Nullable Object value) {
        if (value == null) {
            return Optional.of("NULL");
        }
        if (value instanceof Boolean bool) {
            return Optional.of(bool ? "1" : "0");
        }
        if (value instanceof BigDecimal decimal) {
            return Optional.of(decimal.toPlainString());
        }
        if (value instanceof Float || value instanceof Double) {
            double number = ((Number) value).doubleValue();
            // an exponent makes it an approximate number, as the parameter is
            return Double.isFinite(number) ? Optional.of(exponent(value.toString())) : Optional.empty();
        }
        if (value instanceof Byte
                || value instanceof Short
                || value instanceof Integer
                || value instanceof Long
                || value instanceof BigInteger) {
            return Optional.of(value.toString());
        }
        if (value instanceof byte[] bytes) {
            return Optional.of("x'" + HexFormat.of().formatHex(bytes) + "'");
        }
        return dateOrString(value);
    }

    private static String exponent(String number) {
        return number.contains("E") ? number : number + "E0";
    }

    private static Optional<String> dateOrString(Object value) {
        if (value instanceof Timestamp timestamp) {
            return Optional.of(quoted(DATE_TIME.format(timestamp.toLocalDateTime())));
        }
        if (value instanceof Time time) {
            return Optional.of(quoted(TIME.format(time.toLocalTime())));
        }
        if (value instanceof Date date) {
            return Optional.of(quoted(date.toLocalDate().toString()));
        }
        if (value instanceof LocalDateTime dateTime) {
            return Optional.of(quoted(DATE_TIME.format(dateTime)));
        }
        if (value instanceof LocalDate date) {
            return Optional.of(quoted(date.toString()));
        }
        if (value instanceof LocalTime time) {
            return Optional.of(quoted(TIME.format(time)));
        }
        return value instanceof String string ? Optional.of(quoted(string)) : Optional.empty();
    }

    /** Quotes a string for the default sql_mode, in which a backslash is an escape. */
    private static String quoted(String text) {
        return "'"
                + text.replace("\\", "\\\\")
                        .replace("'", "''")
                        .replace("\0", "\\0")
                        .replace("\n", "\\n")
                        .replace("\r", "\\r")
                        .replace("\u001a", "\\Z")
                + "'";
    }
}
