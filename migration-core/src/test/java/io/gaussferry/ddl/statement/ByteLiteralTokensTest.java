package io.gaussferry.ddl.statement;

import static org.assertj.core.api.Assertions.assertThat;

import io.debezium.ddl.parser.mysql.generated.MySqlLexer;
import java.util.stream.Collectors;
import org.antlr.v4.runtime.Token;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ByteLiteralTokensTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '\0',
            value = {
                "SELECT X'4a', B'01', x'', b'', X'' ; x'4a' b'01' x'' b'' x''",
                "SELECT x'4a', b'01', 0x4a, 0b01 ; x'4a' b'01' 0x4a 0b01",
                "INSERT INTO t VALUES (X'00FF',B'') ; x'00FF' b''",
                "SELECT X '4a', b \"01\", x, ex'' ; -"
            })
    void findsLiterals(String sql, String expected) {
        String literals = StatementParser.tokens(new StatementContext("shop", sql)).getTokens().stream()
                .filter(token -> token.getChannel() == Token.DEFAULT_CHANNEL)
                .filter(token -> token.getType() == MySqlLexer.HEX_NUMBER || token.getType() == MySqlLexer.BIN_NUMBER)
                .map(Token::getText)
                .collect(Collectors.joining(" "));
        assertThat(literals).isEqualTo(expected.equals("-") ? "" : expected);
    }
}
