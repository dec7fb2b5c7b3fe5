package io.gaussferry.bench.demo;

import io.gaussferry.bench.daemon.DaemonException;
import io.gaussferry.bench.daemon.DaemonProcess;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/**
 * The daemon of a demo: its process, whose output is printed, and its API, with which the demo does what an operator would. Confined to
 * one thread.
 */
final class DemoDaemon implements AutoCloseable {

    private static final String PAGE = "page at ";

    /** Its speed, its summary, and its page, which the demo prints itself. */
    private static final List<String> QUIET = List.of("have replayed ", "replayed ", "copied 0 ", PAGE);

    private static final Duration PAGE_TIMEOUT = Duration.ofSeconds(60);
    private static final Duration RESPONSE_TIMEOUT = Duration.ofSeconds(60);
    private static final Duration POLL_INTERVAL = Duration.ofMillis(200);

    private final HttpClient client = HttpClient.newHttpClient();
    private final ObjectMapper json = new ObjectMapper();
    private final CompletableFuture<URI> page = new CompletableFuture<>();
    private final String token;
    private final DaemonProcess process;

    private DemoDaemon(List<String> command, String token, Consumer<String> output) throws IOException {
        this.token = token;
        this.process = DaemonProcess.start(command, line -> onOutput(line, output));
    }

    /** Returns a random token for {@link #configure} and {@link #start}. */
    static String newToken() {
        return HexFormat.of().formatHex(new SecureRandom().generateSeed(16));
    }

    /** Appends the settings of the API to a configuration: any free port, and the token. */
    static void configure(Path configuration, String token) throws IOException {
        Files.writeString(configuration, """
                  http:
                    port: 0
                    token: %s
                """.formatted(token), StandardCharsets.UTF_8, StandardOpenOption.APPEND);
    }

    /** Starts it. Its standard output is printed as it arrives. */
    static DemoDaemon start(List<String> command, String token, PrintStream output) throws IOException {
        return new DemoDaemon(command, token, output::println);
    }

    /** Starts it. Its standard output is printed as it arrives, except its speed and summary. */
    static DemoDaemon startQuietly(List<String> command, String token, PrintStream output) throws IOException {
        return new DemoDaemon(command, token, line -> {
            if (QUIET.stream().noneMatch(line::startsWith)) {
                output.println(line);
            }
        });
    }

    private void onOutput(String line, Consumer<String> output) {
        if (line.startsWith(PAGE)) {
            page.complete(URI.create(line.substring(PAGE.length())));
        }
        output.accept(line);
    }

    DaemonProcess process() {
        return process;
    }

    String token() {
        return token;
    }

    /**
     * Returns the address of its page.
     *
     * @throws DaemonException if it printed none
     */
    URI page() throws DaemonException, InterruptedException {
        try {
            return page.get(PAGE_TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException missing) {
            throw new DaemonException("the daemon printed no line \"" + PAGE + "…\"" + process.lastLines());
        }
    }

    /** Returns how far the target is behind, in seconds. */
    double lagSeconds() throws IOException, DaemonException, InterruptedException {
        return status().path("lagSeconds").asDouble();
    }

    /** Returns how far MySQL is behind the target, in seconds; NaN while reverse replication does not know. */
    double reverseLagSeconds() throws IOException, DaemonException, InterruptedException {
        JsonNode lag = get("api/cutover").path("reverseReplication").path("lagSeconds");
        return lag.isNumber() ? lag.asDouble() : Double.NaN;
    }

    /** Stops the appliers. Writes to MySQL form a backlog until {@link #resume}. */
    void pause() throws IOException, DaemonException, InterruptedException {
        post("api/pause", "{\"reason\": \"the demo lets a backlog form\"}");
    }

    /** Replays the backlog. */
    void resume() throws IOException, DaemonException, InterruptedException {
        post("api/resume", "{\"reason\": \"the demo replays the backlog\"}");
    }

    /**
     * Compares all tables once, and waits until the comparison is complete.
     *
     * @return its duration in seconds
     * @throws DaemonException if the time expires, or the daemon refuses
     */
    double compare(Duration timeout) throws IOException, DaemonException, InterruptedException {
        long started = System.nanoTime();
        long before = rounds();
        post("api/verify", "{\"share\": 100, \"reason\": \"the demo compares both sides\"}");
        while (rounds() == before) {
            if (System.nanoTime() - started > timeout.toNanos()) {
                throw new DaemonException("the comparison did not complete within " + timeout.toSeconds() + " s");
            }
            Thread.sleep(POLL_INTERVAL.toMillis());
        }
        return (System.nanoTime() - started) / 1e9;
    }

    private long rounds() throws IOException, DaemonException, InterruptedException {
        return status().path("verification").path("rounds").asLong();
    }

    private JsonNode status() throws IOException, DaemonException, InterruptedException {
        return get("api/status");
    }

    private JsonNode get(String path) throws IOException, DaemonException, InterruptedException {
        HttpResponse<String> response = client.send(request(path).GET().build(), BodyHandlers.ofString());
        return json.readTree(response.body());
    }

    private void post(String path, String body) throws IOException, DaemonException, InterruptedException {
        HttpResponse<String> response = client.send(
                request(path)
                        .header("Authorization", "Bearer " + token)
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
        if (response.statusCode() >= 300) {
            throw new DaemonException("the daemon refused " + path + ": " + response.body());
        }
    }

    private HttpRequest.Builder request(String path) throws DaemonException, InterruptedException {
        return HttpRequest.newBuilder(page().resolve("/" + path)).timeout(RESPONSE_TIMEOUT);
    }

    /** Kills the process if it is still running. */
    @Override
    public void close() {
        process.close();
    }
}
