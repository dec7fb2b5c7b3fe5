package io.gaussferry.objects.translate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BackquotedNamesTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '\0',
            value = {
                "SELECT \"a\".\"B\" FROM \"s\".\"t\" ; SELECT `a`.`B` FROM `s`.`t`",
                "SELECT '\"text\"', \"a\" ; SELECT '\"text\"', `a`",
                "SELECT 'it''s \"x\"', \"a\" ; SELECT 'it''s \"x\"', `a`",
                "SELECT E'\\\\', \"a\" ; SELECT E'\\\\', `a`",
                "SELECT E'\\'\"', \"a\" ; SELECT E'\\'\"', `a`",
                "SELECT \"a\"\"b\", \"c`d\" ; SELECT `a\"b`, `c``d`",
                "SELECT \"it's\", 'x' ; SELECT `it's`, 'x'",
                "SELECT 1 ; SELECT 1"
            })
    void changesNamesOnly(String sql, String expected) {
        assertThat(BackquotedNames.of(sql)).isEqualTo(expected);
    }
}
