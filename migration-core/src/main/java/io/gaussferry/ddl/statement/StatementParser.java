package io.gaussferry.ddl.statement;

import io.debezium.antlr.mysql.SqlMode;
import io.debezium.ddl.parser.mysql.generated.MySqlLexer;
import io.debezium.ddl.parser.mysql.generated.MySqlParser;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.QueryContext;
import io.gaussferry.error.RowValueMarks;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.antlr.v4.runtime.BaseErrorListener;
import org.antlr.v4.runtime.CharStreams;
import org.antlr.v4.runtime.CommonToken;
import org.antlr.v4.runtime.CommonTokenStream;
import org.antlr.v4.runtime.RecognitionException;
import org.antlr.v4.runtime.Recognizer;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.WritableToken;
import org.antlr.v4.runtime.atn.PredictionMode;
import org.antlr.v4.runtime.misc.ParseCancellationException;

/** Parses statements with the grammar of MySQL's own tools, by the session's {@code sql_mode}, like the server. */
public final class StatementParser {

    private static final Pattern HASH_KEY = Pattern.compile("\\bUSING\\s+HASH\\b", Pattern.CASE_INSENSITIVE);

    private static final Pattern HEXADECIMAL = Pattern.compile("x'([0-9A-Fa-f]{2})*'");

    private static final Pattern BINARY = Pattern.compile("b'[01]*'");

    private static final int FIRST_WITH_INTERSECT = 80031;

    private static final Set<Integer> BEFORE_QUERY = Set.of(
            MySqlLexer.SELECT_SYMBOL,
            MySqlLexer.OPEN_PAR_SYMBOL,
            MySqlLexer.ALL_SYMBOL,
            MySqlLexer.DISTINCT_SYMBOL,
            MySqlLexer.TABLE_SYMBOL,
            MySqlLexer.VALUES_SYMBOL,
            MySqlLexer.WITH_SYMBOL);

    private static final Pattern DIGITS = Pattern.compile("\\d+");

    /** An unquoted name, or a keyword. */
    private static final Pattern WORD = Pattern.compile("[\\w$\\x{80}-\\x{FFFF}]+");

    /** First tokens of an option of ALTER DATABASE that are no names: CHARSET and ENCRYPTION could be the name of the database. */
    private static final Set<Integer> OPTIONS_OF_DATABASES = Set.of(
            MySqlLexer.CHAR_SYMBOL, MySqlLexer.COLLATE_SYMBOL, MySqlLexer.DEFAULT_SYMBOL, MySqlLexer.READ_SYMBOL);

    private final StatementContext context;
    private final Set<SqlMode> modes = EnumSet.noneOf(SqlMode.class);

    private StatementParser(StatementContext context) {
        this.context = context;
        addMode(StatementContext.ANSI_QUOTES, SqlMode.AnsiQuotes);
        addMode(StatementContext.PIPES_AS_CONCAT, SqlMode.PipesAsConcat);
        addMode(StatementContext.IGNORE_SPACE, SqlMode.IgnoreSpace);
        addMode(StatementContext.NO_BACKSLASH_ESCAPES, SqlMode.NoBackslashEscapes);
        addMode(StatementContext.HIGH_NOT_PRECEDENCE, SqlMode.HighNotPrecedence);
    }

    private void addMode(long bit, SqlMode mode) {
        if (context.has(bit)) {
            modes.add(mode);
        }
    }

    /**
     * Parses a statement. Statements that change no table definition are recognized by their first words: their other
     * tokens are not read.
     */
    public static DefinitionStatement parse(StatementContext context) {
        return new StatementParser(context).parse();
    }

    /**
     * Returns the parse tree of a statement of any kind.
     *
     * @throws org.antlr.v4.runtime.misc.ParseCancellationException with the position if the grammar does not accept it
     */
    public static ParsedSql tree(StatementContext context) {
        StatementParser parser = new StatementParser(context);
        CommonTokenStream tokens = parser.tokens();
        parser.fill(tokens);
        return new ParsedSql(parser.tree(tokens), tokens, VersionComments.decide(context));
    }

    /** Returns all tokens of SQL, also of SQL that the grammar does not accept. */
    public static CommonTokenStream tokens(StatementContext context) {
        StatementParser parser = new StatementParser(context);
        CommonTokenStream tokens = parser.tokens();
        parser.fill(tokens);
        return tokens;
    }

    /** Returns all tokens of SQL as the target reads it: version comments are comments. */
    public static CommonTokenStream targetTokens(StatementContext context) {
        StatementParser parser = new StatementParser(context);
        CommonTokenStream tokens = parser.tokens(VersionComments.close(context));
        parser.fill(tokens);
        return tokens;
    }

