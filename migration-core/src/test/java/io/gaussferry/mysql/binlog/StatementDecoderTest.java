package io.gaussferry.mysql.binlog;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatementDecoderTest {

    /** The last column is MySQL's character, or U+FFFD if MySQL has none or an ASCII character, which would be parsed as SQL. */
    @ParameterizedTest
    @CsvSource({
        "gbk, B1ED, 表",
        "gbk, A892, ⊕",
        "gbk, A2E3, \uFFFD",
        "sjis, 955C, 表",
        "sjis, 815F, \uFFFD",
        "latin1, E9, é",
        "latin1, 80, €",
        "utf8mb4, C3A9, é",
        "'', C3A9, é",
    })
    void decodesLikeMySql(String characterSet, String bytes, String expected) {
        byte[] statement = HexFormat.of().parseHex("61" + bytes + "27");
        assertThat(StatementDecoder.decode(statement, characterSet)).isEqualTo("a" + expected + "'");
    }
}
