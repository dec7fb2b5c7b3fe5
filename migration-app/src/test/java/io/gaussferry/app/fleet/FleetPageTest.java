package io.gaussferry.app.fleet;

import static io.gaussferry.app.fleet.FakeConnect.reported;
import static io.gaussferry.app.fleet.FakeConnect.task;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** The page against fakes of Kafka Connect. */
class FleetPageTest {

    private static final String DOCUMENT = "api/migrations";
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final HttpClient client = HttpClient.newHttpClient();
    private final ObjectMapper json = new ObjectMapper();
    private final List<AutoCloseable> open = new ArrayList<>();
    private FakeConnect connect;

    @BeforeEach
    void startConnect() throws IOException {
        connect = new FakeConnect();
        open.add(connect);
        String now = ", \"at\": \"" + Instant.now() + "\", \"epoch\": 4, \"seconds_left\": 77";
        connect.hasFleetOf(
                task(0, "RUNNING"),
                task(1, "FAILED")
                        .replace(
                                "}",
                                ", \"trace\": \"org.apache.kafka.connect.errors.ConnectException: Table <b>t</b> is \\\"odd\\\".\\n  remedy: see\\n\\tat x\"}"),
                reported("eu", "REPLAYING", now) + "," + reported("us", "REPLAYING", now));
    }

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable one : open) {
            one.close();
        }
    }

    private FleetPage page(String... urls) {
        FleetWatch watch = new FleetWatch(Stream.of(urls).map(URI::create).toList());
        open.add(watch);
        FleetPage page = FleetPage.open(new PageAddress("127.0.0.1", 0), watch);
        open.add(page);
        return page;
    }

    private HttpResponse<String> get(FleetPage page, String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(page.url() + path))
                .timeout(TIMEOUT)
                .build();
        return client.send(request, BodyHandlers.ofString());
    }

    private JsonNode document(FleetPage page) throws IOException, InterruptedException {
        return json.readTree(get(page, DOCUMENT).body());
    }

    /** Returns the address of a fleet that accepts connections and never responds, like suspended workers. */
    private String silentFleet() throws IOException {
        ServerSocket silent = new ServerSocket(0);
        open.add(silent);
        return "http://127.0.0.1:" + silent.getLocalPort();
    }

    @Test
    void showsEveryMigrationOfFleet() throws Exception {
        FleetPage page = page(connect.url());
        await().atMost(TIMEOUT).until(() -> document(page).path("migrations").size() == 3);
        HttpResponse<String> answer = get(page, DOCUMENT);
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/json");
        JsonNode shown = json.readTree(answer.body());
        JsonNode fleet = shown.path("fleets").path(0);
        assertThat(fleet.path("url").asString()).isEqualTo(connect.url());
        assertThat(Instant.parse(fleet.path("answered").asString()))
                .isBefore(Instant.now().plusSeconds(1));
        assertThat(fleet.path("problem").isNull()).isTrue();
        JsonNode eu = shown.path("migrations").path(0);
        assertThat(Stream.of("fleet", "connector", "source", "task", "state", "worker", "live", "secondsLeft")
                        .map(name -> eu.path(name).asString()))
                .containsExactly(connect.url(), "shops", "eu", "0", "REPLAYING", "w0:8083", "true", "77");
        assertThat(eu.path("needsAHand").isNull()).isTrue();
        assertThat(eu.path("status").path("epoch").asInt()).isEqualTo(4);
        assertThat(eu.path("status").path("behind_transactions").asInt()).isEqualTo(3);
        JsonNode asia = shown.path("migrations").path(2);
        assertThat(asia.path("state").asString()).isEqualTo("QUEUED");
        assertThat(asia.path("task").isNull()).isTrue();
    }

    @Test
    void showsTraceOfFailedTaskWithoutSecrets() throws Exception {
        FleetPage page = page(connect.url());
        await().atMost(TIMEOUT).until(() -> document(page).path("migrations").size() == 3);
        HttpResponse<String> answer = get(page, DOCUMENT);
        assertThat(answer.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
        JsonNode us = json.readTree(answer.body()).path("migrations").path(1);
        assertThat(us.path("needsAHand").asString()).isEqualTo("Table <b>t</b> is \"odd\".");
        assertThat(us.path("trace").asString()).endsWith("Table <b>t</b> is \"odd\".\n  remedy: see\n\tat x");
        // figures from before the failure are outdated
        assertThat(us.path("live").asBoolean()).isFalse();
        assertThat(us.path("secondsLeft").isNull()).isTrue();
        assertThat(answer.body()).doesNotContain("s3cret").doesNotContain("password");
    }

    @Test
    void showsUnreachableFleetWithReasonAndAllOthers() throws Exception {
        FleetPage page = page("http://127.0.0.1:1", connect.url());
        await().atMost(TIMEOUT).until(() -> document(page).path("migrations").size() == 3);
        JsonNode away = document(page).path("fleets").path(0);
        assertThat(away.path("problem").asString()).contains("http://127.0.0.1:1 does not respond");
        assertThat(away.path("remedy").asString()).isNotEmpty();
        assertThat(away.path("answered").isNull()).isTrue();
    }

    @Test
    void showsLastResponseOfUnreachableFleet() throws Exception {
        FleetPage page = page(connect.url());
        await().atMost(TIMEOUT).until(() -> document(page).path("migrations").size() == 3);
        connect.close();
        await().atMost(TIMEOUT)
                .until(() ->
                        document(page).path("fleets").path(0).path("problem").isString());
        JsonNode shown = document(page);
        assertThat(shown.path("fleets").path(0).path("answered").isString()).isTrue();
        assertThat(shown.path("migrations").size()).isEqualTo(3);
    }

    @Test
    void reportsHangingFleetWithoutBlockingOthers() throws Exception {
        String silent = silentFleet();
        FleetPage page = page(silent, connect.url());
        await().atMost(TIMEOUT).until(() -> document(page).path("migrations").size() == 3);
        await().atMost(TIMEOUT)
                .until(() -> document(page)
                        .path("fleets")
                        .path(0)
                        .path("problem")
                        .asString("")
                        .contains("has not responded yet"));
    }

    @Test
    void reportsInvalidResponse() throws Exception {
        connect.responses()
                .put(
                        "GET /connectors/shops/offsets",
                        "{\"offsets\": [" + reported("eu", "REPLAYING", ", \"at\": \"noon\"") + "]}");
        FleetPage page = page(connect.url());
        await().atMost(TIMEOUT)
                .until(() -> document(page)
                        .path("fleets")
                        .path(0)
                        .path("problem")
                        .asString("")
                        .contains("is invalid"));
    }

    @Test
    void queriesFleetAtMostEveryTwoSeconds() throws Exception {
        FleetPage page = page(connect.url());
        long start = System.nanoTime();
        ExecutorService viewers = Executors.newFixedThreadPool(8);
        Callable<HttpResponse<String>> request = () -> get(page, DOCUMENT);
        for (Future<HttpResponse<String>> answer :
                viewers.invokeAll(Stream.generate(() -> request).limit(40).toList())) {
            assertThat(answer.get().statusCode()).isEqualTo(200);
        }
        viewers.shutdown();
        long seconds = (System.nanoTime() - start) / 1_000_000_000;
        assertThat(connect.requests().stream().filter(query -> query.startsWith("GET /connectors?")))
                .hasSizeBetween(1, (int) (seconds / 2) + 1);
        assertThat(connect.requests()).allMatch(query -> query.startsWith("GET "));
    }

    /** Every file that the page loads is served, and none is loaded from elsewhere. */
    @Test
    void servesEveryFileOfPage() throws Exception {
        FleetPage page = page(connect.url());
        HttpResponse<String> answer = get(page, "");
        assertThat(answer.headers().firstValue("Content-Type")).contains("text/html; charset=utf-8");
        assertThat(answer.headers().firstValue("Content-Security-Policy").orElse(""))
                .startsWith("default-src 'none'");
        assertThat(answer.headers().firstValue("Referrer-Policy")).contains("no-referrer");
        assertThat(answer.headers().firstValue("Cache-Control")).contains("no-store");
        List<String> named = new ArrayList<>();
        Matcher files =
                Pattern.compile("(?:src|href)=\"([^\"#:]+[.](?:js|css))\"").matcher(answer.body());
        files.results().map(file -> file.group(1)).forEach(named::add);
        assertThat(named).contains("fleet.js", "style.css", "chartjs/chart.umd.js");
        for (int i = 0; i < named.size(); i++) {
            HttpResponse<String> file = get(page, named.get(i));
            assertThat(file.statusCode()).as(named.get(i)).isEqualTo(200);
            if (!named.get(i).contains("/")) {
                assertThat(file.body()).doesNotContain("innerHTML").doesNotContain("http://", "https://");
            }
            Matcher imports = Pattern.compile("from '[.]/([^']+)'").matcher(file.body());
            imports.results()
                    .map(found -> found.group(1))
                    .filter(found -> !named.contains(found))
                    .forEach(named::add);
        }
        assertThat(named).contains("migration.js", "format.js", "charts.js");
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH"})
    void acceptsOnlyGet(String method) throws Exception {
        FleetPage page = page(connect.url());
        for (String path : List.of("", DOCUMENT, "nothing")) {
            HttpRequest request = HttpRequest.newBuilder(URI.create(page.url() + path))
                    .timeout(TIMEOUT)
                    .method(method, method.equals("HEAD") ? BodyPublishers.noBody() : BodyPublishers.ofString("{}"))
                    .build();
            HttpResponse<String> answer = client.send(request, BodyHandlers.ofString());
            assertThat(answer.statusCode()).isEqualTo(405);
            assertThat(answer.headers().firstValue("Allow")).contains("GET");
        }
        assertThat(connect.requests()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "index.html",
                "api",
                "api/migrations/",
                "fleet/index.html",
                "fleet.js/",
                "%2e%2e/fleet.js",
                "control.js"
            })
    void respondsNotFoundToUnknownPath(String path) throws Exception {
        HttpResponse<String> answer = get(page(connect.url()), path);
        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(answer.headers().firstValue("Content-Security-Policy")).isPresent();
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            127.0.0.1,             200
            localhost:1,           200
            attacker.example,      403
            attacker.example:9190, 403
            '',                    403
            ,                      403
            """)
    void refusesRequestsForOtherHostNames(@Nullable String host, int expected) throws Exception {
        URI url = URI.create(page(connect.url()).url());
        try (Socket socket = new Socket(url.getHost(), url.getPort())) {
            socket.setSoTimeout((int) TIMEOUT.toMillis());
            String request =
                    "GET / HTTP/1.1\r\n" + (host == null ? "" : "Host: " + host + "\r\n") + "Connection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(answer).startsWith("HTTP/1.1 " + expected + " ");
            assertThat(answer.contains("<!doctype html>")).isEqualTo(expected == 200);
        }
    }
}
