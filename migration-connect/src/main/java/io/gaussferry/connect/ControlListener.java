package io.gaussferry.connect;

import com.sun.net.httpserver.HttpExchange;
import io.gaussferry.control.Caller;
import io.gaussferry.http.HttpListener;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
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

    private final Function<String, Optional<ControlledPipeline>> pipelines;
    private final HttpListener listener;
    private final String url;

    /**
     * Starts the server.
     *
     * @param pipelines finds a pipeline of this worker by its name; called by several threads
     * @throws IOException if the address is in use, or not an address of this machine
     */
    ControlListener(MetricsAddress address, Function<String, Optional<ControlledPipeline>> pipelines)
            throws IOException {
        this.pipelines = pipelines;
        this.listener = HttpListener.open(address.host(), address.port(), "gaussferry-control", THREADS, this::handle);
        this.url = "http://" + new MetricsAddress(address.host(), listener.port()) + "/";
    }

    /** Returns the URL, with the port that it listens on. */
    String url() {
        return url;
    }

    private void handle(HttpExchange exchange) throws IOException {
        ControlApi.Response response = respond(exchange);
        if (response.status() == UNAUTHORIZED) {
            exchange.getResponseHeaders().set("WWW-Authenticate", "Bearer");
        }
        HttpListener.send(
                exchange, response.status(), "application/json", response.json().getBytes(StandardCharsets.UTF_8));
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
        listener.close();
    }
}
