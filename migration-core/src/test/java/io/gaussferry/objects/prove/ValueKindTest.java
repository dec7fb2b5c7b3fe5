package io.gaussferry.objects.prove;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Values that both servers print differently, and values that differ. */
class ValueKindTest {

    @ParameterizedTest
    @CsvSource({
        "INT,            1,                     t",
        "INT UNSIGNED,   0,                     f",
        "TINYINT,        7,                     7",
        "YEAR,           2026,                  2026-01-01",
        "YEAR,           0,                     0000",
        "DECIMAL,        1.50,                  1.50",
        "DOUBLE,         1e10,                  10000000000",
        "FLOAT,          0.1,                   0.10000000149011612",
        "DATETIME,       2024-02-29 01:02:03.5, 2024-02-29 01:02:03.500000",
        "TIMESTAMP,      2024-02-29 01:02:03,   2024-02-29 01:02:03+00",
        "TIME,           -12:00:00,             -12:00:00",
        "CHAR,           a,                     'a  '"
    })
    void recognizesEqualValues(String type, String source, String target) {
        ValueKind kind = ValueKind.of(type);
        assertThat(kind.common(target)).isEqualTo(kind.common(source));
    }

    @ParameterizedTest
    @CsvSource({
        "DECIMAL, 1.5, 1.50",
        "DECIMAL, 0.33, 0.333",
        "VARCHAR, a, A",
        "VARCHAR, ' a', a",
        "VARCHAR, a, 'a '",
        "CHAR, a, 'a	'",
        "INT, 1, 2"
    })
    void distinguishesOtherDigitsAndCharacters(String type, String source, String target) {
        ValueKind kind = ValueKind.of(type);
        assertThat(kind.common(target)).isNotEqualTo(kind.common(source));
    }
}
