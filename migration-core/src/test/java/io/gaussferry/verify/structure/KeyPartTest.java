package io.gaussferry.verify.structure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A server prints an index and a check in other words than the statement that created them. */
class KeyPartTest {

    @Test
    void parsesPartsOfDesignedIndex() {
        assertThat(KeyPart.parse("\"a\", \"b\" DESC")).containsExactly(KeyPart.column("a"), KeyPart.column("b"));
        assertThat(KeyPart.parse("\"we\"\"ird, (\", (lower(\"b\") || ', )')"))
                .hasSize(2)
                .startsWith(KeyPart.column("we\"ird, ("));
        assertThat(KeyPart.parse("(coalesce(\"a\", 0)) DESC")).containsExactly(KeyPart.expression("COALESCE(a, 0)"));
        assertThat(KeyPart.shown(List.of(KeyPart.column("a"), KeyPart.column("b"))))
                .isEqualTo("(a, b)");
    }

    /** A column and an expression that is only this column are not the same index. */
    @Test
    void distinguishesColumnFromExpression() {
        assertThat(KeyPart.column("a")).isNotEqualTo(KeyPart.expression("a"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            "a" > 0                        | (a > 0)
            ("a" > 0 AND "b" < 5)          | ((a > 0) AND (b < 5))
            "a" <> 'x'                     | a != 'x'::text
            "a" = 'it''s'                  | (a)::text = 'it''s'::character varying(20)
            lower("a")                     | pg_catalog.lower((a)::text)
            "a" IN (1, 2)                  | a IN (1, 2)
            substring("a", 1, 2)           | "substr"(a, 1, 2)
            char_length("a") > 1           | ("length"((a)::text) > 1)
            "length" > 1                   | (length > 1)
            "substr" = 'x'                 | ((substr)::text = 'x'::text)
            "a" = E'x\\\\y'                | a = 'x\\y'
            CAST("a" AS INT) > -1          | CAST(a AS INT) > -1
            """)
    void normalizesExpressions(String created, String printed) {
        assertThat(ExpressionForm.of(printed).canonical())
                .isEqualTo(ExpressionForm.of(created).canonical());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            "a" > 0           | "a" >= 0
            "a" > 0           | "b" > 0
            "a" > 0           | "A" > 0
            "a" > 0           | "a" > 1
            "a" = 'x'         | "a" = 'X'
            "a" = 'x '        | "a" = 'x'
            "a" > 1           | "a" > -1
            "a" > 0 AND "b" > 0 | "a" > 0 OR "b" > 0
            lower("a")        | upper("a")
            """)
    void distinguishesExpressions(String one, String other) {
        assertThat(ExpressionForm.of(one).canonical())
                .isNotEqualTo(ExpressionForm.of(other).canonical());
    }
}
