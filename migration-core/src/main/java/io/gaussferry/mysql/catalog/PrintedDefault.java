package io.gaussferry.mysql.catalog;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A default that MariaDB prints as SQL, in the form of MySQL: literals without quotes, and the current time in upper case.
 *
 * @param text the literal or the expression; null for none
 * @param expression whether it is an expression
 */
record PrintedDefault(@Nullable String text, boolean expression) {

    private static final PrintedDefault NONE = new PrintedDefault(null, false);

    private static final Pattern NUMBER = Pattern.compile("-?[0-9.]+(?:[eE][-+]?\\d+)?");

    private static final Pattern BITS = Pattern.compile("b'[01]*'");

    private static final Pattern NOW = Pattern.compile("current_timestamp\\((\\d?)\\)", Pattern.CASE_INSENSITIVE);

    private static final List<String> CLOCK_TYPES = List.of("datetime", "timestamp");

    /** Parses {@code column_default} of MariaDB. */
    static PrintedDefault of(@Nullable String printed, String dataType) {
        if (printed == null || printed.equals("NULL")) {
            return NONE;
        }
        Optional<String> literal = literal(printed);
        if (literal.isPresent()) {
            return new PrintedDefault(literal.get(), false);
        }
        Matcher now = NOW.matcher(printed);
        if (now.matches() && CLOCK_TYPES.contains(dataType.toLowerCase(Locale.ROOT))) {
            String digits = now.group(1);
            return new PrintedDefault("CURRENT_TIMESTAMP" + (digits.isEmpty() ? "" : "(" + digits + ")"), true);
        }
        return new PrintedDefault(printed, true);
    }

    private static Optional<String> literal(String printed) {
        if (NUMBER.matcher(printed).matches() || BITS.matcher(printed).matches()) {
            return Optional.of(printed);
        }
        return printed.startsWith("'") ? unquoted(printed) : Optional.empty();
    }

    /** Returns the content of a quoted string; empty if the string ends before the end of the text. */
    static Optional<String> unquoted(String quoted) {
        StringBuilder content = new StringBuilder();
        int end = quoted.length() - 1;
        for (int i = 1; i < end; i++) {
            char character = quoted.charAt(i);
            if (character == '\'') {
                if (quoted.charAt(i + 1) != '\'' || i + 1 == end) {
                    return Optional.empty();
                }
                i++;
            } else if (character == '\\') {
                i++;
                if (i == end) {
                    return Optional.empty();
                }
                character = unescaped(quoted.charAt(i));
            }
            content.append(character);
        }
        return end > 0 && quoted.charAt(end) == '\'' ? Optional.of(content.toString()) : Optional.empty();
    }

    private static char unescaped(char character) {
        return switch (character) {
            case '0' -> '\0';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'b' -> '\b';
            case 'Z' -> '\032';
            default -> character;
        };
    }
}
