package io.gaussferry.ddl;

import io.debezium.ddl.parser.mysql.legacy.MySqlLexer;
import io.gaussferry.ddl.StatementKind.Outcome;
import io.gaussferry.model.TableId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.antlr.v4.runtime.CharStreams;
import org.antlr.v4.runtime.Token;

/**
 * Distinguishes statements that may change a replicated table or its rows from statements that cannot. Tokenizes
 * statements with MySQL's own grammar; reports "may change" in case of doubt.
 */
public final class StatementClassifier {

    private static final String COMMENT_END = "*/";

    /**
     * The start of a version comment, such as {@code /*!50100}, whose content a server of at least that version
     * executes; newer servers may write six digits.
     */
    private static final Pattern VERSION = Pattern.compile("^/\\*!\\d{0,6}");

    /**
     * Returns whether the statement may change a replicated table, or its rows.
     *
     * @param database the session's current database; may be empty
     * @param written the databases in which the statement changes tables, also through triggers and functions, as far
     *     as the source reports them
     * @param statement the SQL in the binlog
     * @param included the databases with replicated tables
     * @param replicated the replicated tables
     */
    public boolean mayChange(
            String database,
            Collection<String> written,
            String statement,
            Predicate<String> included,
            Predicate<TableId> replicated) {
        List<Token> tokens = tokens(statement);
        if (tokens.isEmpty()) {
            return included.test(database);
        }
        Optional<StatementKind> kind = kind(tokens);
        if (kind.map(StatementKind::outcome).filter(Outcome::affectsNoTable).isPresent()) {
            return false;
        }
        if (kind.filter(StatementKind::affectsDatabase).isPresent()) {
            return tokens.stream().skip(2).anyMatch(token -> included.test(unquote(token.getText())));
        }
        Optional<List<TableId>> changed = ChangedTables.of(database, tokens);
        if (changed.isPresent()) {
            return changed.get().stream().anyMatch(replicated);
        }
        return included.test(database)
                || written.stream().anyMatch(included)
                || namesIncludedDatabase(tokens, included);
    }

    /** Returns whether a statement creates a database, which has no rows. */
    public boolean createsDatabase(String statement) {
        return kind(tokens(statement))
                .filter(kind -> kind.affectsDatabase() && kind.words().get(0).equals("CREATE"))
                .isPresent();
    }

    /** Returns whether a statement only changes rows, or may change rows through a function or procedure. */
    public boolean writesRows(String statement) {
        return kind(tokens(statement))
                .filter(kind -> kind.outcome() == Outcome.ROWS)
                .isPresent();
    }

    private static Optional<StatementKind> kind(List<Token> tokens) {
        return StatementKinds.find(tokens).map(StatementKinds.Found::kind);
    }

    /**
     * Returns the tables that the statement creates, alters, empties, renames or drops; empty if they cannot be
     * determined.
     *
     * @param database the session's current database; may be empty
     * @param statement the SQL in the binlog
     */
    public Optional<List<TableId>> changedTables(String database, String statement) {
        return ChangedTables.of(database, tokens(statement));
    }

    /**
     * Returns whether a qualified name has an included database. The lexer splits such a name into its first part, and
     * the dot with the second part.
     */
    private static boolean namesIncludedDatabase(List<Token> tokens, Predicate<String> included) {
        for (int i = 1; i < tokens.size(); i++) {
            if (tokens.get(i).getText().startsWith(".")
                    && included.test(unquote(tokens.get(i - 1).getText()))) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns the visible tokens, including the content of version comments: the server executed it, because others are
     * written to the binlog as plain comments.
     */
    private static List<Token> tokens(String statement) {
        MySqlLexer lexer = new MySqlLexer(CharStreams.fromString(statement));
        lexer.removeErrorListeners();
        List<Token> visible = new ArrayList<>();
        for (Token token : lexer.getAllTokens()) {
            if (token.getChannel() == Token.DEFAULT_CHANNEL) {
                visible.add(token);
            } else if (token.getChannel() == MySqlLexer.MYSQLCOMMENT) {
                String content = VERSION.matcher(token.getText()).replaceFirst("");
                visible.addAll(tokens(content.substring(0, content.length() - COMMENT_END.length())));
            }
        }
        return visible;
    }

    /** Returns a token in upper case; the empty string after the last token. */
    static String word(List<Token> tokens, int index) {
        return index < tokens.size() ? tokens.get(index).getText().toUpperCase(Locale.ROOT) : "";
    }

    /** Removes the quotes of a name; double quotes are quotes of a name in a session with {@code ANSI_QUOTES}. */
    static String unquote(String name) {
        for (String quote : List.of("`", "\"")) {
            if (name.length() >= 2 && name.startsWith(quote) && name.endsWith(quote)) {
                return name.substring(1, name.length() - 1).replace(quote + quote, quote);
            }
        }
        return name;
    }
}
