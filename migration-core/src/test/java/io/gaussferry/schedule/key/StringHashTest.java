package io.gaussferry.schedule.key;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.convert.Columns;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.StringEquality;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StringHashTest {

    private static final long SEED = 42;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "a|A|true",
                "a|a  |true",
                "|  |true",
                "é|E|true",
                "Ärger im Büro|arger IM BURO |true",
                "ß|s|true",
                "ß|ss|false",
                "ı|I|true",
                "œ|Œ|true",
                "ø|o|false",
                "😀|😁|true",
                "ДОМ|дом|true",
                "あ|ア|false",
                "表|裏|false",
                "abcde|abcdeabcde|false",
                "abcdefgh|ABCDEFGH|true",
                "a b|ab|false",
                "a|b|false"
            })
    void hashesEqualStringsOfCollationAlike(String one, String other, boolean equal) {
        ValueHash hash = StringHash.of(Columns.column("varchar(40)", "utf8mb4"), StringEquality.BY_COLLATION);

        assertThat(hash(hash, one, StandardCharsets.UTF_8) == hash(hash, other, StandardCharsets.UTF_8))
                .isEqualTo(equal);
    }

    @ParameterizedTest
    @CsvSource({"latin1, windows-1252", "gbk, GBK", "utf16, UTF-16BE"})
    void hashesEveryCharacterSetAlike(String characterSet, String charset) {
        ColumnDefinition column = Columns.column("varchar(40)", characterSet);
        ValueHash hash = StringHash.of(column, StringEquality.BY_COLLATION);
        ValueHash padded = StringHash.of(column, StringEquality.WITHOUT_TRAILING_BLANKS);
        Charset java = Charset.forName(charset);

        assertThat(hash(hash, "Key", java))
                .isEqualTo(hash(hash, "kEY  ", java))
                .isEqualTo(hash(
                        StringHash.of(Columns.column("varchar(40)", "utf8mb4"), StringEquality.BY_COLLATION),
                        "key",
                        StandardCharsets.UTF_8));
        assertThat(hash(padded, "Key", java))
                .isEqualTo(hash(padded, "Key ", java))
                .isNotEqualTo(hash(padded, "key", java));
    }

    @Test
    void ignoresCharactersThatRulesReplace() {
        ValueHash hash = StringHash.of(Columns.column("varchar(40)", "utf8mb4"), StringEquality.BY_COLLATION);
        byte[] malformed = {(byte) 0, 'a', (byte) 0xC3};
        byte[] other = {(byte) 0, 'A', (byte) 0xE2};

        assertThat(hash(hash, "a\0b", StandardCharsets.UTF_8)).isEqualTo(hash(hash, "ab\0 ", StandardCharsets.UTF_8));
        assertThat(hash.of(SEED, malformed, 0, malformed.length))
                .isEqualTo(hash.of(SEED, other, 0, other.length))
                .isEqualTo(hash(hash, "a\uFFFD", StandardCharsets.UTF_8));
    }

    @Test
    void distinguishesBytesOtherwise() {
        ValueHash hash = StringHash.of(Columns.column("varchar(40)", "utf8mb4"), StringEquality.EXACT);

        assertThat(hash(hash, "a", StandardCharsets.UTF_8)).isNotEqualTo(hash(hash, "a ", StandardCharsets.UTF_8));
    }

    /** A column of 40 characters has one byte for the length of its values. */
    private static long hash(ValueHash hash, String value, Charset charset) {
        String present = value == null ? "" : value;
        byte[] bytes = present.getBytes(charset);
        byte[] image = new byte[bytes.length + 3];
        System.arraycopy(bytes, 0, image, 2, bytes.length);
        return hash.of(SEED, image, 1, image.length - 1);
    }
}
