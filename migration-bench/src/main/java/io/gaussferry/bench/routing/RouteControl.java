package io.gaussferry.bench.routing;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.gaussferry.bench.routing.SwitchableDataSource.Side;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;

/**
 * An HTTP endpoint of one instance of an application, for the hooks of a cutover: {@code POST /pause}, {@code /source} and {@code /target}, each with
 * the token as bearer. Status 200 means done.
 */
public final class RouteControl implements AutoCloseable {

    private final SwitchableDataSource routed;
    private final Duration patience;
    private final byte[] authorization;
    private final HttpServer server;

    /**
     * Serves requests until it is closed.
     *
     * @param address of this host; the port 0 chooses a free one
     * @param token that every request needs
     * @param patience the longest wait of a pause for the connections in use
     */
    public RouteControl(SwitchableDataSource routed, InetSocketAddress address, String token, Duration patience)
            throws IOException {
        this.routed = routed;
        this.patience = patience;
        this.authorization = ("Bearer " + token).getBytes(StandardCharsets.UTF_8);
        this.server = HttpServer.create(address, 0);
        server.createContext("/", this::handle);
        server.start();
    }

    /** Returns the port on which it serves. */
    public int port() {
        return server.getAddress().getPort();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            exchange.sendResponseHeaders(status(exchange), -1);
        }
    }

    private int status(HttpExchange exchange) {
        String given = String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"));
        if (!MessageDigest.isEqual(authorization, given.getBytes(StandardCharsets.UTF_8))) {
            return 401;
        }
        if (!exchange.getRequestMethod().equals("POST")) {
            return 405;
        }
        return switch (exchange.getRequestURI().getPath()) {
            case "/pause" -> pause();
            case "/source" -> route(Side.SOURCE);
            case "/target" -> route(Side.TARGET);
            default -> 404;
        };
    }

    /** Returns 503 if connections remained in use. */
    private int pause() {
        try {
            return routed.pause(patience) ? 200 : 503;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 503;
        }
    }

    private int route(Side side) {
        routed.route(side);
        return 200;
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
