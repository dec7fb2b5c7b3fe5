package io.gaussferry.ddl.statement;

import io.gaussferry.ddl.statement.DefinitionStatement.IrrelevantStatement;
import io.gaussferry.ddl.statement.DefinitionStatement.UnparsedStatement;
import io.gaussferry.ddl.statement.DefinitionStatement.Writing;
import io.gaussferry.ddl.statement.StatementKinds.Found;
import io.gaussferry.model.TableId;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.antlr.v4.runtime.CommonTokenStream;
import org.antlr.v4.runtime.Token;
import org.jspecify.annotations.Nullable;

/** Recognizes by their first words the statements that define no table, and the tables of those that the grammar rejects. */
final class StatementPrefix {

    /** Enough for the first words, with a definer and other modifiers, and the name after them. */
    private static final int TOKENS = 32;

    /** The statements with one table at a fixed position, unless an action names another one. */
    private static final Set<String> OF_ONE_TABLE = Set.of("CREATE TABLE", "ALTER TABLE");

    /** Actions that name another table whose rows or name they change. */
    private static final Set<String> OTHER_TABLES = Set.of("RENAME", "EXCHANGE", "CONVERT", "UNION");

    private final CommonTokenStream stream;
    private final StatementContext context;
    private final List<Token> first;
    private final Optional<Found> found;

    /** Reads the first tokens of a statement. The bodies of some are in a language of their own. */
    StatementPrefix(CommonTokenStream stream, StatementContext context) {
        stream.LT(TOKENS);
        this.stream = stream;
        this.context = context;
        this.first = visible();
        this.found = StatementKinds.find(first);
    }

    private List<Token> visible() {
        return stream.getTokens().stream()
                .filter(token -> token.getChannel() == Token.DEFAULT_CHANNEL && token.getType() != Token.EOF)
                .toList();
    }

    /** Returns the statement if it defines no table; null if the grammar has to parse it. */
    @Nullable
    DefinitionStatement statement() {
        if (first.isEmpty()) {
            return new IrrelevantStatement("an empty statement", null);
        }
        if (found.isEmpty()) {
            return null;
        }
        StatementKind kind = found.get().kind();
        return switch (kind.outcome()) {
            case FOLLOWED -> null;
            case NOTHING -> new IrrelevantStatement(kind.text(), null);
            case OBJECT -> new IrrelevantStatement(kind.text(), object(found.get()));
            case ROWS -> new Writing(kind.text(), qualifiers());
            case HELD -> unparsed("the binlog does not describe the tables that " + kind.text() + " changes");
        };
    }

    private String object(Found prefix) {
        List<String> words = prefix.kind().words();
        return words.get(words.size() - 1).toLowerCase(Locale.ROOT) + " "
                + Names.objectAt(first, prefix.end(), context);
    }

    private Set<String> qualifiers() {
        stream.fill();
        return Names.qualifiers(visible());
    }

    /** Returns the statement for one that cannot be parsed. */
    UnparsedStatement unparsed(String problem) {
        Set<String> qualifiers = qualifiers();
        boolean isOfOneTable =
                found.filter(prefix -> OF_ONE_TABLE.contains(prefix.kind().text()))
                                .isPresent()
                        && visible().stream()
                                .noneMatch(token ->
                                        OTHER_TABLES.contains(token.getText().toUpperCase(Locale.ROOT)));
        List<TableId> tables = isOfOneTable ? Names.tableAt(first, found.get().end(), context.database()) : List.of();
        return new UnparsedStatement(problem, tables, qualifiers);
    }
}
