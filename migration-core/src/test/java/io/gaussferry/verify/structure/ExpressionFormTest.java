package io.gaussferry.verify.structure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExpressionFormTest {

    @ParameterizedTest(name = "{0} is printed as {1}")
    @CsvSource(delimiter = '|', quoteCharacter = '@', textBlock = """
            (left("c", 10))           | "left"((c)::text, 10)
            (left("c", 10))           | "left"(c, 10)
            (left("c", 10))           | pg_catalog."left"((c)::pg_catalog.text, 10)
            (left("c", 10))           | left(`c`, 10)
            (substring("b", 1, 4))    | "substring"(b, 1, 4)
            (substring("b", 1, 4))    | "substr"((b)::text, 1, 4)
            (left("Note 1", 3))       | "left"(("Note 1")::character varying(20), 3)
            ("a" + "b" * 2)           | (a + (b * (2)::numeric(10, 2)))
            (lower("c"))              | lower((c)::text)
            """)
    void normalizesPrintedExpression(String written, String printed) {
        assertThat(ExpressionForm.of(printed).canonical())
                .isEqualTo(ExpressionForm.of(written).canonical());
    }

    @ParameterizedTest(name = "{0} and {1}: {2}")
    @CsvSource(delimiter = '|', quoteCharacter = '@', textBlock = """
            '7'               | 7                           | false
            7                 | '7'::tinyint                | false
            1.5               | 1.50                        | false
            '-5'              | (-5)                        | false
            '-5'              | int1(5)                     | false
            'it''s'           | 'it''s'::character varying  | false
            E'a\\\\b'          | E'a\\\\b'::character varying | false
            ''                | ''::text                    | false
            7                 | 8                           | true
            7                 | '-7'::integer               | true
            'a'               | ''::character varying       | true
            7                 | nextval('s'::regclass)      | true
            now()             | 8                           | false
            """)
    void comparesLiterals(String written, String printed, boolean isOther) {
        assertThat(ExpressionForm.of(written).isOtherLiteral(ExpressionForm.of(printed)))
                .isEqualTo(isOther);
    }

    @Test
    void findsMembersInRewrittenCheck() {
        ExpressionForm written = ExpressionForm.of("\"state\" IN ('a', 'it''s', E'back\\\\slash', '')");
        Set<String> columns = Set.of("state", "other");
        assertThat(written.isAbout(
                        ExpressionForm.of("CHECK (((state)::text = ANY (ARRAY[('a'::character varying)::text,"
                                + " 'it''s'::text, 'back\\slash'::text, ''::text])))"),
                        columns))
                .isTrue();
        assertThat(written.isAbout(ExpressionForm.of("(state)::text = 'a'::text"), columns))
                .isFalse();
        assertThat(written.isAbout(
                        ExpressionForm.of("CHECK (((other)::text = ANY (ARRAY['a', 'it''s', 'back\\slash', ''])))"),
                        columns))
                .isFalse();
    }
}
