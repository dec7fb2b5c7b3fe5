package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** A running daemon's API. */
final class Api {

    /** The token of a daemon to which requests are sent. */
    static final String TOKEN = "a-token-of-the-tests-own";

    private final HttpClient client = HttpClient.newHttpClient();
    private final String base;

    private Api(String base) {
        this.base = base;
    }

    /** Waits until the daemon has printed its page's address. */
    static Api of(Daemon daemon) {
        return new Api(await("the page; " + daemon.errors())
                .atMost(Daemon.PATIENCE)
                .until(
                        () -> daemon.output().stream()
                                .filter(line -> line.startsWith("page at "))
                                .findFirst()
                                .map(line -> line.substring("page at ".length()))
                                .orElse(""),
                        url -> !url.isEmpty()));
    }

    /** Returns the page's address. */
    String url() {
        return base;
    }

    JsonNode status() throws Exception {
        return json(get("api/status"));
    }

    /** Sends a request with the token; requires success. */
    JsonNode show(String path) throws Exception {
        return good(get(path, "Bearer " + TOKEN));
    }

    /** Posts with the token; requires success. */
    JsonNode steer(String path, String body) throws Exception {
        return good(post(path, "Bearer " + TOKEN, body));
    }

    private static JsonNode good(HttpResponse<String> response) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return json(response);
    }

    private static JsonNode json(HttpResponse<String> response) {
        return new ObjectMapper().readTree(response.body());
    }

    HttpResponse<String> get(String path) throws Exception {
        return get(path, "");
    }

    HttpResponse<String> get(String path, String authorization) throws Exception {
        return client.send(request(path, authorization).build(), BodyHandlers.ofString());
    }

    /** Sends a request whose response may never end. */
    <T> HttpResponse<T> open(String path, BodyHandler<T> handler) throws Exception {
        return client.send(request(path, "").build(), handler);
    }

    HttpResponse<String> post(String path, String authorization, String body) throws Exception {
        return client.send(
                request(path, authorization)
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
    }

    private HttpRequest.Builder request(String path, String authorization) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + path));
        return authorization.isEmpty() ? request : request.header("Authorization", authorization);
    }
}
