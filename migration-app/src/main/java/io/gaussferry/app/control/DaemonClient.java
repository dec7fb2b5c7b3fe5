package io.gaussferry.app.control;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** An HTTP client of a daemon's API. */
final class DaemonClient {

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration RESPONSE_TIMEOUT = Duration.ofSeconds(30);

    private static final Set<String> SCHEMES = Set.of("http", "https");

    private static final int UNAUTHORIZED = 401;
    private static final int OK = 200;

    private final URI url;
    private final @Nullable String token;
    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(CONNECT_TIMEOUT).build();

    /**
     * @param url the daemon's address
     * @param token the token to send; null for none
     * @throws GaussferryException of category CONFIGURATION if the address or the token is malformed; its message does not contain
     *     the token
     */
    DaemonClient(URI url, @Nullable String token) {
        if (!SCHEMES.contains(String.valueOf(url.getScheme())) || url.getHost() == null) {
            throw new GaussferryException(
                    ErrorCategory.CONFIGURATION,
                    "\"" + url + "\" is not the address of a daemon.",
                    "write the address that the daemon printed, such as http://127.0.0.1:7433/",
                    null);
        }
        if (token != null && !token.chars().allMatch(character -> character > ' ' && character < 0x7f)) {
            throw new GaussferryException(
                    ErrorCategory.CONFIGURATION,
                    "The token contains a space, a line break or another character that tokens cannot contain.",
                    "set GAUSSFERRY_TOKEN to the daemon's token only",
                    null);
        }
        this.url = url;
        this.token = token;
    }

    URI url() {
        return url;
    }

    JsonNode get(String path) throws InterruptedException {
        return send(request(path).GET().build());
    }

    JsonNode post(String path, String body) throws InterruptedException {
        return send(request(path)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body))
                .build());
    }

    private HttpRequest.Builder request(String path) {
        HttpRequest.Builder request = HttpRequest.newBuilder(url.resolve(path)).timeout(RESPONSE_TIMEOUT);
        return token == null ? request : request.header("Authorization", "Bearer " + token);
    }

    private JsonNode send(HttpRequest request) throws InterruptedException {
        try {
            HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
            if (response.statusCode() != OK) {
                throw refused(response);
            }
            return new ObjectMapper().readTree(response.body());
        } catch (IOException | JacksonException e) {
            throw new GaussferryException(
                    ErrorCategory.FATAL,
                    "No daemon responds at " + url + ": " + e,
                    "check that it runs and that gaussferry.http is enabled; it prints its address at its start",
                    e);
        }
    }

    private GaussferryException refused(HttpResponse<String> response) {
        String problem;
        try {
            problem =
                    new ObjectMapper().readTree(response.body()).path("problem").asString("");
        } catch (JacksonException e) {
            problem = "";
        }
        return new GaussferryException(
                ErrorCategory.FATAL,
                "The daemon at " + url + " refuses, with HTTP status " + response.statusCode()
                        + (problem.isEmpty() ? "." : ": " + problem),
                response.statusCode() == UNAUTHORIZED
                        ? "set the daemon's token in GAUSSFERRY_TOKEN, gaussferry.http.token or token-file"
                        : "read the daemon's log",
                null);
    }
}
