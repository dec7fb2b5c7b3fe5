package io.gaussferry.connect;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The listener for commands of pipelines that were not started; needs no servers. */
class WorkerControlTest {

    private static final String TOKEN = "0123456789abcdef";
    private static final String OTHER_TOKEN = "fedcba9876543210";

    private final WorkerControl control = new WorkerControl();
    private final RunningPipeline shop = pipeline("shop");
    private final RunningPipeline crm = pipeline("crm");
    private final ControlSettings ofShop = new ControlSettings(address(), TOKEN);
    private final ControlSettings ofCrm = new ControlSettings(address(), OTHER_TOKEN);
    private String url = "";

    private static RunningPipeline pipeline(String name) {
        return new RunningPipeline(ConnectorSettings.read(new HashMap<>(Map.of(
                        "name", name,
                        "gaussferry.source.url", "jdbc:mysql://127.0.0.1:1/",
                        "gaussferry.source.user", "u",
                        "gaussferry.target.url", "jdbc:opengauss://127.0.0.1:1/t",
                        "gaussferry.target.user", "g")))
                .sources()
                .get(0)
                .migration());
    }

    private static MetricsAddress address() {
        return MetricsAddress.readForCommands("key", "0");
    }

    @BeforeEach
    void listen() {
        control.add(shop, ofShop);
        control.add(crm, ofCrm);
        url = control.listen(shop, ofShop);
    }

    @AfterEach
    void close() {
        control.remove(shop);
        control.remove(crm);
    }

    @Test
    void sharesListenerOfOneAddress() {
        assertThat(url).matches("http://127\\.0\\.0\\.1:\\d+/").isEqualTo(control.listen(crm, ofCrm));
    }

    @Test
    void requiresTokenOfPipelineForEveryRequest() throws Exception {
        assertThat(get("/pipelines/shop/api/status", "").statusCode()).isEqualTo(401);
        assertThat(get("/pipelines/shop/api/status", OTHER_TOKEN).statusCode()).isEqualTo(401);
        assertThat(get("/pipelines/crm/api/status", OTHER_TOKEN).statusCode()).isEqualTo(200);
        HttpResponse<String> status = get("/pipelines/shop/api/status", TOKEN);
        assertThat(status.statusCode()).isEqualTo(200);
        assertThat(status.body()).contains("\"pipeline\":\"shop\"", "\"state\":\"STARTING\"", "\"rounds\":0");
    }

    @Test
    void respondsLikeDaemonToInvalidRequests() throws Exception {
        assertThat(get("/pipelines/other/api/status", TOKEN).statusCode()).isEqualTo(404);
        assertThat(get("/api/status", TOKEN).statusCode()).isEqualTo(404);
        assertThat(get("/pipelines/shop/api/nothing", TOKEN).statusCode()).isEqualTo(404);
        assertThat(post("/pipelines/shop/api/throttle", "no JSON").statusCode()).isEqualTo(400);
        assertThat(post("/pipelines/shop/api/throttle", "").body()).contains("The request has no body.");
        assertThat(post("/pipelines/shop/api/throttle", "{\"rowsPerSecond\": -1}")
                        .body())
                .contains("rowsPerSecond must be 0");
        assertThat(post("/pipelines/shop/api/verify", "{}").statusCode()).isEqualTo(409);
        HttpResponse<String> retry = post("/pipelines/shop/api/failures/1:2/retry", "");
        assertThat(List.of(retry.statusCode(), retry.body().contains("does not wait at a transaction")))
                .containsExactly(409, true);
    }

    /** The state NONE would end a command that waits for a cutover, which the next owner only has to read. */
    @Test
    void doesNotReportCutoverBeforeReadingItsState() throws Exception {
        HttpResponse<String> status = get("/pipelines/shop/api/cutover", TOKEN);
        assertThat(status.statusCode()).isEqualTo(503);
        assertThat(status.body()).contains("has not read the state of its cutover");
    }

    @Test
    void executesRequests() throws Exception {
        assertThat(post("/pipelines/shop/api/pause", "").body()).contains("\"paused\":true");
        assertThat(shop.status().isPaused()).isTrue();
        assertThat(crm.status().isPaused()).isFalse();
    }

    @Test
    void forgetsEndedPipeline() throws Exception {
        control.remove(shop);
        assertThat(get("/pipelines/shop/api/status", TOKEN).statusCode()).isEqualTo(404);
        assertThat(get("/pipelines/crm/api/status", OTHER_TOKEN).statusCode()).isEqualTo(200);
    }

    private HttpResponse<String> get(String path, String token) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(URI.create(url).resolve(path)).header("Authorization", "Bearer " + token));
    }

    private HttpResponse<String> post(String path, String body) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(URI.create(url).resolve(path))
                .header("Authorization", "Bearer " + TOKEN)
                .POST(BodyPublishers.ofString(body)));
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString());
    }
}
