package io.gaussferry.ddl.statement;

import static org.assertj.core.api.Assertions.assertThat;

import io.debezium.ddl.parser.mysql.generated.MySqlLexer;
import io.gaussferry.ddl.statement.DefinitionStatement.UnparsedStatement;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that a word that MySQL does not reserve can be any name. */
class UnreservedNamesTest {

    /** Reserved since 8.0, or only in some versions. */
    private static final Set<String> SOMETIMES_RESERVED =
            Set.of("CUBE", "EXCEPT", "FUNCTION", "GROUPING", "OF", "OVER", "ROW", "ROWS");

    /** Each word that is no keyword costs another parse of its statement, which is longer with each word. */
    private static final int GROUP = 2;

    /**
     * One statement of each kind with some words: columns of a new table, indexes on them, changes of a table, and
     * tables.
     */
    private static final List<UnaryOperator<String>> STATEMENTS = List.of(
            words -> "CREATE TABLE t (" + each(words, "%1$s INT") + ")",
            words -> "CREATE TABLE t (a INT, "
                    + each(words, "UNIQUE KEY %1$s (%1$s), CONSTRAINT %1$s FOREIGN KEY (%1$s) REFERENCES %1$s (%1$s)")
                    + ")",
            words ->
                    "ALTER TABLE t " + each(words, "ADD %1$s INT AFTER %1$s, CHANGE %1$s %1$s BIGINT FIRST, DROP %1$s"),
            words -> "ALTER TABLE t "
                    + each(words, "ALTER %1$s SET DEFAULT 1, ADD INDEX %1$s (a, %1$s), DROP INDEX %1$s"),
            words -> "RENAME TABLE " + each(words, "%1$s TO shop.%1$s"));

    /**
     * MySQL 5.7 reserves the fewest words. All words in all statements would take minutes, so each word is in one
     * statement, in turn.
     */
    @Test
    @Tag("long")
    void acceptsEveryUnreservedWordAsName() {
        List<String> words = List.copyOf(words());
        for (int first = 0; first < words.size(); first += GROUP) {
            assertAreNames(
                    words.subList(first, Math.min(words.size(), first + GROUP)),
                    STATEMENTS.get(first / GROUP % STATEMENTS.size()),
                    50722);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {50722, 90704})
    void acceptsKeywordsOfTheGrammarAsNames(int version) {
        List<String> words = List.of("url", "log", "bulk", "generate", "gtids", "engine_attribute", "vector");
        for (UnaryOperator<String> statement : STATEMENTS) {
            words.forEach(word -> assertAreNames(List.of(word), statement, version));
        }
    }

    private static void assertAreNames(List<String> words, UnaryOperator<String> statement, int version) {
        String text = statement.apply(String.join(" ", words));
        assertThat(StatementParser.parse(context(text, version))).as(text).isNotInstanceOf(UnparsedStatement.class);
    }

    private static String each(String words, String template) {
        return Arrays.stream(words.split(" ", -1))
                .map(word -> String.format(Locale.ROOT, template, word))
                .collect(Collectors.joining(", "));
    }

    /** Words that the grammar does not know may change the meaning of a statement. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "ALTER TABLE select ADD a INT",
                "ALTER TABLE t ADD a INT WHERE",
                "ALTER TABLE t ADD a INT unheard DEFAULT 7, DROP COLUMN b",
                "CREATE TABLE t (a INT unheard)",
                "DROP TABLE t unheard",
                "RENAME TABLE t TO u unheard, v TO w"
            })
    void parsesStatementToItsEnd(String statement) {
        assertThat(StatementParser.parse(context(statement, 80033))).isInstanceOf(UnparsedStatement.class);
    }

    private static Set<String> words() {
        Set<String> words = new TreeSet<>();
        for (int type = 0; type <= MySqlLexer.VOCABULARY.getMaxTokenType(); type++) {
            String name = MySqlLexer.VOCABULARY.getSymbolicName(type);
            String word = name == null || !name.endsWith("_SYMBOL") ? "" : name.substring(0, name.length() - 7);
            if (!word.isEmpty() && !ReservedWords.contains(word) && !SOMETIMES_RESERVED.contains(word)) {
                words.add(word.toLowerCase(Locale.ROOT));
            }
        }
        return words;
    }

    static StatementContext context(String statement, int version) {
        return new StatementContext(
                "shop",
                statement,
                StatementContext.STRICT_TRANS_TABLES,
                true,
                true,
                true,
                null,
                null,
                null,
                null,
                null,
                version);
    }
}
