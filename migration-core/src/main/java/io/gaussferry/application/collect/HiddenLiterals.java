package io.gaussferry.application.collect;

import io.debezium.ddl.parser.mysql.generated.MySqlLexer;
import io.gaussferry.ddl.statement.StatementContext;
import io.gaussferry.ddl.statement.StatementParser;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.antlr.v4.runtime.Token;

/** Replaces the literals of SQL, which may be confidential. Comments are removed, because they may contain SQL. */
public final class HiddenLiterals {

    private static final Set<Integer> LITERALS = Set.of(
            MySqlLexer.INT_NUMBER,
            MySqlLexer.LONG_NUMBER,
            MySqlLexer.ULONGLONG_NUMBER,
            MySqlLexer.DECIMAL_NUMBER,
            MySqlLexer.FLOAT_NUMBER,
            MySqlLexer.HEX_NUMBER,
            MySqlLexer.BIN_NUMBER,
            MySqlLexer.NCHAR_TEXT,
            MySqlLexer.SINGLE_QUOTED_TEXT,
            MySqlLexer.DOUBLE_QUOTED_TEXT,
            MySqlLexer.DOLLAR_QUOTED_STRING_TEXT);

    private static final char NUMBER = '1';

    private static final Pattern FIRST_WORD = Pattern.compile("[A-Za-z]+");
    private static final Pattern LIST = Pattern.compile("\\?(?:, ?\\?)+");
    private static final Pattern ROWS = Pattern.compile("(\\((?:\\?|\\?, …)\\))(?:, ?\\((?:\\?|\\?, …)\\))+");

    private HiddenLiterals() {}

    /** Returns SQL with {@code ?} for each literal. Of SQL that is not readable to its end, only the first word remains. */
    public static String hidden(StatementContext context) {
        StringBuilder text = new StringBuilder();
        Token before = null;
        for (Token token : tokens(context)) {
            if (before != null && before.getStopIndex() + 1 < token.getStartIndex()) {
                text.append(' ');
            }
            text.append(LITERALS.contains(token.getType()) ? "?" : token.getText());
            before = token;
        }
        return text.toString();
    }

    /** Returns SQL with {@code ?} for each literal, and {@code ?, …} for lists of them. Statements with equal results are one statement. */
    public static String form(StatementContext context) {
        String lists = LIST.matcher(hidden(context)).replaceAll("?, …");
        return ROWS.matcher(lists).replaceAll("$1, …");
    }

    /**
     * Returns what decides how a server reads the literals: the kinds of neighbours that differ, and the rare properties of any. Statements
     * of one form and with equal traits are examined as one.
     */
    static String traits(StatementContext context) {
        StringBuilder kinds = new StringBuilder();
        Set<Character> rare = new TreeSet<>();
        for (Token token : tokens(context)) {
            if (!LITERALS.contains(token.getType())) {
                continue;
            }
            String text = token.getText();
            char kind = kind(text);
            if (kinds.isEmpty() || kinds.charAt(kinds.length() - 1) != kind) {
                kinds.append(kind);
            }
            if (kind != NUMBER) {
                addRare(text.substring(1), rare);
            }
        }
        return kinds + " " + rare;
    }

    private static char kind(String literal) {
        boolean isNumber = literal.matches("[0-9.]+([eE][+-]?[0-9]+)?");
        return isNumber ? NUMBER : Character.toLowerCase(literal.charAt(0));
    }

    private static void addRare(String content, Set<Character> rare) {
        if (content.contains("\\")) {
            rare.add('\\');
        }
        if (content.startsWith("0000-00-00")) {
            rare.add('0');
        }
        if (content.length() > 1 && content.charAt(content.length() - 2) == ' ') {
            rare.add(' ');
        }
        if (!content.matches("[-+0-9.]*.")) {
            rare.add('a');
        }
    }

    /** Returns the literals as they are written, and without their quotes. */
    public static List<String> of(StatementContext context) {
        List<String> literals = new ArrayList<>();
        for (Token token : tokens(context)) {
            if (LITERALS.contains(token.getType())) {
                String text = token.getText();
                literals.add(text);
                if (text.length() > 2 && "'\"".indexOf(text.charAt(text.length() - 1)) >= 0) {
                    literals.add(text.substring(text.indexOf(text.charAt(text.length() - 1)) + 1, text.length() - 1));
                }
            }
        }
        return literals;
    }

    /** Returns the tokens without comments; those of the first word if characters belong to no token, such as an open quote. */
    private static List<Token> tokens(StatementContext context) {
        List<Token> tokens = new ArrayList<>();
        int next = 0;
        for (Token token : StatementParser.tokens(context).getTokens()) {
            if (token.getStartIndex() != next) {
                return firstWord(context);
            }
            if (token.getType() == Token.EOF) {
                break;
            }
            next = token.getStopIndex() + 1;
            // a point after a number is hidden, too, and adds nothing
            if (token.getChannel() == Token.DEFAULT_CHANNEL && token.getType() != MySqlLexer.SEMICOLON_SYMBOL) {
                tokens.add(token);
            }
        }
        return tokens;
    }

    private static List<Token> firstWord(StatementContext context) {
        var word = FIRST_WORD.matcher(context.text().strip());
        String first = word.lookingAt() ? word.group().toUpperCase(Locale.ROOT) : "";
        return List.of(new org.antlr.v4.runtime.CommonToken(MySqlLexer.IDENTIFIER, first + " …"));
    }
}
