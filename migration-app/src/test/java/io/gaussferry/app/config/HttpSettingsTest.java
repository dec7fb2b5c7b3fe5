package io.gaussferry.app.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HttpSettingsTest {

    private static final String TOKEN = "0123456789abcdef";

    @TempDir
    private Path directory;

    @Test
    void listensOnLoopbackWithoutTokenByDefault() throws IOException {
        HttpSettings settings = read("gaussferry: {pipeline: shop}");
        assertThat(settings)
                .isEqualTo(new HttpSettings("shop", true, "127.0.0.1", 7433, true, null, Duration.ofSeconds(60)));
    }

    @Test
    void readsEveryKey() throws IOException {
        assertThat(http("enabled: false, address: \"::1\", port: 0, token: " + TOKEN + ", lagging-after: 5m"))
                .isEqualTo(new HttpSettings("default", false, "::1", 0, false, TOKEN, Duration.ofMinutes(5)));
        Path file = Files.writeString(directory.resolve("token"), TOKEN + "\n");
        assertThat(http("token-file: " + file).token()).isEqualTo(TOKEN);
        // relative paths are resolved against the directory of the configuration
        assertThat(http("token-file: token").token()).isEqualTo(TOKEN);
    }

    @Test
    void doesNotRequireServerPasswords() throws IOException {
        assertThat(read("gaussferry: {source: {password: \"${NO_SUCH_VARIABLE_X}\"}}")
                        .enabled())
                .isTrue();
    }

    @Test
    void hidesToken() throws IOException {
        assertThat(http("token: " + TOKEN)).hasToString("http://127.0.0.1:7433");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    port: 65536                         | gaussferry.http.port
                    port: many                          | gaussferry.http.port
                    address: ""                         | gaussferry.http.address
                    token: s3cret                       | gaussferry.http.token
                    token: s3cret of several words      | gaussferry.http.token
                    token: s3cret, token-file: x        | gaussferry.http.token-file
                    token-file: /no/such/file           | gaussferry.http.token-file
                    lagging-after: 0s                   | gaussferry.http.lagging-after
                    ports: 1                            | gaussferry.http.ports
                    """)
    void rejectsInvalidValueAndNamesKey(String keys, String key) {
        assertThatThrownBy(() -> http(keys))
                .hasMessageContaining(key)
                .hasMessageContaining("remedy:")
                .hasMessageNotContaining("s3cret");
    }

    private HttpSettings http(String keys) throws IOException {
        return read("gaussferry:\n  http: {" + keys + "}\n");
    }

    private HttpSettings read(String yaml) throws IOException {
        return ConfigurationFile.readHttp(Files.writeString(directory.resolve("gaussferry.yml"), yaml));
    }
}