    private DefinitionStatement parse() {
        CommonTokenStream tokens = tokens();
        StatementPrefix prefix = new StatementPrefix(tokens, context);
        DefinitionStatement known = prefix.statement();
        if (known != null) {
            return known;
        }
        if (context.hasUnknownMode()) {
            return prefix.unparsed("the session has sql_mode ORACLE or EMPTY_STRING_IS_NULL");
        }
        if (context.hashesLongKeys() && HASH_KEY.matcher(context.text()).find()) {
            return prefix.unparsed("a unique key USING HASH has a hidden column");
        }
        fill(tokens);
        nameCurrentDatabase(tokens);
        try {
            return new StatementReader(context, prefix).read(tree(tokens));
        } catch (ParseCancellationException e) {
            return prefix.unparsed(String.valueOf(e.getMessage()));
        } catch (RuntimeException | StackOverflowError e) {
            return prefix.unparsed("a defect of Gaussferry prevents its parsing: " + RowValueMarks.defect(e));
        }
    }

    private CommonTokenStream tokens() {
        return tokens(VersionComments.open(context));
    }

    private CommonTokenStream tokens(String sql) {
        MySqlLexer lexer = new MySqlLexer(CharStreams.fromString(sql));
        lexer.serverVersion = context.grammarVersion();
        lexer.sqlModes = modes;
        lexer.removeErrorListeners();
        return new CommonTokenStream(lexer);
    }

    private void fill(CommonTokenStream tokens) {
        tokens.fill();
        classifyDoubleQuotes(tokens);
        splitNumbersAfterNames(tokens);
        joinLiteralsOfBytes(tokens);
        findIntersections(tokens);
        hidePointsAfterNumbers(tokens);
        hideEqualsAfterRename(tokens);
    }

    /**
     * Makes text in double quotes a string or a name by its token. The grammar decides by a predicate that it does not
     * evaluate within expressions.
     */
    private void classifyDoubleQuotes(CommonTokenStream tokens) {
        int type = context.has(StatementContext.ANSI_QUOTES)
                ? MySqlLexer.BACK_TICK_QUOTED_ID
                : MySqlLexer.SINGLE_QUOTED_TEXT;
        for (Token token : tokens.getTokens()) {
            if (token.getType() == MySqlLexer.DOUBLE_QUOTED_TEXT) {
                ((WritableToken) token).setType(type);
            }
        }
    }

    /**
     * Makes {@code .2020_orders} directly after a name a point and a name, as MySQL does: the lexer reads a number and the rest of the name.
     */
    private static void splitNumbersAfterNames(CommonTokenStream tokens) {
        List<Token> all = tokens.getTokens();
        for (int i = 1; i < all.size(); i++) {
            Token number = all.get(i);
            if (!isNumberWithPoint(number) || !isDirectlyBefore(all.get(i - 1), number) || !endsName(all.get(i - 1))) {
                continue;
            }
            CommonToken point = (CommonToken) number;
            CommonToken next = (CommonToken) all.get(i + 1);
            boolean continues = isDirectlyBefore(number, next) && isWord(next);
            CommonToken name = continues ? next : new CommonToken(point);
            name.setType(MySqlLexer.IDENTIFIER);
            name.setText(number.getText().substring(1) + (continues ? next.getText() : ""));
            name.setStartIndex(point.getStartIndex() + 1);
            point.setType(MySqlLexer.DOT_SYMBOL);
            point.setText(".");
            point.setStopIndex(point.getStartIndex());
            if (!continues) {
                all.add(i + 1, name);
                for (int index = i + 1; index < all.size(); index++) {
                    ((WritableToken) all.get(index)).setTokenIndex(index);
                }
            }
        }
    }

    private static boolean isNumberWithPoint(Token token) {
        return (token.getType() == MySqlLexer.DECIMAL_NUMBER || token.getType() == MySqlLexer.FLOAT_NUMBER)
                && token.getText().startsWith(".");
    }

    private static boolean isDirectlyBefore(Token token, Token next) {
        return token.getStopIndex() + 1 == next.getStartIndex();
    }

    private static boolean endsName(Token token) {
        return token.getType() == MySqlLexer.BACK_TICK_QUOTED_ID || isWord(token);
    }

    private static boolean isWord(Token token) {
        return WORD.matcher(token.getText()).matches();
    }

    /** Makes {@code X'41'}, {@code B'1'}, {@code x''} and {@code b''} literals: the grammar has small letters with digits only. */
    private static void joinLiteralsOfBytes(CommonTokenStream tokens) {
        for (int i = 1; i < tokens.size(); i++) {
            Token prefix = tokens.get(i - 1);
            Token digits = tokens.get(i);
            String text = prefix.getText().toLowerCase(Locale.ROOT) + digits.getText();
            boolean isHexadecimal = HEXADECIMAL.matcher(text).matches();
            if (digits.getStartIndex() == prefix.getStopIndex() + 1
                    && (isHexadecimal || BINARY.matcher(text).matches())) {
                ((WritableToken) prefix).setType(isHexadecimal ? MySqlLexer.HEX_NUMBER : MySqlLexer.BIN_NUMBER);
                ((WritableToken) prefix).setText(text);
                ((WritableToken) digits).setText("");
                ((WritableToken) digits).setChannel(Token.HIDDEN_CHANNEL);
            }
        }
    }

