package io.gaussferry.convert;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.convert.rule.ColumnUsage;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.mysql.wire.UnsupportedColumnException;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.type.ColumnType;
import org.junit.jupiter.api.Test;

/** MySQL prints a question mark for an emoji in a member: storing it as a question mark would be silent corruption. */
class UnknownMembersTest {

    @Test
    void rejectsMemberWithAmbiguousQuestionMark() {
        for (String declaration : new String[] {"enum('a','?')", "set('what?','b')"}) {
            ColumnDefinition printed = Columns.column(declaration, "utf8mb4");
            ColumnDefinition column = printed.withMembers(printed.members().stream()
                    .map(member -> member.replace('?', ColumnDefinition.UNKNOWN_CHARACTER))
                    .toList());
            assertThatThrownBy(() ->
                            ColumnType.of(column).codec(Columns.POSTGRES, ConversionRules.defaults(), ColumnUsage.NONE))
                    .isInstanceOf(UnsupportedColumnException.class)
                    .hasMessageContaining("question mark")
                    .hasMessageContaining(declaration);
        }
    }

    @Test
    void acceptsQuestionMarkConfirmedBySource() {
        assertThatCode(() -> ColumnType.of(Columns.column("enum('a','?')", "utf8mb4"))
                        .codec(Columns.POSTGRES, ConversionRules.defaults(), ColumnUsage.NONE))
                .doesNotThrowAnyException();
    }
}
