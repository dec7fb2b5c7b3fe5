package io.gaussferry.connect;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.gaussferry.control.Caller;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/**
 * Serves the API of the pipelines of a worker below {@code /pipelines/NAME/}. Every request needs the pipeline's token. Requests are handled by
 * daemon threads. May be closed by any thread.
 */
final class ControlListener implements AutoCloseable {

    /** A check or a skip takes seconds; others must not wait for it. */
    private static final int THREADS = 4;

    private static final int LARGEST_BODY = 64 << 10;
    private static final int UNAUTHORIZED = 401;

    private final HttpServer server;
    private final ExecutorService threads;
    private final Function<String, Optional<ControlledPipeline>> pipelines;
    private final String url;

    private ControlListener(
            MetricsAddress address, HttpServer server, Function<String, Optional<ControlledPipeline>> pipelines) {
        this.server = server;
        this.pipelines = pipelines;
        this.url = "http://"
                + new MetricsAddress(address.host(), server.getAddress().getPort()) + "/";
        this.threads = Executors.newFixedThreadPool(THREADS, task -> {
            Thread thread = new Thread(task, "gaussferry-control");
            thread.setDaemon(true);
            thread.setContextClassLoader(ControlListener.class.getClassLoader());
            return thread;
        });
    }

    /**
     * Starts the server.
     *
     * @param pipelines finds a pipeline of this worker by its name; called by several threads
     * @throws IOException if the address is in use, or not an address of this machine
     */
    static ControlListener open(MetricsAddress address, Function<String, Optional<ControlledPipeline>> pipelines)
            throws IOException {
        InetSocketAddress resolved = new InetSocketAddress(address.host(), address.port());
        if (resolved.isUnresolved()) {
            throw new UnknownHostException("unknown host " + address.host());
        }
        ControlListener listener = new ControlListener(address, HttpServer.create(resolved, 0), pipelines);
        listener.server.createContext("/", listener::handle);
        listener.server.setExecutor(listener.threads);
        // the server's own thread inherits the daemon status of the thread that starts it
        CompletableFuture.runAsync(listener.server::start, listener.threads).join();
        return listener;
    }

    /** Returns the URL, with the port that it listens on. */
    String url() {
        return url;
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            ControlApi.Response response = respond(exchange);
            if (response.status() == UNAUTHORIZED) {
                exchange.getResponseHeaders().set("WWW-Authenticate", "Bearer");
            }
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.getResponseHeaders().set("Cache-Control", "no-store");
            exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
            byte[] body = response.json().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(response.status(), body.length);
            exchange.getResponseBody().write(body);
        }
    }

    private ControlApi.Response respond(HttpExchange exchange) throws IOException {
        List<String> path = Arrays.stream(
                        exchange.getRequestURI().getRawPath().substring(1).split("/"))
                .map(segment -> URLDecoder.decode(segment, StandardCharsets.UTF_8))
                .toList();
        if (path.size() < 3 || !path.get(0).equals("pipelines")) {
            return ControlApi.problem(404, "No such path: every path starts with /pipelines/NAME/api/.");
        }
        Caller caller = new Caller(exchange.getRemoteAddress().getAddress().getHostAddress());
        Optional<ControlledPipeline> pipeline = pipelines.apply(path.get(1));
        if (pipeline.isEmpty()) {
            return ControlApi.problem(404, "This worker does not run pipeline " + path.get(1) + ".");
        }
        if (!pipeline.get().token().isIn(exchange.getRequestHeaders().getFirst("Authorization"))) {
            caller.refused(exchange.getRequestMethod() + " " + exchange.getRequestURI());
            return ControlApi.problem(UNAUTHORIZED, "The token is missing or wrong.");
        }
        byte[] body = exchange.getRequestBody().readNBytes(LARGEST_BODY);
        return pipeline.get()
                .respond(new ControlApi.Request(
                        exchange.getRequestMethod(),
                        path.subList(2, path.size()),
                        exchange.getRequestURI().getQuery(),
                        new String(body, StandardCharsets.UTF_8),
                        caller));
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
