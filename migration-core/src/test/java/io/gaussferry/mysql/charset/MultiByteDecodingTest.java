package io.gaussferry.mysql.charset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.convert.Columns;
import io.gaussferry.convert.rule.ColumnUsage;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.convert.rule.ConversionRules.InvalidBytes;
import io.gaussferry.convert.rule.UnconvertibleValueException;
import io.gaussferry.convert.text.ValueCodec;
import io.gaussferry.type.ColumnType;
import java.util.HexFormat;
import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Includes codes that the JDK decodes differently from MySQL; CharacterSetsIT compares all codes with a server. */
class MultiByteDecodingTest {

    private static ValueCodec codec(String characterSet, ConversionRules rules) {
        return ColumnType.of(Columns.column("varchar(20)", characterSet))
                .codec(Columns.POSTGRES, rules, ColumnUsage.NONE);
    }

    @ParameterizedTest
    @CsvSource({
        "gbk, 61D6D062A892, a\u4e2db\u2295",
        "big5, 61F9D6A4A4F9DC7A, a\u7881\u4e2d\u5afaz",
        "ujis, F5A1C6FC8FF5A18EB1A1BD, \ue000\u65e5\ue3ac\uff71\u2015",
        "eucjpms, A1BDA1C1C6FC8FA2C3F5A2, \u2015\uff5e\u65e5\uffe4\ue001",
        "euckr, 61C7D1, a\ud55c"
    })
    void decodesLikeMySql(String characterSet, String digits, String expected) {
        assertThat(Columns.copiedSelected(
                        codec(characterSet, ConversionRules.defaults()),
                        HexFormat.of().parseHex(digits)))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "gbk, D6D0FEFE61, FE, \u4e2d\ufffda",
        "gbk, A2E3, A2, \ufffd",
        "gbk, 81208140FEFE, 81, \ufffd \u4e02\ufffd",
        "euckr, C9A1C7D1, C9, \ufffd\ud55c",
        "big5, A4A4A15A, A1, \u4e2d\ufffd"
    })
    void treatsUnmappedCodesAsInvalidBytes(String characterSet, String digits, String first, String replaced) {
        byte[] bytes = HexFormat.of().parseHex(digits);
        assertThatThrownBy(() -> Columns.copiedSelected(codec(characterSet, ConversionRules.defaults()), bytes))
                .isInstanceOf(UnconvertibleValueException.class)
                .hasMessageContaining("is not valid " + characterSet + ": byte 0x" + first.toLowerCase(Locale.ROOT));
        ConversionRules replace = ConversionRules.defaults().withInvalidBytes(InvalidBytes.REPLACE);
        assertThat(Columns.copiedSelected(codec(characterSet, replace), bytes)).isEqualTo(replaced);
    }
}
