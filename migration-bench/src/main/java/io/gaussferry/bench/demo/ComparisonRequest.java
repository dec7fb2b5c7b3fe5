package io.gaussferry.bench.demo;

import io.gaussferry.bench.daemon.DaemonException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Requests one comparison of both sides from a daemon, as an operator does before a cutover. Confined to one thread. */
final class ComparisonRequest {

    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration POLL_INTERVAL = Duration.ofMillis(200);
    private static final Pattern ROUNDS = Pattern.compile("\"rounds\"\\s*:\\s*(\\d+)");

    private final HttpClient client = HttpClient.newHttpClient();
    private final URI page;
    private final String token;

    ComparisonRequest(URI page, String token) {
        this.page = page;
        this.token = token;
    }

    /**
     * Compares all tables and waits until the comparison is complete.
     * @throws DaemonException if the time expires, or the daemon refuses
     */
    void run(Duration timeout) throws IOException, DaemonException, InterruptedException {
        long before = rounds();
        HttpResponse<String> answer = client.send(
                request("api/verify")
                        .header("Authorization", "Bearer " + token)
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString("{\"share\": 100, \"reason\": \"before the cutover\"}"))
                        .build(),
                BodyHandlers.ofString());
        if (answer.statusCode() >= 300) {
            throw new DaemonException("the daemon refused the comparison: " + answer.body());
        }
        long end = System.nanoTime() + timeout.toNanos();
        while (rounds() == before) {
            if (System.nanoTime() > end) {
                throw new DaemonException("the comparison did not complete within " + timeout.toSeconds() + " s");
            }
            Thread.sleep(POLL_INTERVAL.toMillis());
        }
    }

    private long rounds() throws IOException, InterruptedException {
        String status = client.send(request("api/status").GET().build(), BodyHandlers.ofString())
                .body();
        Matcher found = ROUNDS.matcher(status);
        return found.find() ? Long.parseLong(found.group(1)) : 0;
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(page.resolve(path)).timeout(ANSWER_TIMEOUT);
    }
}
