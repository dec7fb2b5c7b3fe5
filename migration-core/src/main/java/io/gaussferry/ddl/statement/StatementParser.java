package io.gaussferry.ddl.statement;

import io.debezium.antlr.mysql.SqlMode;
import io.debezium.ddl.parser.mysql.generated.MySqlLexer;
import io.debezium.ddl.parser.mysql.generated.MySqlParser;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.QueryContext;
import io.gaussferry.ddl.statement.DefinitionStatement.Unreadable;
import java.util.EnumSet;
import java.util.Set;
import org.antlr.v4.runtime.BaseErrorListener;
import org.antlr.v4.runtime.CharStreams;
import org.antlr.v4.runtime.CommonTokenStream;
import org.antlr.v4.runtime.RecognitionException;
import org.antlr.v4.runtime.Recognizer;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.atn.PredictionMode;
import org.antlr.v4.runtime.misc.ParseCancellationException;

/** Reads statements by the grammar of MySQL's own tools, as the server read them with the session's {@code sql_mode}. */
public final class StatementParser {

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

    /** Reads a statement. What changes no definition of a table is told by its first words, whatever follows them. */
    public static DefinitionStatement parse(StatementContext context) {
        return new StatementParser(context).parse();
    }

    private DefinitionStatement parse() {
        CommonTokenStream tokens = tokens();
        DefinitionStatement known = FirstWords.read(tokens.getTokens(), context);
        if (known != null) {
            return known;
        }
        try {
            return new StatementReader(context).read(tree(tokens));
        } catch (ParseCancellationException e) {
            return new Unreadable(String.valueOf(e.getMessage()));
        }
    }

    private CommonTokenStream tokens() {
        MySqlLexer lexer = new MySqlLexer(CharStreams.fromString(VersionComments.open(context)));
        lexer.serverVersion = context.serverVersion();
        lexer.sqlModes = modes;
        lexer.removeErrorListeners();
        CommonTokenStream tokens = new CommonTokenStream(lexer);
        tokens.fill();
        return tokens;
    }

    /** The fast prediction takes some statements for wrong that are not: those are read again. */
    private QueryContext tree(CommonTokenStream tokens) {
        try {
            return parser(tokens, PredictionMode.SLL).query();
        } catch (ParseCancellationException e) {
            tokens.seek(0);
            return parser(tokens, PredictionMode.LL).query();
        }
    }

    private MySqlParser parser(CommonTokenStream tokens, PredictionMode mode) {
        MySqlParser parser = new MySqlParser(tokens);
        parser.serverVersion = context.serverVersion();
        parser.sqlModes = modes;
        parser.removeErrorListeners();
        parser.addErrorListener(new Refusing());
        parser.getInterpreter().setPredictionMode(mode);
        return parser;
    }

    /** Stops at the first error. */
    private static final class Refusing extends BaseErrorListener {
        @Override
        public void syntaxError(
                Recognizer<?, ?> recognizer,
                Object symbol,
                int line,
                int column,
                String message,
                RecognitionException cause) {
            String near = symbol instanceof Token token ? token.getText() : "";
            throw new ParseCancellationException(
                    "it is not understood at line " + line + ", column " + (column + 1) + ", near \"" + near + "\"");
        }
    }
}
