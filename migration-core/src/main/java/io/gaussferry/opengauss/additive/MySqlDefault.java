package io.gaussferry.opengauss.additive;

import io.gaussferry.opengauss.additive.DefinedTable.Column;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A default of the target in MySQL's syntax.
 *
 * @param kind of the default
 * @param sql the clause after the type; empty for none
 */
record MySqlDefault(Kind kind, String sql) {

    /** The kinds of defaults. */
    enum Kind {
        /** There is none, or it is NULL. */
        NONE,
        /** It is the same value in every row. */
        CONSTANT,
        /** It is the time of the statement. */
        CLOCK,
        /** It is the next number of a sequence. */
        NUMBER,
        /** MySQL has no such default. */
        OTHER
    }

    private static final MySqlDefault NONE = new MySqlDefault(Kind.NONE, "");
    private static final MySqlDefault OTHER = new MySqlDefault(Kind.OTHER, "");

    /** The default that the dolphin plugin reports for a column with AUTO_INCREMENT. */
    private static final String AUTO_INCREMENT = "AUTO_INCREMENT";

    private static final Pattern CAST =
            Pattern.compile("::(?:[\\w.]+|\"[^\"]+\")(?:[\\w .]|\"[^\"]+\"|\\([\\d, ]+\\))*$");
    private static final Pattern NEXT_NUMBER = Pattern.compile("(?:pg_catalog\\.)?nextval\\('[^()]+'(?:::\\w+)?\\)");
    private static final Pattern CLOCK = Pattern.compile(
            "(?:(?:pg_catalog\\.)?(?:now|statement_timestamp|transaction_timestamp|pg_systimestamp)\\(\\)"
                    + "|current_timestamp|localtimestamp|b_db_statement_start_timestamp)(?:\\((\\d)\\))?");

    /** So many digits of a fraction are kept. */
    private static final int DECIMAL_DIGITS = 30;

    private static final Pattern NUMBER = Pattern.compile("-?\\d+(?:\\.\\d+)?(?:[eE][+-]?\\d+)?");
    private static final Pattern TIME = Pattern.compile("[-\\d:. ]+");
    private static final Pattern BITS = Pattern.compile("[bB]?'?([01]+)'?");
    private static final Pattern BYTES = Pattern.compile("\\\\x([0-9a-fA-F]*)");

    /**
     * Returns the default of a column.
     *
     * @param type its type in MySQL
     */
    static MySqlDefault of(Column column, String type) {
        String expression = column.defaultExpression();
        if (expression == null) {
            return NONE;
        }
        if (expression.equals(AUTO_INCREMENT) || NEXT_NUMBER.matcher(expression).matches()) {
            return new MySqlDefault(Kind.NUMBER, " AUTO_INCREMENT");
        }
        Matcher clock = CLOCK.matcher(withoutCasts(expression).toLowerCase(Locale.ROOT));
        if (clock.matches()) {
            return clock(type, clock.group(1));
        }
        String literal = withoutCasts(expression);
        if (literal.equalsIgnoreCase("NULL")) {
            return NONE;
        }
        return constant(literal, type)
                .map(sql -> new MySqlDefault(Kind.CONSTANT, " DEFAULT " + sql))
                .orElse(OTHER);
    }

    private static MySqlDefault clock(String type, @Nullable String digits) {
        if (!type.startsWith("datetime") && !type.startsWith("timestamp")) {
            return OTHER;
        }
        String precision = type.substring(type.startsWith("datetime") ? "datetime".length() : "timestamp".length());
        String asked = digits == null ? precision : digits.equals("0") ? "" : "(" + digits + ")";
        // without parentheses MySQL requires the precision of the column
        return new MySqlDefault(
                Kind.CLOCK,
                " DEFAULT "
                        + (asked.equals(precision)
                                ? "CURRENT_TIMESTAMP" + precision
                                : "(CURRENT_TIMESTAMP" + asked + ")"));
    }

    /** Removes casts, and parentheses around a negative number. */
    private static String withoutCasts(String expression) {
        String left = expression.trim();
        for (Matcher cast = CAST.matcher(left); cast.find(); cast = CAST.matcher(left)) {
            // a cast within a string is none
            if (left.substring(0, cast.start())
                                    .chars()
                                    .filter(one -> one == '\'')
                                    .count()
                            % 2
                    != 0) {
                break;
            }
            left = left.substring(0, cast.start()).trim();
        }
        boolean isEnclosed = left.length() > 2 && left.startsWith("(") && left.endsWith(")");
        return isEnclosed && !left.substring(1, left.length() - 1).contains("(")
                ? withoutCasts(left.substring(1, left.length() - 1))
                : left;
    }

    /** Returns MySQL's literal of a constant; empty if it is none, or may have another value there. */
    private static Optional<String> constant(String literal, String type) {
        String value = literal;
        boolean isQuoted = literal.length() >= 2 && literal.startsWith("'") && literal.endsWith("'");
        if (isQuoted) {
            String inner = literal.substring(1, literal.length() - 1);
            if (inner.replace("''", "").contains("'")) {
                return Optional.empty();
            }
            value = inner.replace("''", "'");
        }
        String base = type.replaceFirst("[( ].*", "");
        return switch (base) {
            case "tinyint", "smallint", "int", "bigint" ->
                type.startsWith("tinyint(1)")
                        ? bool(value)
                        : matching(NUMBER, value).filter(number -> number.matches("-?\\d+"));
            case "decimal" -> matching(NUMBER, value);
            case "float", "double" -> matching(NUMBER, value).map(MySqlDefault::approximate);
            case "year" -> matching(NUMBER, value).filter(number -> number.matches("\\d{4}"));
            case "bit" -> bits(literal);
            case "char", "varchar", "enum" -> isQuoted ? string(value) : Optional.empty();
            case "longtext", "json" -> isQuoted ? string(value).map(text -> "(" + text + ")") : Optional.empty();
            case "binary", "varbinary" -> isQuoted ? bytes(value) : Optional.empty();
            case "tinyblob", "longblob" -> isQuoted ? bytes(value).map(text -> "(" + text + ")") : Optional.empty();
            case "date", "time", "datetime" ->
                isQuoted ? matching(TIME, value).map(MySqlTypes::literal) : Optional.empty();
            default -> Optional.empty();
        };
    }

    private static Optional<String> matching(Pattern pattern, String value) {
        return pattern.matcher(value).matches() ? Optional.of(value) : Optional.empty();
    }

    /** MySQL reads a number without an exponent as a DECIMAL, which has fewer digits than the target may print. */
    private static String approximate(String number) {
        return number.length() <= DECIMAL_DIGITS || number.matches(".*[eE].*") ? number : number + "e0";
    }

    private static Optional<String> bool(String value) {
        return switch (value.toLowerCase(Locale.ROOT)) {
            case "true", "t", "1" -> Optional.of("1");
            case "false", "f", "0" -> Optional.of("0");
            default -> Optional.empty();
        };
    }

    private static Optional<String> bits(String literal) {
        Matcher bits = BITS.matcher(literal);
        return bits.matches() ? Optional.of("b'" + bits.group(1) + "'") : Optional.empty();
    }

    private static Optional<String> bytes(String value) {
        Matcher bytes = BYTES.matcher(value);
        return bytes.matches() ? Optional.of("x'" + bytes.group(1) + "'") : Optional.empty();
    }

    /** The meaning of a backslash depends on the settings of both sides. */
    private static Optional<String> string(String value) {
        return value.contains("\\") ? Optional.empty() : Optional.of(MySqlTypes.literal(value));
    }
}
