package io.gaussferry.app.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DaemonClientTest {

    @ParameterizedTest
    @ValueSource(strings = {"localhost:7433", "ftp://localhost/", "http:///", "localhost", "http:7433"})
    void rejectsMalformedAddress(String url) {
        assertThatThrownBy(() -> new DaemonClient(URI.create(url), null).get("/api/status"))
                .isInstanceOfSatisfying(GaussferryException.class, refusal -> {
                    assertThat(refusal.category()).isEqualTo(ErrorCategory.CONFIGURATION);
                    assertThat(refusal.problem()).contains(url);
                });
    }

    /** A token file with CRLF line ends has an invisible character, and the HTTP client's own error would contain the whole token. */
    @Test
    void rejectsMalformedTokenWithoutShowingIt() {
        assertThatThrownBy(() -> new DaemonClient(URI.create("http://127.0.0.1:1/"), "secret-0123456789\r").get("/"))
                .isInstanceOfSatisfying(
                        GaussferryException.class,
                        refusal -> assertThat(refusal.category()).isEqualTo(ErrorCategory.CONFIGURATION))
                .hasMessageContaining("GAUSSFERRY_TOKEN")
                .hasMessageNotContaining("secret");
    }
}
