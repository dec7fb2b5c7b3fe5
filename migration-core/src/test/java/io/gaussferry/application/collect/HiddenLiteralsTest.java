package io.gaussferry.application.collect;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HiddenLiteralsTest {

    private static final SourceModes MODES = new SourceModes(0, true, 80033);

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '\0',
            value = {
                "select 'secret', \"secret\", 1, 2.5, 1e3, x'41', 0x41, b'1', N'secret' ; select ?, …",
                "select a from t where b in (1, 2,3) and c = 'it''s' ; select a from t where b in (?, …) and c = ?",
                "insert into t values (1, 'a'), (2, 'b'),(3, 'c') ; insert into t values (?, …), …",
                "select a -- secret ; select a",
                "select /* secret */ a # secret ; select a",
                "select `a`.b, -5 from t limit 10 ; select `a`.b, -? from t limit ?",
                // the quote is not closed
                "select a from t where b = 'secret ; SELECT …",
                "update t set a = \"secret ; UPDATE …"
            })
    void hides(String sql, String expected) {
        assertThat(HiddenLiterals.form(MODES.context("shop", sql))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '\0',
            value = {
                "select 1 ; select 2 ; true",
                "select a from t where b in (1, 2) ; select a from t where b in (3) ; true",
                "select 'a' ; select 'b' ; true",
                "select 'a' ; select '1' ; false",
                "select 'a' ; select 1 ; false",
                "select 'a' ; select \"a\" ; false",
                "select 'a' ; select 'a\\t' ; false",
                "select 'a' ; select 'a ' ; false",
                "select x'41' ; select 'a' ; false",
                "select '2024-01-01' ; select '0000-00-00' ; false"
            })
    void distinguishesLiteralsThatServersReadDifferently(String sql, String other, boolean isEqual) {
        assertThat(HiddenLiterals.traits(MODES.context("shop", sql))
                        .equals(HiddenLiterals.traits(MODES.context("shop", other))))
                .isEqualTo(isEqual);
    }

    @Test
    void listsTheLiterals() {
        assertThat(HiddenLiterals.of(MODES.context("shop", "select 'secret', 12")))
                .containsExactly("'secret'", "secret", "12");
    }
}
