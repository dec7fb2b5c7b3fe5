package io.gaussferry.sandbox;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Implements the part of an engine's API that image requests need; the test determines the answer to a pull. */
public final class FakeEngine implements AutoCloseable {

    /** Answers a pull: writes lines of JSON, or nothing. */
    public interface Pull {
        void answer(Line line) throws IOException, InterruptedException;
    }

    /** Sends one line of an answer. */
    public interface Line {
        void send(String json) throws IOException;
    }

    private final Set<String> images = ConcurrentHashMap.newKeySet();
    private final List<String> pulled = new CopyOnWriteArrayList<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpServer server;
    private final Pull pull;

    public FakeEngine(Pull pull) throws IOException {
        this.pull = pull;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    /** Returns an engine without access to its registry: it never answers a pull. */
    public static FakeEngine withoutRegistry() throws IOException {
        FakeEngine[] self = new FakeEngine[1];
        self[0] = new FakeEngine(line -> self[0].closed.await());
        return self[0];
    }

    /** Returns the address in the format of DOCKER_HOST. */
    public URI address() {
        return URI.create("tcp://127.0.0.1:" + server.getAddress().getPort());
    }

    /** Adds an image. */
    public void add(String image) {
        images.add(image);
    }

    /** Returns the requested images, in order. */
    public List<String> pulled() {
        return pulled;
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath().replaceFirst("^/v[0-9.]+", "");
        if (path.equals("/images/create")) {
            pulled.add(exchange.getRequestURI().getQuery());
            try (exchange) {
                pull.answer(json -> {
                    if (exchange.getResponseCode() < 0) {
                        exchange.sendResponseHeaders(200, 0);
                    }
                    exchange.getResponseBody().write((json + "\n").getBytes(StandardCharsets.UTF_8));
                    exchange.getResponseBody().flush();
                });
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
            return;
        }
        if (path.startsWith("/images/")) {
            String image = path.substring("/images/".length()).replaceFirst("/json$", "");
            boolean present = images.contains(image);
            send(
                    exchange,
                    present ? 200 : 404,
                    present ? "{\"Id\": \"sha256:1\"}" : "{\"message\": \"No such image\"}");
            return;
        }
        String text = switch (path) {
            case "/info" -> "{\"OSType\": \"linux\", \"MemTotal\": 1, \"ServerVersion\": \"28.0.0\"}";
            case "/version" -> "{\"Version\": \"28.0.0\", \"ApiVersion\": \"1.44\"}";
            default -> "OK";
        };
        send(exchange, 200, text);
    }

    private static void send(HttpExchange exchange, int status, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        try (exchange) {
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    @Override
    public void close() {
        closed.countDown();
        server.stop(0);
        threads.shutdownNow();
    }
}
