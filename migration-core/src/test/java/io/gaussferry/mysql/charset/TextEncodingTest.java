package io.gaussferry.mysql.charset;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.convert.rule.ColumnUsage;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.convert.rule.TextRules;
import io.gaussferry.convert.text.PlainText;
import io.gaussferry.mysql.wire.BinaryOutput;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Encoded strings decode to the original, for every character of Unicode. */
class TextEncodingTest {

    private static byte[] encode(TextEncoding encoding, String string) {
        byte[] utf8 = ("?" + string + "?").getBytes(StandardCharsets.UTF_8);
        BinaryOutput output = new BinaryOutput(4);
        int reached = encoding.append(utf8, 1, utf8.length - 1, output);
        return reached == utf8.length - 1 ? output.toByteArray() : new byte[0];
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "utf8mb4", "utf8mb3", "ascii", "latin1", "latin2", "greek", "hebrew", "cp1251", "cp850", "koi8u",
                "tis620", "gb2312", "gbk", "gb18030", "big5", "sjis", "cp932", "ujis", "eucjpms", "euckr", "ucs2",
                "utf16", "utf16le", "utf32"
            })
    void decodesEveryEncodedCharacterToTheSame(String characterSet) {
        TextEncoding encoding = MySqlCharsets.encoding("c", characterSet);
        MySqlCharsets.Decoding decoding = MySqlCharsets.decoding("c", characterSet);
        TextRules rules = new TextRules("c", characterSet, ConversionRules.defaults(), ColumnUsage.NONE);
        PlainText sink = new PlainText();
        int encoded = 0;
        for (int character = 1; character <= Character.MAX_CODE_POINT; character += character < 0x20000 ? 1 : 997) {
            if (character >= Character.MIN_SURROGATE && character <= Character.MAX_SURROGATE) {
                continue;
            }
            String string = Character.toString(character);
            byte[] bytes = encode(encoding, string);
            if (bytes.length == 0) {
                continue;
            }
            encoded++;
            sink.reset();
            decoding.write(bytes, 0, bytes.length, rules, sink);
            assertThat(new String(sink.buffer(), 0, sink.length(), StandardCharsets.UTF_8))
                    .as("U+%04X", character)
                    .isEqualTo(string);
        }
        assertThat(encoded).isGreaterThanOrEqualTo(127);
        if (characterSet.startsWith("gb18030") || characterSet.startsWith("utf")) {
            assertThat(encoded).isGreaterThan(60_000);
        }
    }

    /** In these character sets the JDK maps a character to another code than MySQL, or two codes map to one character. */
    @Test
    void encodesLikeMySqlWhereTheJdkDiffers() {
        assertThat(encode(MySqlCharsets.encoding("c", "sjis"), "\u2015")).containsExactly(0x81, 0x5C);
        assertThat(encode(MySqlCharsets.encoding("c", "cp932"), "髙")).containsExactly(0xFB, 0xFC);
        assertThat(encode(MySqlCharsets.encoding("c", "eucjpms"), "～")).containsExactly(0xA1, 0xC1);
        assertThat(encode(MySqlCharsets.encoding("c", "latin1"), "\u0081€")).containsExactly(0x81, 0x80);
        assertThat(encode(MySqlCharsets.encoding("c", "gbk"), "€")).isEmpty();
    }
}
