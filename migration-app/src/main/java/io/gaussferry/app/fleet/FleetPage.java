package io.gaussferry.app.fleet;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.gaussferry.app.page.PageAccess;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/**
 * Serves the fleets' page and its data as JSON, over HTTP without TLS. The page is read-only: only {@code GET} is accepted, and no request
 * is forwarded to a fleet. Requests are handled on daemon threads. May be closed by any thread.
 */
final class FleetPage implements AutoCloseable {

    private static final String DOCUMENT = "/api/migrations";
    private static final String HTML = "text/html; charset=utf-8";
    private static final String SCRIPT = "text/javascript; charset=utf-8";
    private static final String STYLE = "text/css; charset=utf-8";
    private static final String JSON = "application/json";

    /** Enough that slow readers do not block all others. */
    private static final int THREADS = 8;

    private static final int OK = 200;
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;
    private static final int NOT_ALLOWED = 405;
    private static final int NO_BODY = -1;

    private record Resource(String type, byte[] content) {}

    private final PageAddress address;
    private final FleetWatch watch;
    private final HttpServer server;
    private final boolean isLocal;
    private final Map<String, Resource> resources = new HashMap<>();
    private final ExecutorService threads;

    private FleetPage(PageAddress address, FleetWatch watch, HttpServer server) {
        this.address = address.withPort(server.getAddress().getPort());
        this.watch = watch;
        this.server = server;
        this.isLocal = server.getAddress().getAddress().isLoopbackAddress();
        this.threads = Executors.newFixedThreadPool(THREADS, task -> {
            Thread thread = new Thread(task, "page");
            thread.setDaemon(true);
            return thread;
        });
        add("/", "/fleet/index.html", HTML);
        add("/fleet.js", "/fleet/fleet.js", SCRIPT);
        add("/migration.js", "/fleet/migration.js", SCRIPT);
        add("/fleet.css", "/fleet/fleet.css", STYLE);
        // shared with the daemon's page
        add("/style.css", "/static/style.css", STYLE);
        add("/format.js", "/static/format.js", SCRIPT);
        add("/charts.js", "/static/charts.js", SCRIPT);
        add("/chartjs/chart.umd.js", "/static/chartjs/chart.umd.js", SCRIPT);
    }

    private void add(String path, String name, String type) {
        try (InputStream content =
                Objects.requireNonNull(FleetPage.class.getResourceAsStream(name), () -> name + " is not in the jar")) {
            resources.put(path, new Resource(type, content.readAllBytes()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Starts the server.
     *
     * @param watch the fleets to show; used by several threads and not closed here
     * @throws GaussferryException of category CONFIGURATION if the address is in use, or not an address of this machine
     */
    static FleetPage open(PageAddress address, FleetWatch watch) {
        FleetPage page = new FleetPage(address, watch, listen(address));
        page.server.createContext("/", page::respond);
        page.server.setExecutor(page.threads);
        page.server.start();
        return page;
    }

    private static HttpServer listen(PageAddress address) {
        try {
            InetSocketAddress resolved = new InetSocketAddress(address.host(), address.port());
            if (resolved.isUnresolved()) {
                throw new UnknownHostException("unknown host " + address.host());
            }
            return HttpServer.create(resolved, 0);
        } catch (BindException e) {
            if (String.valueOf(e.getMessage()).contains("in use")) {
                throw refused(
                        address + " is in use by another program.", "choose another port, or 0 for any free port", e);
            }
            throw unusable(address, e);
        } catch (IOException e) {
            throw unusable(address, e);
        }
    }

    private static GaussferryException unusable(PageAddress address, IOException cause) {
        return refused(
                "Cannot listen on " + address + ": " + cause.getMessage() + ".",
                "choose an address of this machine, such as " + PageAddress.DEFAULT
                        + ", and a port that this user may use",
                cause);
    }

    private static GaussferryException refused(String problem, String remedy, IOException cause) {
        return new GaussferryException(
                ErrorCode.LISTEN_ADDRESS_UNUSABLE, problem, remedy + ": --listen [HOST:]PORT", cause);
    }

    /** Returns the page's address with the actual port. */
    String url() {
        return "http://" + address + "/";
    }

    private void respond(HttpExchange exchange) throws IOException {
        try (exchange) {
            PageAccess.HEADERS.forEach(exchange.getResponseHeaders()::set);
            @Nullable String host = exchange.getRequestHeaders().getFirst("Host");
            String path = exchange.getRequestURI().getPath();
            if (isLocal && (host == null || !PageAccess.namesThisMachine(PageAccess.serverName(host)))) {
                refuse(exchange, FORBIDDEN, "This page responds only to requests for localhost.");
            } else if (!exchange.getRequestMethod().equals("GET")) {
                exchange.getResponseHeaders().set("Allow", "GET");
                refuse(exchange, NOT_ALLOWED, "This page is read-only.");
            } else if (DOCUMENT.equals(path)) {
                send(exchange, OK, JSON, watch.document());
            } else {
                Resource resource = resources.get(String.valueOf(path));
                if (resource == null) {
                    refuse(exchange, NOT_FOUND, "No such page.");
                } else {
                    send(exchange, OK, resource.type(), resource.content());
                }
            }
        } catch (InterruptedException e) {
            // the page is being closed
            Thread.currentThread().interrupt();
        }
    }

    private static void refuse(HttpExchange exchange, int status, String problem) throws IOException {
        if (exchange.getRequestMethod().equals("HEAD")) {
            exchange.sendResponseHeaders(status, NO_BODY);
        } else {
            byte[] content = ("{\"problem\":\"" + problem + "\"}").getBytes(StandardCharsets.UTF_8);
            send(exchange, status, JSON, content);
        }
    }

    private static void send(HttpExchange exchange, int status, String type, byte[] content) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, content.length);
        exchange.getResponseBody().write(content);
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
