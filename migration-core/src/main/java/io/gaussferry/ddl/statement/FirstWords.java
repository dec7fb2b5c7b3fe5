package io.gaussferry.ddl.statement;

import io.gaussferry.ddl.statement.DefinitionStatement.Rowless;
import io.gaussferry.ddl.statement.DefinitionStatement.Writing;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.antlr.v4.runtime.Token;
import org.jspecify.annotations.Nullable;

/** Tells statements that define no table by their first words: some of them have bodies that are a language of their own. */
final class FirstWords {

    private static final Set<String> DEFINING = Set.of("CREATE", "ALTER", "DROP");

    /** First words of statements that define nothing that has rows. */
    private static final Set<String> HARMLESS = Set.of(
            "GRANT",
            "REVOKE",
            "ANALYZE",
            "REPAIR",
            "CHECK",
            "FLUSH",
            "SET",
            "INSTALL",
            "UNINSTALL",
            "USE",
            "SAVEPOINT");

    private static final Set<String> WRITING =
            Set.of("INSERT", "UPDATE", "DELETE", "REPLACE", "LOAD", "SELECT", "DO", "CALL", "WITH");

    /** What the cutover has to look after. */
    private static final Set<String> OBJECTS =
            Set.of("VIEW", "PROCEDURE", "FUNCTION", "TRIGGER", "EVENT", "USER", "ROLE", "SERVER");

    /** What else holds no rows. */
    private static final Set<String> ROWLESS =
            Set.of("TABLESPACE", "LOGFILE", "RESOURCE", "TEMPORARY", "UNDO", "INSTANCE", "REFERENCE");

    /** Words that may stand between CREATE and what is created. */
    private static final Set<String> TABLES = Set.of("TABLE", "TABLES", "DATABASE", "SCHEMA", "INDEX");

    private FirstWords() {}

    /** Returns what the statement is if it defines no table; null for one that has to be read. */
    static @Nullable DefinitionStatement read(List<Token> all, StatementContext context) {
        List<Token> tokens = all.stream()
                .filter(token -> token.getChannel() == Token.DEFAULT_CHANNEL && token.getType() != Token.EOF)
                .toList();
        if (tokens.isEmpty()) {
            return new Rowless("an empty statement", null);
        }
        String first = word(tokens, 0);
        if (HARMLESS.contains(first)) {
            return new Rowless(first, null);
        }
        if (WRITING.contains(first)) {
            return new Writing(first);
        }
        return DEFINING.contains(first) ? definition(first, tokens, context) : null;
    }

    private static @Nullable DefinitionStatement definition(
            String first, List<Token> tokens, StatementContext context) {
        for (int i = 1; i < tokens.size(); i++) {
            String word = word(tokens, i);
            if (TABLES.contains(word)) {
                return null;
            }
            if (OBJECTS.contains(word)) {
                return new Rowless(
                        first + " " + word,
                        word.toLowerCase(Locale.ROOT) + " " + Names.objectAt(tokens, i + 1, context));
            }
            if (ROWLESS.contains(word)) {
                return new Rowless(first + " " + word, null);
            }
        }
        return null;
    }

    private static String word(List<Token> tokens, int index) {
        return tokens.get(index).getText().toUpperCase(Locale.ROOT);
    }
}
