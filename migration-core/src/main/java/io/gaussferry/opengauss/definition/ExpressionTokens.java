package io.gaussferry.opengauss.definition;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Tokenizes an expression as printed by MySQL in information_schema, where quotes and backslashes are preceded by a
 * backslash.
 */
public final class ExpressionTokens {

    /** The kind of a token. */
    public enum Kind {
        COLUMN,
        STRING,
        NUMBER,
        WORD,
        SYMBOL
    }

    /**
     * A token.
     *
     * @param kind its kind
     * @param text the name, string or number, without quotes
     */
    public record Token(Kind kind, String text) {}

    private static final Pattern TOKEN = Pattern.compile(
            "\\s*(?:"
                    + "`(?<column>(?:[^`]|``)+)`"
                    + "|(?:_(?<charset>\\w+)\\s*)?'(?<string>(?:[^'\\\\]|''|\\\\.)*)'"
                    + "|(?<number>\\d+(?:\\.\\d+)?(?:[eE][-+]?\\d+)?)(?!\\w)"
                    + "|(?<word>[A-Za-z]\\w*)"
                    + "|(?<symbol><=>|<=|>=|<>|!=|<<|>>|\\|\\||&&|->>|->|[-+*/%(),=<>.&|^~!]))",
            Pattern.DOTALL);

    private ExpressionTokens() {}

    /** Returns the tokens; empty if a part of the expression is not a token. */
    public static Optional<List<Token>> of(String expression) {
        String text = unescape(expression).strip();
        List<Token> tokens = new ArrayList<>();
        Matcher matcher = TOKEN.matcher(text);
        int at = 0;
        while (at < text.length()) {
            if (!matcher.region(at, text.length()).lookingAt()) {
                return Optional.empty();
            }
            Optional<Token> token = token(matcher);
            if (token.isEmpty()) {
                return Optional.empty();
            }
            tokens.add(token.get());
            at = matcher.end();
        }
        return Optional.of(tokens);
    }

    private static Optional<Token> token(Matcher matcher) {
        String string = matcher.group("string");
        if (string != null) {
            return string(matcher.group("charset"), string);
        }
        String column = matcher.group("column");
        if (column != null) {
            return Optional.of(new Token(Kind.COLUMN, column.replace("``", "`")));
        }
        for (Kind kind : List.of(Kind.NUMBER, Kind.WORD, Kind.SYMBOL)) {
            String text = matcher.group(kind.name().toLowerCase(Locale.ROOT));
            if (text != null) {
                return Optional.of(new Token(kind, text));
            }
        }
        return Optional.empty();
    }

    /**
     * Returns a string token, if it is ASCII: MySQL prints other characters as if their bytes were latin1, or omits
     * them, so that the original string is unknown.
     */
    private static Optional<Token> string(@Nullable String characterSet, String escaped) {
        String text = unescapeLiteral(escaped);
        boolean ascii = text.chars().allMatch(character -> character < 0x80);
        return !ascii || (characterSet != null && characterSet.equals("binary"))
                ? Optional.empty()
                : Optional.of(new Token(Kind.STRING, text));
    }

    /** Returns the expression without the backslashes before quotes and backslashes. */
    public static String unescape(String text) {
        return text.replaceAll("(?s)\\\\(.)", "$1");
    }

    private static String unescapeLiteral(String literal) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < literal.length(); i++) {
            char character = literal.charAt(i);
            if (character == '\\' && i + 1 < literal.length()) {
                i++;
                text.append(
                        switch (literal.charAt(i)) {
                            case 'n' -> '\n';
                            case 't' -> '\t';
                            case 'r' -> '\r';
                            case 'b' -> '\b';
                            case '0' -> '\0';
                            case 'Z' -> '\u001a';
                            default -> literal.charAt(i);
                        });
            } else {
                text.append(character);
                if (character == '\'') {
                    i++; // a doubled quote is one quote
                }
            }
        }
        return text.toString();
    }
}
