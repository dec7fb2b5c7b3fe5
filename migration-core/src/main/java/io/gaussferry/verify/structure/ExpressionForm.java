package io.gaussferry.verify.structure;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Canonical form of an expression on the target. A server prints an expression with other parentheses, quotes and casts than the statement
 * that created it.
 *
 * @param words names and key words, without quotes
 * @param literals strings and numbers, without quotes and signs
 * @param canonical all tokens in order, without quotes, parentheses and casts
 */
record ExpressionForm(Set<String> words, Set<String> literals, String canonical) {

    private static final Pattern TOKEN = Pattern.compile(
            "\\s*(?:"
                    + "\"(?<name>(?:[^\"]|\"\")+)\""
                    + "|`(?<marked>(?:[^`]|``)+)`"
                    + "|(?<escaped>[eE])?'(?<string>(?:[^']|'')*)'"
                    + "|(?<cast>::)"
                    + "|(?<number>\\d+(?:\\.\\d+)?)"
                    + "|(?<word>[\\p{L}_][\\p{L}\\p{N}_$]*)"
                    + "|(?<symbol>[<>=!~|&]+|[^\\s]))",
            Pattern.DOTALL);

    /** The name of a type with an optional schema, length, further words and array brackets. */
    private static final Pattern TYPE =
            Pattern.compile("\\s*(?:\"(?:[^\"]|\"\")+\"|\\w+)(?:\\.(?:\"(?:[^\"]|\"\")+\"|\\w+))*"
                    + "(?:\\s+(?:varying|precision|without|with|time|zone)\\b|\\s*\\(\\d+(?:,\\s*\\d+)?\\)|\\[\\])*");

    private static final Pattern NUMBER = Pattern.compile("-?\\d+(?:\\.\\d+)?");

    /** Functions that openGauss prints under another name. */
    private static final Map<String, String> SYNONYMS =
            Map.of("substr", "substring", "character_length", "char_length", "length", "char_length");

    /** System functions are printed with or without their schema. */
    private static final Pattern SYSTEM_SCHEMA = Pattern.compile("\"?\\bpg_catalog\"?\\.");

    /** Parses an expression. */
    static ExpressionForm of(String sql) {
        String expression = SYSTEM_SCHEMA.matcher(sql).replaceAll("");
        Set<String> words = new TreeSet<>();
        Set<String> literals = new TreeSet<>();
        List<String> tokens = new ArrayList<>();
        Matcher matcher = TOKEN.matcher(expression);
        int at = 0;
        while (matcher.region(at, expression.length()).lookingAt()) {
            at = matcher.end();
            String token = null;
            if (matcher.group("cast") != null) {
                at = afterType(expression, at);
            } else if (matcher.group("string") != null) {
                token = string(matcher.group("string"), matcher.group("escaped") != null);
                literals.add(token.matches("-\\d.*") ? token.substring(1) : token);
            } else if (matcher.group("number") != null) {
                token = matcher.group("number");
                literals.add(token);
            } else if (matcher.group("symbol") != null) {
                token = symbol(matcher.group("symbol"));
            } else {
                token = name(matcher, isCall(expression, at));
                words.add(token);
            }
            if (token != null && !token.isEmpty()) {
                tokens.add(token);
            }
        }
        return new ExpressionForm(words, literals, String.join(" ", tokens));
    }

    private static int afterType(String expression, int start) {
        Matcher type = TYPE.matcher(expression).region(start, expression.length());
        return type.lookingAt() ? type.end() : start;
    }

    /** Returns whether the name before an offset is a function's: a column may have the same name. */
    private static boolean isCall(String expression, int at) {
        return expression.startsWith("(", at);
    }

    private static String name(Matcher matcher, boolean isCall) {
        String quoted = matcher.group("name");
        if (quoted != null) {
            String plain = quoted.replace("\"\"", "\"");
            return isCall ? SYNONYMS.getOrDefault(plain, plain) : plain;
        }
        String marked = matcher.group("marked");
        return marked != null
                ? marked.replace("``", "`")
                : matcher.group("word").toLowerCase(Locale.ROOT);
    }

    private static String string(String quoted, boolean escaped) {
        String text = quoted.replace("''", "'");
        return escaped ? text.replace("\\\\", "\\") : text;
    }

    private static String symbol(String symbol) {
        return symbol.equals("(") || symbol.equals(")") ? "" : symbol.equals("!=") ? "<>" : symbol;
    }

    /**
     * Returns whether both expressions refer to the same columns and literals. Servers rewrite {@code IN} and {@code BETWEEN}, so a closer
     * comparison is not possible.
     *
     * @param columns the names of the table's columns
     */
    boolean isAbout(ExpressionForm other, Set<String> columns) {
        return literals.equals(other.literals) && among(columns).equals(other.among(columns));
    }

    /** Returns whether this is a literal, and the other expression does not contain it. */
    boolean isOtherLiteral(ExpressionForm other) {
        boolean hasOtherSign = other.words.isEmpty() && isNegative() != other.isNegative();
        return words.isEmpty()
                && literals.size() == 1
                && (hasOtherSign
                        || literals.stream()
                                .noneMatch(
                                        wanted -> other.literals.stream().anyMatch(found -> isEqual(wanted, found))));
    }

    private boolean isNegative() {
        return canonical.startsWith("-");
    }

    private static boolean isEqual(String one, String other) {
        boolean areNumbers =
                NUMBER.matcher(one).matches() && NUMBER.matcher(other).matches();
        return areNumbers ? new BigDecimal(one).compareTo(new BigDecimal(other)) == 0 : one.equals(other);
    }

    private Set<String> among(Set<String> columns) {
        Set<String> named = new TreeSet<>(words);
        named.retainAll(columns);
        return named;
    }
}
