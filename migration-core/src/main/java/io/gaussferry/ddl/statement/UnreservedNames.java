package io.gaussferry.ddl.statement;

import io.debezium.ddl.parser.mysql.generated.MySqlLexer;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.QueryContext;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.antlr.v4.runtime.CommonTokenStream;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.WritableToken;

/**
 * Parses words as names that are keywords of the grammar but not reserved in MySQL, such as {@code url} and {@code
 * log}: the grammar lists some of them only as keywords, and others for all versions. A word becomes a name only if the
 * statement cannot be parsed with it as a keyword.
 */
final class UnreservedNames {

    private static final Pattern WORD = Pattern.compile("[A-Za-z_][A-Za-z_0-9$]*");

    private final CommonTokenStream tokens;
    private final Function<CommonTokenStream, QueryContext> grammar;

    /**
     * Creates an instance for one statement.
     *
     * @param tokens the statement
     * @param grammar parses the tokens from the first one; throws a {@link SyntaxError}
     */
    UnreservedNames(CommonTokenStream tokens, Function<CommonTokenStream, QueryContext> grammar) {
        this.tokens = tokens;
        this.grammar = grammar;
    }

    /**
     * Returns the statement's parse tree.
     *
     * @param asWritten the error for the statement with all words as the lexer classifies them
     * @throws SyntaxError that error, if no word as a name corrects it
     */
    QueryContext tree(SyntaxError asWritten) {
        SyntaxError error = asWritten;
        int at = candidate(error);
        while (at >= error.first()) {
            Token token = tokens.get(at);
            if (!mayBeName(token)) {
                at--;
                continue;
            }
            int keyword = token.getType();
            ((WritableToken) token).setType(MySqlLexer.IDENTIFIER);
            try {
                return grammar.apply(tokens);
            } catch (SyntaxError next) {
                if (next.last() > error.last()) {
                    error = next;
                    at = candidate(error);
                } else {
                    ((WritableToken) token).setType(keyword);
                    at--;
                }
            }
        }
        throw asWritten;
    }

    /**
     * Returns the last token that may be a keyword in place of a name; the parser may report the parenthesis before it.
     */
    private int candidate(SyntaxError error) {
        return Math.min(error.last() + 2, tokens.size() - 1);
    }

    private static boolean mayBeName(Token token) {
        return token.getChannel() == Token.DEFAULT_CHANNEL
                && token.getType() != MySqlLexer.IDENTIFIER
                && WORD.matcher(token.getText()).matches()
                && !ReservedWords.contains(token.getText());
    }
}
