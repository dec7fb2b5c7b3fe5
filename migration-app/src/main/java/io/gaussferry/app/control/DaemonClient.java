package io.gaussferry.app.control;

import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/**
 * An HTTP client of the API of a daemon, or of the worker of a fleet that runs a pipeline. If a worker ends, requests that it has not received, and
 * all that only read, wait for the next one. Confined to one thread.
 */
final class DaemonClient {

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration RESPONSE_TIMEOUT = Duration.ofSeconds(30);

    /** Checks of a cutover read both catalogs: 68 s with 389 tables on two busy cores. */
    private static final Duration WORK_TIMEOUT = Duration.ofMinutes(10);

    private static final Set<String> SCHEMES = Set.of("http", "https");

    /** Time to wait for another worker: its session timeout, a rebalance and a status record. */
    private static final Duration MOVE_TIMEOUT = Duration.ofMinutes(3);

    private static final Duration MOVE_POLL_INTERVAL = Duration.ofMillis(500);

    /** How often a request that only reads is repeated at the same address, if its response is lost. */
    private static final int REPEATS = 2;

    private static final int UNAUTHORIZED = 401;
    private static final int OK = 200;

    /** Responses of a worker that does not run the pipeline, or not yet, or no longer. */
    private static final Set<Integer> NOT_OWNER = Set.of(404, 503);

    private final DaemonAddress address;
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
        this(DaemonAddress.of(checked(url)), token);
    }

    /**
     * @param token the token to send; null for none
     * @throws GaussferryException of category CONFIGURATION if the token is malformed; its message does not contain the token
     */
    DaemonClient(DaemonAddress address, @Nullable String token) {
        if (token != null && !token.chars().allMatch(character -> character > ' ' && character < 0x7f)) {
            throw new GaussferryException(
                    ErrorCode.SETTING_INVALID,
                    "The token contains a space, a line break or another character that tokens cannot contain.",
                    "set GAUSSFERRY_TOKEN to the daemon's token only",
                    null);
        }
        this.address = address;
        this.token = token;
    }

    private static URI checked(URI url) {
        if (!SCHEMES.contains(String.valueOf(url.getScheme())) || url.getHost() == null) {
            throw new GaussferryException(
                    ErrorCode.COMMAND_INVALID,
                    "\"" + url + "\" is not the address of a daemon.",
                    "write the address that the daemon printed, such as http://127.0.0.1:7433/",
                    null);
        }
        return url;
    }

    /** Returns the address of the process, for messages. */
    String url() {
        return address.toString();
    }

    /** Returns how often another worker has taken over the pipeline: requests in progress have to be repeated then. */
    int moves() {
        return address.moves();
    }

    JsonNode get(String path) throws InterruptedException {
        return send(path, HttpRequest.Builder::GET, true);
    }

    JsonNode post(String path, String body) throws InterruptedException {
        return send(
                path,
                request -> request.timeout(WORK_TIMEOUT)
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(body)),
                false);
    }

    /** @param isRepeatable whether a request whose response was lost may be repeated */
    private JsonNode send(String path, UnaryOperator<HttpRequest.Builder> method, boolean isRepeatable)
            throws InterruptedException {
        long end = System.nanoTime() + MOVE_TIMEOUT.toNanos();
        for (int attempt = 1; ; attempt++) {
            boolean isLost = false;
            GaussferryException failure;
            try {
                HttpResponse<String> response =
                        client.send(method.apply(request(path)).build(), BodyHandlers.ofString());
                if (response.statusCode() == OK) {
                    return new ObjectMapper().readTree(response.body());
                }
                failure = refused(response);
                if (!NOT_OWNER.contains(response.statusCode())) {
                    throw failure;
                }
            } catch (IOException | JacksonException e) {
                failure = lost(e);
                isLost = !(e instanceof ConnectException || e instanceof HttpConnectTimeoutException);
                if (isLost && !isRepeatable) {
                    throw failure;
                }
            }
            boolean isRepeated = address.renew() || isLost && attempt <= REPEATS;
            if (!isRepeated || System.nanoTime() > end) {
                throw failure;
            }
            Thread.sleep(MOVE_POLL_INTERVAL.toMillis());
        }
    }

    private HttpRequest.Builder request(String path) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(address.resolve(path)).timeout(RESPONSE_TIMEOUT);
        return token == null ? request : request.header("Authorization", "Bearer " + token);
    }

    private GaussferryException lost(Exception cause) {
        if (!(cause instanceof ConnectException || cause instanceof HttpConnectTimeoutException)) {
            return new GaussferryException(
                    ErrorCode.DAEMON_UNREACHABLE,
                    "The response of the daemon at " + address + " is missing or incomplete: " + cause,
                    "it may execute the request nevertheless: gaussferry status and gaussferry cutover status show it; then"
                            + " repeat the command",
                    cause);
        }
        return new GaussferryException(
                ErrorCode.DAEMON_UNREACHABLE,
                "No daemon responds at " + address + ": " + cause,
                "check that it runs and that gaussferry.http is enabled; it prints its address at its start",
                cause);
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
                ErrorCode.DAEMON_REFUSED,
                "The daemon at " + address + " refuses, with HTTP status " + response.statusCode()
                        + (problem.isEmpty() ? "." : ": " + problem),
                response.statusCode() == UNAUTHORIZED
                        ? "set the daemon's token in GAUSSFERRY_TOKEN, gaussferry.http.token or token-file"
                        : "read the daemon's log",
                null);
    }
}
