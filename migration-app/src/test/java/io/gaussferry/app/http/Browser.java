package io.gaussferry.app.http;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** A headless Chromium, controlled by its debugging protocol without a driver. */
public final class Browser implements AutoCloseable {

    private static final long TIMEOUT_SECONDS = 90;
    private static final List<String> NAMES = List.of("chromium", "chromium-browser", "google-chrome");

    private final Process process;
    private final ObjectMapper mapper = new ObjectMapper();
    private final LinkedBlockingQueue<JsonNode> answers = new LinkedBlockingQueue<>();
    private final HttpClient client = HttpClient.newHttpClient();
    private final WebSocket socket;
    private int lastCall;

    /** Starts the browser with its own profile and opens a page. */
    public Browser(Path program, Path profile, String url) throws Exception {
        process = new ProcessBuilder(
                        program.toString(),
                        "--headless",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-quic",
                        "--no-first-run",
                        "--disable-background-networking",
                        "--disable-component-update",
                        "--disable-sync",
                        "--remote-debugging-port=0",
                        "--user-data-dir=" + profile,
                        "about:blank")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            String base = "http://127.0.0.1:" + awaitPort(profile.resolve("DevToolsActivePort"));
            HttpRequest open = HttpRequest.newBuilder(URI.create(base + "/json/new?" + url))
                    .PUT(BodyPublishers.noBody())
                    .build();
            JsonNode page =
                    mapper.readTree(client.send(open, BodyHandlers.ofString()).body());
            socket = client.newWebSocketBuilder()
                    .buildAsync(URI.create(page.path("webSocketDebuggerUrl").asString()), new Listener())
                    .get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        } catch (Exception e) {
            process.destroyForcibly();
            throw e;
        }
    }

    /** Returns the path of an installed browser; empty if there is none. */
    public static Optional<Path> find() {
        return Stream.of(Optional.ofNullable(System.getenv("PATH")).orElse("").split(":"))
                .flatMap(directory -> NAMES.stream().map(name -> Path.of(directory, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    private String awaitPort(Path file) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_SECONDS);
        while (!Files.exists(file) || Files.readAllLines(file).isEmpty()) {
            if (System.nanoTime() > end || process.waitFor(50, TimeUnit.MILLISECONDS)) {
                throw new IOException("the browser does not start");
            }
        }
        return Files.readAllLines(file).get(0);
    }

    /** Evaluates an expression in the page and returns its value as a string. */
    public String evaluate(String expression) throws Exception {
        int call = ++lastCall;
        socket.sendText(
                        mapper.writeValueAsString(Map.of(
                                "id",
                                call,
                                "method",
                                "Runtime.evaluate",
                                "params",
                                Map.of("expression", expression, "returnByValue", true))),
                        true)
                .get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        for (; ; ) {
            JsonNode answer = answers.poll(TIMEOUT_SECONDS, TimeUnit.SECONDS);
            if (answer == null) {
                throw new IOException("the browser does not respond");
            }
            if (answer.path("id").asInt(0) == call) {
                return answer.path("result").path("result").path("value").asString("");
            }
        }
    }

    /** Waits until an expression has a value. */
    public void await(String expression, String value) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_SECONDS);
        String last = evaluate(expression);
        while (!last.equals(value)) {
            if (System.nanoTime() > end) {
                throw new AssertionError(expression + " is " + last + ", not " + value);
            }
            TimeUnit.MILLISECONDS.sleep(100);
            last = evaluate(expression);
        }
    }

    @Override
    public void close() throws InterruptedException {
        socket.abort();
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().waitFor();
    }

    private final class Listener implements WebSocket.Listener {
        private final StringBuilder text = new StringBuilder();

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean isLast) {
            text.append(data);
            if (isLast) {
                answers.add(mapper.readTree(text.toString()));
                text.setLength(0);
            }
            from.request(1);
            return null;
        }
    }
}
