package io.gaussferry.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.metrics.ChangeCounts;
import io.gaussferry.model.RowOperation;
import io.gaussferry.model.TableId;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WorkerMetricsTest {

    private static final String EU = "{connector=\"shop\",pipeline=\"shop-eu\",source=\"eu\"}";

    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(20)).build();
    private final WorkerMetrics metrics = new WorkerMetrics();
    private final MonitoredTask eu = task("eu");
    private final MonitoredTask us = task("us");
    private MetricsAddress address = new MetricsAddress("127.0.0.1", 1);

    @BeforeEach
    void findPort() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            address = new MetricsAddress("127.0.0.1", free.getLocalPort());
        }
    }

    @AfterEach
    void removeTasks() {
        metrics.remove(eu);
        metrics.remove(us);
    }

    @Test
    void showsEveryTaskOfWorker() throws Exception {
        ChangeCounts changes = new ChangeCounts();
        changes.add(new TableId("shop", "item"), RowOperation.INSERT);
        changes.add(new TableId("shop", "item"), RowOperation.UPDATE);
        changes.add(new TableId("shop", "sale"), RowOperation.INSERT);
        eu.pipeline().view().statistics().committed(new long[] {0, 0}, changes, 1);
        eu.pipeline().view().errors().add(failure(ErrorCategory.RETRY), true);
        metrics.add(eu, address);
        metrics.add(us, null);

        HttpResponse<String> answer = get("/metrics");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type").orElse("")).startsWith("text/plain; version=0.0.4");
        assertThat(answer.body().lines())
                .contains(
                        "# TYPE gaussferry_state gauge",
                        "# TYPE gaussferry_transactions_total counter",
                        "gaussferry_state" + with("state", "starting") + " 1.0",
                        "gaussferry_state" + with("state", "fenced") + " 0.0",
                        "gaussferry_epoch" + EU + " 0.0",
                        "gaussferry_lag_seconds" + EU + " 0.0",
                        "gaussferry_behind_transactions" + EU + " NaN",
                        "gaussferry_transactions_total" + EU + " 2.0",
                        "gaussferry_rows_total{connector=\"shop\",operation=\"insert\",pipeline=\"shop-eu\",source=\"eu\"} 2.0",
                        "gaussferry_rows_total{connector=\"shop\",operation=\"update\",pipeline=\"shop-eu\",source=\"eu\"} 1.0",
                        "gaussferry_rows_per_second" + EU + " 0.0",
                        "gaussferry_queue_bytes" + with("stage", "apply") + " 0.0",
                        "gaussferry_errors_total{category=\"retry\",connector=\"shop\",pipeline=\"shop-eu\",source=\"eu\"} 1.0",
                        "gaussferry_retries_total" + EU + " 1.0",
                        "gaussferry_target_limit_rows_per_second" + EU + " 0.0",
                        "gaussferry_retries_total" + EU.replace("eu", "us") + " 0.0");
        assertThat(answer.body()).doesNotContain("s3cret");
    }

    /** Metrics that the daemon has too have the same name. */
    @Test
    void documentsEveryMetric() throws Exception {
        metrics.add(eu, address);
        String documents = text("reference/metrics.md") + text("reference/fleet.md");
        List<String> served = get("/metrics")
                .body()
                .lines()
                .filter(line -> line.startsWith("# TYPE "))
                .map(line -> line.split(" ")[2])
                .toList();
        assertThat(served)
                .hasSizeGreaterThan(15)
                .allSatisfy(name -> assertThat(documents).contains("`" + name + "`"));
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            GET,    /
            GET,    /metrics/
            GET,    /metrics/shop
            GET,    /other
            HEAD,   /metrics
            POST,   /metrics
            DELETE, /metrics
            """)
    void respondsToNothingElse(String method, String path) throws Exception {
        metrics.add(eu, address);
        HttpRequest request = request(path)
                .method(method, HttpRequest.BodyPublishers.noBody())
                .build();
        assertThat(client.send(request, BodyHandlers.ofString()).statusCode()).isEqualTo(404);
    }

    @Test
    void closesPageWithLastTaskThatRequestsIt() throws Exception {
        metrics.add(eu, address);
        metrics.add(us, address);
        metrics.remove(eu);
        assertThat(get("/metrics").body()).contains("pipeline=\"shop-us\"").doesNotContain("pipeline=\"shop-eu\"");
        metrics.remove(us);
        assertThatThrownBy(() -> get("/metrics")).isInstanceOf(ConnectException.class);
        metrics.add(eu, address);
        assertThat(get("/metrics").statusCode()).isEqualTo(200);
    }

    @Test
    void opensNoPageUnlessRequested() {
        metrics.add(eu, null);
        metrics.openIfRequested(eu);
        assertThatThrownBy(() -> get("/metrics")).isInstanceOf(ConnectException.class);
    }

    @Test
    void showsLaterOfTwoTasksWithSameName() throws Exception {
        MonitoredTask later = task("eu");
        later.pipeline().view().errors().add(failure(ErrorCategory.RETRY), true);
        metrics.add(eu, address);
        metrics.add(later, address);
        assertThat(get("/metrics").body()).contains("gaussferry_retries_total" + EU + " 1.0");
        metrics.remove(eu);
        assertThat(get("/metrics").body()).contains("gaussferry_retries_total" + EU + " 1.0");
        metrics.remove(later);
    }

    @Test
    void retriesPortInUseWithoutFailingTask() throws Exception {
        try (ServerSocket other = new ServerSocket(address.port(), 1, InetAddress.getByName(address.host()))) {
            assertThat(other.isBound()).isTrue();
            metrics.add(eu, address);
            metrics.openIfRequested(eu);
        }
        metrics.openIfRequested(eu);
        assertThat(get("/metrics").statusCode()).isEqualTo(200);
    }

    @Test
    void toleratesUnknownHost() {
        metrics.add(eu, new MetricsAddress("no-such-host.invalid", address.port()));
        assertThatThrownBy(() -> get("/metrics")).isInstanceOf(ConnectException.class);
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return client.send(request(path).build(), BodyHandlers.ofString());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://" + address + path)).timeout(Duration.ofSeconds(60));
    }

    private static String with(String label, String value) {
        return EU.replace("}", "," + label + "=\"" + value + "\"}");
    }

    private static GaussferryException failure(ErrorCategory category) {
        return new GaussferryException(
                ErrorCode.SOURCE_UNREACHABLE, category, "A server is unreachable.", "wait", null);
    }

    private static String text(String page) throws IOException {
        return Files.readString(Path.of("..", "docs", page));
    }

    private static MonitoredTask task(String source) {
        Map<String, String> given = new HashMap<>(Map.of(
                "name", "shop",
                "gaussferry.pipeline", "shop-" + source,
                "gaussferry.source.url", "jdbc:mysql://127.0.0.1:1/",
                "gaussferry.source.user", "u",
                "gaussferry.source.password", "s3cret",
                "gaussferry.target.url", "jdbc:opengauss://127.0.0.1:1/t",
                "gaussferry.target.user", "g",
                "gaussferry.target.password", "s3cret"));
        RunningPipeline pipeline = new RunningPipeline(
                ConnectorSettings.read(given).sources().get(0).migration());
        return new MonitoredTask("shop", source, pipeline);
    }
}
