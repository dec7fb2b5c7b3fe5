package io.gaussferry.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Serves HTTP without TLS, on daemon threads, by the rules of {@link HttpAccess}. May be closed by any thread. */
public final class HttpListener implements AutoCloseable {

    private static final String JSON = "application/json";
    private static final int FORBIDDEN = 403;
    private static final int NO_BODY = -1;

    private final HttpServer server;
    private final ExecutorService threads;

    private HttpListener(HttpServer server, ExecutorService threads) {
        this.server = server;
        this.threads = threads;
    }

    /**
     * Starts a server.
     *
     * @param port 0 for any free port
     * @param name the name of its threads
     * @param threads enough that slow readers do not block all others
     * @param handler handles the accepted requests; the exchange is closed afterwards
     * @throws IOException if the address is in use, or not an address of this machine
     */
    public static HttpListener open(String host, int port, String name, int threads, HttpHandler handler)
            throws IOException {
        InetSocketAddress resolved = new InetSocketAddress(host, port);
        if (resolved.isUnresolved()) {
            throw new UnknownHostException("unknown host " + host);
        }
        HttpServer server = HttpServer.create(resolved, 0);
        ExecutorService executor = Executors.newFixedThreadPool(threads, task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            thread.setContextClassLoader(HttpListener.class.getClassLoader());
            return thread;
        });
        HttpListener listener = new HttpListener(server, executor);
        server.createContext("/", exchange -> listener.respond(exchange, handler));
        server.setExecutor(executor);
        // the server's own thread inherits the daemon status of the thread that starts it
        CompletableFuture.runAsync(server::start, executor).join();
        return listener;
    }

    private void respond(HttpExchange exchange, HttpHandler handler) throws IOException {
        try (exchange) {
            HttpAccess.HEADERS.forEach(exchange.getResponseHeaders()::set);
            if (HttpAccess.accepts(
                    server.getAddress().getAddress(),
                    exchange.getRequestHeaders().getFirst("Host"))) {
                handler.handle(exchange);
            } else {
                refuse(exchange, FORBIDDEN, HttpAccess.OTHER_HOST);
            }
        }
    }

    /**
     * Sends a response with the problem as JSON.
     *
     * @param problem without characters that JSON escapes
     */
    public static void refuse(HttpExchange exchange, int status, String problem) throws IOException {
        send(exchange, status, JSON, ("{\"problem\":\"" + problem + "\"}").getBytes(StandardCharsets.UTF_8));
    }

    /** Sends a response; without its body if only its headers were requested. */
    public static void send(HttpExchange exchange, int status, String type, byte[] body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type);
        if (exchange.getRequestMethod().equals("HEAD")) {
            exchange.sendResponseHeaders(status, NO_BODY);
        } else {
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    /** Returns the port at which it listens. */
    public int port() {
        return server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
