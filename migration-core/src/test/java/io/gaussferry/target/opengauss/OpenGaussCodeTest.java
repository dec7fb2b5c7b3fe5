package io.gaussferry.target.opengauss;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OpenGaussCodeTest {

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '|',
            delimiter = ';',
            value = {
                "a / b; a/ b",
                "a  /  b; a/  b",
                "(a) /(b); (a)/(b)",
                "'it''s a / b' / c; 'it''s a / b'/ c",
                "E'\\' / ' / c; E'\\' / '/ c",
                "\"a / b\" / c; \"a / b\"/ c",
                "a /* b */; a /* b */",
                "'open / ; 'open /",
            })
    void removesBlanksBeforeSlashes(String body, String written) {
        assertThat(OpenGaussCode.withoutBlanksBeforeSlashes(body)).isEqualTo(written);
    }

    @Test
    void createsProceduresThatTheDriverDoesNotDivide() {
        assertThat(new OpenGaussCode().createProcedure("p", "IN a bigint", true, false, "BEGIN x := a\n / 2; END;"))
                .isEqualTo("CREATE PROCEDURE p(IN a bigint) SECURITY DEFINER AS\nBEGIN x := a/ 2; END;;");
    }
}
