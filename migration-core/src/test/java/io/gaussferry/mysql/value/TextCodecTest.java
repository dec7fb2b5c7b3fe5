package io.gaussferry.mysql.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.convert.rule.ChosenRules;
import io.gaussferry.convert.rule.ColumnUsage;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.convert.rule.ConversionRules.InvalidBytes;
import io.gaussferry.convert.rule.ConversionRules.Nul;
import io.gaussferry.convert.rule.TextRules;
import io.gaussferry.convert.rule.UnconvertibleValueException;
import io.gaussferry.mysql.charset.MySqlCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TextCodecTest {

    private static TextCodec codec(String characterSet, ConversionRules rules, boolean nullable) {
        return new TextCodec(
                "c",
                1,
                MySqlCharsets.decoding("c", characterSet),
                new TextRules("c", characterSet, rules, ColumnUsage.NONE, nullable));
    }

    private static TextCodec codec(String characterSet) {
        return codec(characterSet, ConversionRules.defaults(), true);
    }

    @ParameterizedTest
    @CsvSource({
        "utf8mb4, 02c3a9, é",
        "utf8mb4, 04f09f9880, 😀",
        "latin1, 01e9, é",
        // MySQL's latin1 is cp1252
        "latin1, 0180, €",
        "utf16, 0200e9, é",
        "gbk, 02d6d0, 中",
        "utf8mb4, 022020, '  '",
    })
    void decodesCharacterSetOfColumn(String characterSet, String image, String value) {
        assertThat(Written.fromImage(codec(characterSet), image)).isEqualTo(value);
    }

    /** MySQL's own conversion would silently replace undecodable characters. */
    @Test
    void selectsBytesOfOtherCharacterSets() {
        assertThat(codec("utf8mb4").selectExpression("`c`")).isEqualTo("`c`");
        assertThat(codec("latin1").selectExpression("`c`")).isEqualTo("CAST(`c` AS BINARY)");
    }

    @Test
    void refusesOrReplacesInvalidBytes() {
        assertThatThrownBy(() -> Written.fromImage(codec("utf8mb4"), "0361ff62"))
                .isInstanceOf(UnconvertibleValueException.class)
                .hasMessageContaining("is not valid utf8mb4")
                .hasMessageContaining("at 1");
        assertThat(Written.fromImage(codec("utf8mb4", ChosenRules.of(InvalidBytes.REPLACE), true), "0361ff62"))
                .isEqualTo("a\uFFFDb");
    }

    @Test
    void refusesOrStripsNul() {
        assertThatThrownBy(() -> Written.fromImage(codec("utf8mb4"), "03610062"))
                .isInstanceOf(UnconvertibleValueException.class)
                .hasMessageContaining("U+0000");
        assertThat(Written.fromImage(codec("utf8mb4", ChosenRules.of(Nul.STRIP), true), "03610062"))
                .isEqualTo("ab");
        assertThat(Written.fromImage(codec("utf16", ChosenRules.of(Nul.STRIP), true), "0400610000"))
                .isEqualTo("a");
    }

    @Test
    void writesEmptyStringAsNullByRule() {
        assertThat(Written.fromBoth(codec("utf8mb4"), "00", "")).isEmpty();
        ConversionRules rules = ChosenRules.emptyStringAsNull();
        assertThat(Written.fromBoth(codec("utf8mb4", rules, true), "00", "")).isEqualTo("NULL");
        assertThat(Written.fromBoth(codec("utf8mb4", rules, true), "0120", " ")).isEqualTo(" ");
        assertThatThrownBy(() -> Written.fromImage(codec("utf8mb4", rules, false), "00"))
                .isInstanceOf(UnconvertibleValueException.class)
                .hasMessageContaining("the column is NOT NULL");
    }
}
