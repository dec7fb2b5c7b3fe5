package io.gaussferry.ddl.statement;

import io.debezium.ddl.parser.mysql.generated.MySqlLexer;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.QueryContext;
import io.gaussferry.ddl.ReservedWords;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.antlr.v4.runtime.CommonTokenStream;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.WritableToken;

/**
 * Reads words as names that are keywords of the grammar and not reserved in MySQL, such as {@code url} and {@code log}: the grammar
 * lists some of them as keywords only, and others for all versions. A word becomes a name only where the statement cannot be read
 * with it as a keyword.
 */
final class UnreservedNames {

    private static final Pattern WORD = Pattern.compile("[A-Za-z_][A-Za-z_0-9$]*");

    private final CommonTokenStream tokens;
    private final Function<CommonTokenStream, QueryContext> grammar;

    /**
     * @param tokens the statement
     * @param grammar reads the tokens from the first one on; throws a {@link SyntaxError}
     */
    UnreservedNames(CommonTokenStream tokens, Function<CommonTokenStream, QueryContext> grammar) {
        this.tokens = tokens;
        this.grammar = grammar;
    }

    /**
     * Returns the statement's tree.
     *
     * @param asWritten the error with all words as the lexer has them
     * @throws SyntaxError that error, where no word as a name corrects it
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

    /** The grammar may refuse the parenthesis before the word. */
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
