package io.gaussferry.ddl.statement;

import io.debezium.ddl.parser.mysql.generated.MySqlLexer;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.QueryContext;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import org.antlr.v4.runtime.CommonTokenStream;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.WritableToken;

/**
 * Parses types of MariaDB that the grammar of MySQL lacks, like the keyword of a type without parameters. Their words are not reserved: a word becomes a
 * type only where the statement cannot be parsed with it as a name.
 */
final class MariaDbTypes {

    private static final Set<String> NAMES = Set.of("uuid", "inet4", "inet6");

    private final CommonTokenStream tokens;
    private final Function<CommonTokenStream, QueryContext> grammar;

    /**
     * Creates an instance for one statement.
     *
     * @param tokens the statement
     * @param grammar parses the tokens from the first one; throws a {@link SyntaxError}
     */
    MariaDbTypes(CommonTokenStream tokens, Function<CommonTokenStream, QueryContext> grammar) {
        this.tokens = tokens;
        this.grammar = grammar;
    }

    /**
     * Returns the statement's parse tree.
     *
     * @param asWritten the error for the statement with all words as the lexer classifies them
     * @throws SyntaxError the error that remains
     */
    QueryContext tree(SyntaxError asWritten) {
        SyntaxError error = asWritten;
        while (true) {
            Token wrong = tokens.get(error.last());
            if (wrong.getType() != MySqlLexer.IDENTIFIER
                    || !NAMES.contains(wrong.getText().toLowerCase(Locale.ROOT))) {
                throw error;
            }
            ((WritableToken) wrong).setType(MySqlLexer.DATE_SYMBOL);
            try {
                return grammar.apply(tokens);
            } catch (SyntaxError next) {
                error = next;
            }
        }
    }
}
