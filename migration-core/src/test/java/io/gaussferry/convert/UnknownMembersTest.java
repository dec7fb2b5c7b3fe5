package io.gaussferry.convert;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** MySQL prints a question mark for an emoji in a member: writing it down as one would be silent corruption. */
class UnknownMembersTest {

    @Test
    void a_member_that_may_be_another_than_the_one_printed_is_refused() {
        for (String declaration : new String[] {"enum('a','?')", "set('what?','b')"}) {
            assertThatThrownBy(() -> Codecs.codec(
                            Columns.column(declaration, "utf8mb4"), Columns.POSTGRES, ConversionRules.refuse()))
                    .isInstanceOf(UnsupportedColumnException.class)
                    .hasMessageContaining("question mark")
                    .hasMessageContaining(declaration);
        }
    }

    @Test
    void a_question_mark_is_certain_where_the_character_set_has_nothing_beyond_utf8mb3() {
        assertThatCode(() -> Codecs.codec(
                        Columns.column("enum('a','?')", "utf8mb3"), Columns.POSTGRES, ConversionRules.refuse()))
                .doesNotThrowAnyException();
    }
}
