package io.gaussferry.app.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
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

    /** Two workers: the first no longer runs the pipeline. */
    private static final class MovedPipeline implements DaemonAddress, AutoCloseable {

        private final List<HttpServer> servers = new ArrayList<>();
        private final List<String> requests = new CopyOnWriteArrayList<>();
        private int current;

        MovedPipeline(int... statuses) throws IOException {
            for (int status : statuses) {
                HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
                server.createContext("/", exchange -> {
                    requests.add(exchange.getRequestMethod() + " " + status);
                    if (status == 0) {
                        exchange.close();
                        return;
                    }
                    byte[] body = "{\"problem\": \"p\"}".getBytes(StandardCharsets.UTF_8);
                    exchange.sendResponseHeaders(status, body.length);
                    exchange.getResponseBody().write(body);
                    exchange.close();
                });
                server.start();
                servers.add(server);
            }
        }

        @Override
        public URI resolve(String path) {
            return URI.create(
                    "http://127.0.0.1:" + servers.get(current).getAddress().getPort() + path);
        }

        @Override
        public boolean renew() {
            if (current + 1 >= servers.size()) {
                return false;
            }
            current++;
            return true;
        }

        @Override
        public int moves() {
            return current;
        }

        @Override
        public void close() {
            servers.forEach(server -> server.stop(0));
        }
    }

    @Test
    void findsNextWorker() throws Exception {
        try (MovedPipeline pipeline = new MovedPipeline(503, 404, 200)) {
            DaemonClient client = new DaemonClient(pipeline, null);
            assertThat(client.post("/api/cutover/start", "{}").path("problem").asString(""))
                    .isEqualTo("p");
            assertThat(client.moves()).isEqualTo(2);
            assertThat(pipeline.requests).containsExactly("POST 503", "POST 404", "POST 200");
        }
    }

    /** A worker that died while it handled a request may have started the cutover. */
    @Test
    void repeatsLostRequestOnlyIfItReads() throws Exception {
        try (MovedPipeline pipeline = new MovedPipeline(0, 200)) {
            DaemonClient client = new DaemonClient(pipeline, null);
            assertThatThrownBy(() -> client.post("/api/cutover/start", "{}"))
                    .hasMessageContaining("The response of the daemon")
                    .hasMessageContaining("it may execute the request nevertheless")
                    .hasMessageNotContaining("No daemon responds");
            assertThat(client.moves()).isZero();
            assertThat(client.get("/api/cutover").path("problem").asString("")).isEqualTo("p");
            assertThat(client.moves()).isEqualTo(1);
        }
    }

    @Test
    void repeatsReadingRequestAtTheOnlyAddress() throws Exception {
        try (MovedPipeline pipeline = new MovedPipeline(0)) {
            assertThatThrownBy(() -> new DaemonClient(pipeline, null).get("/api/status"))
                    .hasMessageContaining("The response of the daemon");
            assertThat(pipeline.requests).hasSizeGreaterThanOrEqualTo(2);
        }
    }

    @Test
    void doesNotRepeatRefusedRequest() throws Exception {
        try (MovedPipeline pipeline = new MovedPipeline(409, 200)) {
            assertThatThrownBy(() -> new DaemonClient(pipeline, null).post("/api/cutover/start", "{}"))
                    .hasMessageContaining("HTTP status 409");
            assertThat(pipeline.requests).containsExactly("POST 409");
        }
    }
}
