package io.gaussferry.ddl.statement;

import io.gaussferry.ddl.StatementKind;
import io.gaussferry.ddl.StatementKinds;
import io.gaussferry.ddl.StatementKinds.Found;
import io.gaussferry.ddl.statement.DefinitionStatement.IrrelevantStatement;
import io.gaussferry.ddl.statement.DefinitionStatement.UnparsedStatement;
import io.gaussferry.ddl.statement.DefinitionStatement.Writing;
import java.util.List;
import java.util.Locale;
import org.antlr.v4.runtime.Token;
import org.jspecify.annotations.Nullable;

/**
 * Recognizes statements that define no table by their first words: the bodies of some are in a language of their own.
 */
final class StatementPrefix {

    private StatementPrefix() {}

    /** Returns the statement if it defines no table; null if the grammar has to parse it. */
    static @Nullable DefinitionStatement read(List<Token> all, StatementContext context) {
        List<Token> tokens = all.stream()
                .filter(token -> token.getChannel() == Token.DEFAULT_CHANNEL && token.getType() != Token.EOF)
                .toList();
        if (tokens.isEmpty()) {
            return new IrrelevantStatement("an empty statement", null);
        }
        Found found = StatementKinds.find(tokens).orElse(null);
        if (found == null) {
            return null;
        }
        StatementKind kind = found.kind();
        return switch (kind.outcome()) {
            case FOLLOWED -> null;
            case NOTHING -> new IrrelevantStatement(kind.text(), null);
            case OBJECT -> new IrrelevantStatement(kind.text(), object(found, tokens, context));
            case ROWS -> new Writing(kind.text());
            case HELD ->
                new UnparsedStatement("the binlog does not describe the tables that " + kind.text() + " changes");
        };
    }

    private static String object(Found found, List<Token> tokens, StatementContext context) {
        List<String> words = found.kind().words();
        return words.get(words.size() - 1).toLowerCase(Locale.ROOT) + " "
                + Names.objectAt(tokens, found.end(), context);
    }
}
