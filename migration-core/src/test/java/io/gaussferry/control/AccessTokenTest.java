package io.gaussferry.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AccessTokenTest {

    private static final String TOKEN = "0123456789abcdef";

    @ParameterizedTest
    @CsvSource(nullValues = "-", textBlock = """
            Bearer 0123456789abcdef,  true
            Bearer 0123456789abcdee,  false
            Bearer 0123456789abcde,   false
            Bearer 0123456789abcdef0, false
            bearer 0123456789abcdef,  false
            0123456789abcdef,         false
            'Bearer ',                false
            '',                       false
            -,                        false
            """)
    void acceptsExactToken(@Nullable String header, boolean accepted) {
        assertThat(new AccessToken(TOKEN).isIn(header)).isEqualTo(accepted);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0123456789abcde", "0123456789 abcdef", "0123456789abcdé0", "0123456789abcdef\n"})
    void refusesWeakToken(String token) {
        assertThatThrownBy(() -> AccessToken.configured("http.token", token, null, Path.of(".")))
                .hasMessageContaining("http.token");
    }

    @Test
    void readsTokenFromFile(@TempDir Path directory) throws Exception {
        Files.writeString(directory.resolve("token"), TOKEN + "\n");
        assertThat(AccessToken.configured("http.token", null, "token", directory))
                .isEqualTo(TOKEN);
        assertThat(AccessToken.configured("http.token", null, null, directory)).isNull();
        Files.writeString(directory.resolve("token"), "short");
        assertThatThrownBy(() -> AccessToken.configured("http.token", null, "token", directory))
                .hasMessageContaining("http.token-file has fewer than 16 characters");
    }

    /** A client's string must not imitate a line of the log. */
    @Test
    void printsClientsStringsOnOneLine() {
        assertThat(Caller.printable("a\r\nWARN b\u001b[2J")).isEqualTo("a  WARN b [2J");
        assertThat(Caller.printable("x".repeat(201))).isEqualTo("x".repeat(200) + "…");
        assertThat(new Caller("10.0.0.1").operator("")).isEqualTo("10.0.0.1");
        assertThat(new Caller("10.0.0.1").operator("ada")).isEqualTo("ada");
    }
}
