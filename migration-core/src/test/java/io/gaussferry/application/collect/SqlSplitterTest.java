package io.gaussferry.application.collect;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** A statement that is split at a wrong position is examined as two others, and not at all. */
class SqlSplitterTest {

    private static List<String> split(String script, boolean escapes) {
        List<String> statements = new ArrayList<>();
        try {
            new SqlSplitter(escapes, (sql, line) -> statements.add(line + ": " + sql)).split(new StringReader(script));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return statements;
    }

    private static List<String> split(String script) {
        return split(script, true);
    }

    @Test
    void splitsAtDelimitersOutsideOfStringsAndComments() {
        assertThat(split("a; b;\n\nc")).containsExactly("1: a", "1: b", "3: c");
        assertThat(split("a ';' \";\" `;` b; c")).containsExactly("1: a ';' \";\" `;` b", "1: c");
        assertThat(split("a /* ; ' */ b; c")).containsExactly("1: a /* ; ' */ b", "1: c");
        assertThat(split("a -- ; '\nb; c # ; \"\nd;")).containsExactly("1: a -- ; '\nb", "2: c # ; \"\nd");
        assertThat(split("a--;b")).as("no comment without a blank").containsExactly("1: a--", "1: b");
        assertThat(split(";;  ;\n")).isEmpty();
    }

    @Test
    void backslashEscapesQuoteUnlessModeForbids() {
        assertThat(split("a 'it\\'s; b'; c")).containsExactly("1: a 'it\\'s; b'", "1: c");
        assertThat(split("a 'x\\'; b", false)).containsExactly("1: a 'x\\'", "1: b");
        assertThat(split("a 'it''s;'; b")).containsExactly("1: a 'it''s;'", "1: b");
        assertThat(split("a `\\`; b")).as("not in names").containsExactly("1: a `\\`", "1: b");
    }

    /** The slash after an opening is no end of the comment. */
    @Test
    void commentNeedsItsOwnEnd() {
        assertThat(split("a /*/ ; */ b; c")).containsExactly("1: a /*/ ; */ b", "1: c");
        assertThat(split("a /**/ b; c")).containsExactly("1: a /**/ b", "1: c");
    }

    @Test
    void changesDelimiter() {
        assertThat(split("DELIMITER //\nCREATE TRIGGER t BEGIN a; b; END//\ndelimiter ;\nc; d"))
                .containsExactly("2: CREATE TRIGGER t BEGIN a; b; END", "4: c", "4: d");
        assertThat(split("delimiter $$\na;b$$ c$$")).containsExactly("2: a;b", "2: c");
        assertThat(split("delimiter $$")).isEmpty();
    }

    /** Statements of random pieces without a delimiter outside of quotes. */
    @RepeatedTest(30)
    void joinsAndSplits() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        List<String> pieces = List.of(
                "SELECT",
                "'a;b'",
                "\"x\\\";\"",
                "`n;`",
                "/* c; */",
                "-- d;\n",
                "# e;\n",
                "1",
                "\n",
                "''",
                "'\\\\'",
                "- 2",
                "/ 3",
                "* 4");
        List<String> expected = new ArrayList<>();
        StringBuilder script = new StringBuilder();
        int line = 1;
        for (int i = random.nextInt(5); i >= 0; i--) {
            StringBuilder statement = new StringBuilder("S");
            for (int j = random.nextInt(8); j > 0; j--) {
                statement.append(' ').append(pieces.get(random.nextInt(pieces.size())));
            }
            expected.add(line + ": " + statement.toString().strip());
            script.append(statement).append(';');
            line += (int)
                    statement.chars().filter(character -> character == '\n').count();
        }
        assertThat(split(script.toString())).as("seed %d, %s", seed, script).isEqualTo(expected);
    }
}
