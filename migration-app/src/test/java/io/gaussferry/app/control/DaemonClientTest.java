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
    void refuses_what_is_no_address(String url) {
        assertThatThrownBy(() -> new DaemonClient(URI.create(url), null).get("/api/status"))
                .isInstanceOfSatisfying(GaussferryException.class, refusal -> {
                    assertThat(refusal.category()).isEqualTo(ErrorCategory.CONFIGURATION);
                    assertThat(refusal.problem()).contains(url);
                });
    }

    /** A file with line ends of another system has one more character than is seen; the HTTP client would show all of it. */
    @Test
    void refuses_a_token_that_cannot_be_sent_without_showing_it() {
        assertThatThrownBy(() -> new DaemonClient(URI.create("http://127.0.0.1:1/"), "secret-0123456789\r").get("/"))
                .isInstanceOfSatisfying(
                        GaussferryException.class,
                        refusal -> assertThat(refusal.category()).isEqualTo(ErrorCategory.CONFIGURATION))
                .hasMessageContaining("GAUSSFERRY_TOKEN")
                .hasMessageNotContaining("secret");
    }
}
