package io.gaussferry.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ValueKindTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
                    NUMBER  | 1.50                       | 1.5
                    NUMBER  | 0.00                       | 0
                    NUMBER  | 18446744073709551615       | 18446744073709551615.000
                    FLOAT   | 0.10000000149011612        | 0.1
                    DOUBLE  | 1e300                      | 1.0E300
                    CHAR    | "a  "                      | "a"
                    JSON    | {"a": [1, "x y\\" "]}      | {"a":[1,"x y\\" "]}
                    JSON    | {"id": 1, "name": "é"}     | {"name":"\\u00e9","id":1}
                    JSON    | {"a": 2}                   | {"a": 1, "a": 2}
                    JSON    | [1.10, 100.0]              | [1.1,1e2]
                    SET     | c,a                        | a,c,a
                    DATE    | 2024-02-29 00:00:00        | 2024-02-29
                    INSTANT | 2024-02-29 10:00:00.120000 | 2024-02-29 10:00:00.12+00
                    INSTANT | 2024-02-29 10:00:00.000000 | 2024-02-29 10:00:00
                    TIME    | -838:59:59.000000          | -838:59:59
                    """)
    void mapsEqualValuesToOneString(ValueKind kind, String left, String right) {
        assertThat(kind.canonical(left)).isEqualTo(kind.canonical(right));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
                    NUMBER  | 1.5                   | 1.51
                    NUMBER  | 10                    | 1
                    DOUBLE  | 0.0                   | -0.0
                    TEXT    | "a "                  | "a"
                    TEXT    | a                     | A
                    CHAR    | " a"                  | "a"
                    JSON    | {"a": "x y"}          | {"a": "xy"}
                    JSON    | 1                     | 1.0
                    JSON    | ["1"]                 | [1]
                    SET     | a                     | b
                    INSTANT | 2024-02-29 10:00:00.1 | 2024-02-29 10:00:00.01
                    INSTANT | 2024-02-29 10:00:00   | 2024-02-29 10:00:10
                    TIME    | -01:00:00             | 01:00:00
                    """)
    void keepsDifferentValuesDifferent(ValueKind kind, String left, String right) {
        assertThat(kind.canonical(left)).isNotEqualTo(kind.canonical(right));
    }

    @ParameterizedTest
    @CsvSource({"NUMBER, 9, 10", "NUMBER, -2, -1", "TEXT, B, a", "TEXT, \uFFFD, \uD83D\uDE00", "CHAR, a, b"})
    void ordersKeysAsServersDo(ValueKind kind, String smaller, String larger) {
        assertThat(kind.compareKeys(smaller, larger)).isNegative();
        assertThat(kind.compareKeys(larger, smaller)).isPositive();
    }
}
