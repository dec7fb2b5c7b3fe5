package io.gaussferry.mysql.charset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.mysql.wire.BinaryOutput;
import io.gaussferry.mysql.wire.UnsupportedColumnException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** MySQL's character sets in both directions: a character that changes on the way differs silently. */
class MySqlCharsetsTest {

    private static byte[] encoded(String characterSet, String text) {
        byte[] utf8 = ("<" + text + ">").getBytes(StandardCharsets.UTF_8);
        BinaryOutput output = new BinaryOutput(4);
        int end = MySqlCharsets.encoding("c", characterSet).append(utf8, 1, utf8.length - 1, output);
        assertThat(end).as("%s in %s", text, characterSet).isEqualTo(utf8.length - 1);
        return output.toByteArray();
    }

    private static Optional<String> decoded(String characterSet, byte[] bytes) {
        return MySqlCharsets.decode(characterSet, bytes);
    }

    /** Every character that a set has is encoded to bytes that it decodes to the same character. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "utf8mb4",
                "utf8mb3",
                "ascii",
                "latin1",
                "latin2",
                "latin5",
                "latin7",
                "greek",
                "hebrew",
                "cp1250",
                "cp1251",
                "cp1256",
                "cp1257",
                "cp850",
                "cp852",
                "cp866",
                "koi8r",
                "koi8u",
                "tis620",
                "macroman",
                "macce",
                "gb2312",
                "gbk",
                "gb18030",
                "big5",
                "sjis",
                "cp932",
                "ujis",
                "eucjpms",
                "euckr",
                "ucs2",
                "utf16",
                "utf16le",
                "utf32"
            })
    void encodedCharactersDecodeToThemselves(String characterSet) {
        TextEncoding encoding = MySqlCharsets.encoding("c", characterSet);
        int had = 0;
        StringBuilder all = new StringBuilder();
        for (int character = 1; character <= Character.MAX_CODE_POINT; character += character < 0x3400 ? 1 : 37) {
            boolean isSurrogate = character >= Character.MIN_SURROGATE && character <= Character.MAX_SURROGATE;
            String text = Character.toString(character);
            byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
            if (!isSurrogate && encoding.append(utf8, 0, utf8.length, new BinaryOutput(4)) == utf8.length) {
                had++;
                all.append(text);
            }
        }
        byte[] bytes = encoded(characterSet, all.toString());
        assertThat(decoded(characterSet, bytes)).contains(all.toString());
        assertThat(had).as("characters of %s", characterSet).isGreaterThanOrEqualTo(127);
        assertThat(bytes.length).isLessThanOrEqualTo(had * MySqlCharsets.bytesPerCharacter("c", characterSet));
    }

    /** Where MySQL and the JDK agree, the JDK is an independent model. */
    @ParameterizedTest
    @CsvSource({
        "latin2, ISO-8859-2, ąęłŁśż",
        "latin5, ISO-8859-9, ğışİ",
        "cp1251, windows-1251, Привет",
        "koi8r, KOI8-R, Привет",
        "gbk, GBK, 中文测试",
        "big5, Big5, 中文測試",
        "euckr, EUC-KR, 한국어",
        "sjis, Shift_JIS, 日本語カナ",
        "utf16, UTF-16BE, a中😀",
        "utf16le, UTF-16LE, a中😀",
        "utf32, UTF-32BE, a中😀"
    })
    void agreesWithJdk(String characterSet, String javaName, String text) {
        byte[] expected = text.getBytes(Charset.forName(javaName));
        assertThat(encoded(characterSet, text)).isEqualTo(expected);
        assertThat(decoded(characterSet, expected)).contains(text);
    }

    /** MySQL's latin1 is Windows' code page 1252, and maps its unassigned bytes to themselves. */
    @Test
    void latin1IsCodePageOfWindows() {
        assertThat(encoded("latin1", "€…Ž")).containsExactly(0x80, 0x85, 0x8E);
        byte[] all = new byte[255];
        for (int i = 0; i < all.length; i++) {
            all[i] = (byte) (i + 1);
        }
        String text = decoded("latin1", all).orElseThrow();
        assertThat(text.codePointCount(0, text.length())).isEqualTo(255);
        assertThat(encoded("latin1", text)).isEqualTo(all);
    }

    @ParameterizedTest
    @CsvSource({"ascii, é", "latin1, Ł", "utf8mb3, 😀", "ucs2, 😀", "gb2312, 😀", "cp1251, é", "unknown, a"})
    void knowsCharactersThatSetLacks(String characterSet, String text) {
        assertThat(MySqlCharsets.has(characterSet, text)).isFalse();
        assertThat(MySqlCharsets.has(characterSet, "")).isEqualTo(MySqlCharsets.isSupported(characterSet));
    }

    /** The text before the character is converted, so that a message can name it. */
    @Test
    void stopsAtFirstCharacterThatSetLacks() {
        byte[] utf8 = "abcŁd".getBytes(StandardCharsets.UTF_8);
        assertThat(MySqlCharsets.encoding("c", "latin1").append(utf8, 0, utf8.length, new BinaryOutput(8)))
                .isEqualTo(3);
    }

    @ParameterizedTest
    @CsvSource({"utf8mb4, c3", "utf8mb4, eda080", "ascii, 80", "gbk, 81", "ucs2, 41", "utf8mb4, 00"})
    void refusesBytesWithoutCharacter(String characterSet, String hex) {
        assertThat(decoded(characterSet, HexFormat.of().parseHex(hex))).isEmpty();
    }

    @Test
    void refusesUnknownSets() {
        assertThatThrownBy(() -> MySqlCharsets.encoding("c", "dec8"))
                .isInstanceOf(UnsupportedColumnException.class)
                .hasMessageContaining("dec8");
        assertThat(MySqlCharsets.charset("dec8")).isEmpty();
        assertThat(decoded("dec8", new byte[] {65})).isEmpty();
    }

    /** The weights of a collation that ignores case and most accents. */
    @Test
    void weighsLettersWithoutCaseAndAccents() {
        for (String equal : List.of("aAàÀåÅ", "eEéÉ", "nNñÑ", "sSß", "жЖ", "ωΩ", "zZžŽ")) {
            assertThat(equal.codePoints().map(GeneralCiWeights::of).distinct())
                    .as(equal)
                    .hasSize(1);
        }
        for (String distinct : List.of("oø", "aæ", "dđ", "l1", "a ", "_-", "еэ")) {
            assertThat(distinct.codePoints().map(GeneralCiWeights::of).distinct())
                    .as(distinct)
                    .hasSize(2);
        }
        assertThat(GeneralCiWeights.of(0x1F600)).isEqualTo(GeneralCiWeights.of(0x10FFFF));
    }

    /** Canonically composed Latin letters weigh as their base letter, or as themselves: never as another letter. */
    @Test
    void weighsComposedLettersAsTheirBase() {
        Random random = new Random(1);
        int[] letters =
                random.ints(500, 0xC0, 0x17F).filter(Character::isLetter).toArray();
        assertThat(Arrays.stream(letters).filter(letter -> {
                    String base = Normalizer.normalize(Character.toString(letter), Normalizer.Form.NFD);
                    int weight = GeneralCiWeights.of(letter);
                    return base.length() > 1 && weight != GeneralCiWeights.of(base.codePointAt(0)) && weight != letter;
                }))
                .isEmpty();
    }
}