    /** Makes INTERSECT a keyword before a query: the lexer reads it as a name. It is reserved from 8.0.31 on. */
    private void findIntersections(CommonTokenStream tokens) {
        Token last = null;
        for (Token token : tokens.getTokens()) {
            if (token.getChannel() != Token.DEFAULT_CHANNEL) {
                continue;
            }
            if (last != null
                    && context.grammarVersion() >= FIRST_WITH_INTERSECT
                    && last.getText().equalsIgnoreCase("INTERSECT")
                    && BEFORE_QUERY.contains(token.getType())) {
                ((WritableToken) last).setType(MySqlLexer.INTERSECT_SYMBOL);
            }
            last = token;
        }
    }

    /** Adds the name of the current database to an ALTER DATABASE without a name, which the grammar requires. */
    private void nameCurrentDatabase(CommonTokenStream tokens) {
        List<Token> all = tokens.getTokens();
        List<Token> words = all.stream()
                .filter(token -> token.getChannel() == Token.DEFAULT_CHANNEL)
                .limit(3)
                .toList();
        if (context.database().isEmpty()
                || words.size() < 3
                || words.get(0).getType() != MySqlLexer.ALTER_SYMBOL
                || words.get(1).getType() != MySqlLexer.DATABASE_SYMBOL
                || !OPTIONS_OF_DATABASES.contains(words.get(2).getType())) {
            return;
        }
        CommonToken name = new CommonToken(words.get(2));
        name.setType(MySqlLexer.BACK_TICK_QUOTED_ID);
        name.setText("`" + context.database().replace("`", "``") + "`");
        all.add(words.get(2).getTokenIndex(), name);
        for (int i = name.getTokenIndex(); i < all.size(); i++) {
            ((WritableToken) all.get(i)).setTokenIndex(i);
        }
    }

    /** Hides the point of {@code 1.}, a number for MySQL but not for the grammar; its value is that of {@code 1}. */
    private static void hidePointsAfterNumbers(CommonTokenStream tokens) {
        for (int i = 1; i < tokens.size(); i++) {
            if (tokens.get(i).getType() == MySqlLexer.DOT_SYMBOL
                    && DIGITS.matcher(tokens.get(i - 1).getText()).matches()) {
                ((WritableToken) tokens.get(i)).setChannel(Token.HIDDEN_CHANNEL);
            }
        }
    }

    /** Hides the {@code =} of {@code RENAME = name}, which the grammar lacks. RENAME is reserved: only after a point it is a name. */
    private static void hideEqualsAfterRename(CommonTokenStream tokens) {
        int beforeLast = Token.EOF;
        int last = Token.EOF;
        for (Token token : tokens.getTokens()) {
            if (token.getChannel() != Token.DEFAULT_CHANNEL) {
                continue;
            }
            if (token.getType() == MySqlLexer.EQUAL_OPERATOR
                    && last == MySqlLexer.RENAME_SYMBOL
                    && beforeLast != MySqlLexer.DOT_SYMBOL) {
                ((WritableToken) token).setChannel(Token.HIDDEN_CHANNEL);
            }
            beforeLast = last;
            last = token.getType();
        }
    }

    /** Parses the statement. Treats a keyword as a name only if no other parse succeeds. */
    private QueryContext tree(CommonTokenStream tokens) {
        try {
            return withTypes(tokens);
        } catch (SyntaxError e) {
            return new UnreservedNames(tokens, this::withTypes).tree(e);
        }
    }

    private QueryContext withTypes(CommonTokenStream tokens) {
        try {
            return asWritten(tokens);
        } catch (SyntaxError e) {
            if (context.hasAddressTypes()) {
                return new MariaDbTypes(tokens, this::asWritten).tree(e);
            }
            throw e;
        }
    }

    /**
     * Parses the statement as written. The fast prediction mode rejects some valid statements, which are parsed again.
     */
    private QueryContext asWritten(CommonTokenStream tokens) {
        try {
            return whole(tokens, PredictionMode.SLL);
        } catch (SyntaxError e) {
            return whole(tokens, PredictionMode.LL);
        }
    }

    /**
     * Parses all tokens, with the rule for several statements: the rule for one statement ends at a token that it does
     * not know.
     */
    private QueryContext whole(CommonTokenStream tokens, PredictionMode mode) {
        tokens.seek(0);
        List<QueryContext> queries = parser(tokens, mode).queries().query();
        if (queries.size() != 1) {
            Token end = tokens.get(tokens.size() - 1);
            throw SyntaxError.of(end, end.getLine(), end.getCharPositionInLine(), null);
        }
        return queries.get(0);
    }

    private MySqlParser parser(CommonTokenStream tokens, PredictionMode mode) {
        MySqlParser parser = new MySqlParser(tokens);
        parser.serverVersion = context.grammarVersion();
        parser.sqlModes = modes;
        parser.removeErrorListeners();
        parser.addErrorListener(new ErrorThrower());
        parser.getInterpreter().setPredictionMode(mode);
        return parser;
    }

    /** Throws at the first error. */
    private static final class ErrorThrower extends BaseErrorListener {
        @Override
        public void syntaxError(
                Recognizer<?, ?> recognizer,
                Object symbol,
                int line,
                int column,
                String message,
                RecognitionException cause) {
            throw SyntaxError.of((Token) symbol, line, column, cause);
        }
    }
}
