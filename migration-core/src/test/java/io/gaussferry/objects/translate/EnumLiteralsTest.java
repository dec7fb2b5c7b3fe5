package io.gaussferry.objects.translate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The column {@code state} has the members {@code new} and {@code done}. */
class EnumLiteralsTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "UPDATE Item SET name = 'New', state = 'New' WHERE id = p | \"name\" = 'New', \"state\" = 'new' WHERE",
                "INSERT INTO Item (name, state) VALUES ('Done', 'DONE '), ('x', DEFAULT) | VALUES ('Done', 'done'), ('x', DEFAULT)",
                "INSERT INTO Item (state, name) SELECT 'NEW', 'NEW' FROM Item | 'new', 'NEW' FROM",
                "UPDATE Item SET state = 'other' | \"state\" = 'other'",
                "UPDATE Item SET state = 'done' | \"state\" = 'done'"
            })
    void writesMembersInTheirOwnSpelling(String statement, String expected) throws Exception {
        assertThat(TranslatedBody.of(statement + ";")).contains(expected);
    }
}
