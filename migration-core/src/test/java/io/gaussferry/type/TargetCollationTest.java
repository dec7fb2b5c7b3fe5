package io.gaussferry.type;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.convert.Columns;
import io.gaussferry.convert.rule.ChosenRules;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.convert.rule.ConversionRules.CollationRule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TargetCollationTest {

    @ParameterizedTest
    @CsvSource({
        "utf8mb4_general_ci, utf8mb4_general_ci",
        "utf8mb4_0900_ai_ci, utf8mb4_general_ci",
        "utf8mb4_unicode_520_ci, utf8mb4_general_ci",
        "latin1_swedish_ci, utf8mb4_general_ci",
        "utf8mb4_0900_as_ci, utf8mb4_bin",
        "utf8mb4_0900_as_cs, utf8mb4_bin",
        "latin1_general_cs, utf8mb4_bin",
        "utf8mb4_0900_bin, utf8mb4_bin",
        "utf8mb4_bin, utf8mb4_bin"
    })
    void isNearest(String source, String expected) {
        assertThat(ColumnType.of(Columns.column("varchar(10)", "utf8mb4"))
                        .collation(source, Columns.DOLPHIN, ConversionRules.defaults())
                        .map(TargetCollation::sqlName))
                .contains(expected);
    }

    @Test
    void isAbsentWithoutMySqlsCollationsOrWithRule() {
        ColumnType text = ColumnType.of(Columns.column("text", "utf8mb4"));
        ConversionRules binary = ChosenRules.of(CollationRule.BINARY);

        assertThat(text.collation("utf8mb4_general_ci", Columns.POSTGRES, ConversionRules.defaults()))
                .isEmpty();
        assertThat(text.collation("utf8mb4_general_ci", Columns.DOLPHIN, binary))
                .isEmpty();
        assertThat(text.collation(null, Columns.DOLPHIN, ConversionRules.defaults()))
                .isEmpty();
    }

    @Test
    void namesDifferences() {
        assertThat(TargetCollation.GENERAL_CI.difference("utf8mb4_general_ci")).isEqualTo("ß equals s only in MySQL");
        assertThat(TargetCollation.GENERAL_CI.difference("utf8mb4_0900_ai_ci"))
                .contains("trailing blanks", "emoji", "æ and ae");
        assertThat(TargetCollation.GENERAL_CI.difference("utf8mb4_unicode_ci"))
                .contains("ß and ss")
                .doesNotContain("blanks");
        assertThat(TargetCollation.GENERAL_CI.difference("latin1_swedish_ci")).contains("letters of some languages");
        assertThat(TargetCollation.BINARY.difference("utf8mb4_bin")).isEmpty();
        assertThat(TargetCollation.BINARY.difference("utf8mb4_0900_as_ci")).contains("case", "trailing blanks");
    }
}
