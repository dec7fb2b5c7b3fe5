package io.gaussferry.application;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.error.RowValueMarks;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PreparedTrialTest {

    private static final List<String> LITERALS = List.of("'Secret word'", "Secret word", "4711", "5");

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '\0',
            value = {
                "42601 ; ERROR: syntax error at or near \"LIMIT\" ; ERROR: syntax error at or near \"LIMIT\"",
                "42601 ; ERROR: syntax error at or near \"4711\" ; ERROR: syntax error at or near ‹…›",
                "42601 ; ERROR: syntax error at or near \"'Secret word'\" ; ERROR: syntax error at or near ‹…›",
                "42703 ; ERROR: column \"secret word\" does not exist ; ERROR: column ‹…> does not exist",
                "42703 ; ERROR: column \"i5\" does not exist ; ERROR: column \"i5\" does not exist",
                "42883 ; ERROR: function date_format(date, unknown) does not exist ; ERROR: function date_format(date, unknown) does not exist",
                "22P02 ; ERROR: invalid input syntax for type integer: \"Secret word\" ; ‹…›"
            })
    void hidesLiterals(String state, String message, String expected) {
        assertThat(RowValueMarks.hidden(PreparedTrial.marked(message, state, LITERALS)))
                .isEqualTo(expected.replace("…>", "…›"));
    }
}
