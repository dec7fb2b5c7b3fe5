package io.gaussferry.app.fleet;

import com.sun.net.httpserver.HttpExchange;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.http.HttpListener;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

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
    private static final int NOT_FOUND = 404;
    private static final int NOT_ALLOWED = 405;

    private record Resource(String type, byte[] content) {}

    private final FleetWatch watch;
    private final Map<String, Resource> resources = new HashMap<>();
    private final PageAddress address;
    private final HttpListener listener;

    private FleetPage(PageAddress requested, FleetWatch watch) {
        this.watch = watch;
        add("/", "/fleet/index.html", HTML);
        add("/fleet.js", "/fleet/fleet.js", SCRIPT);
        add("/migration.js", "/fleet/migration.js", SCRIPT);
        add("/fleet.css", "/fleet/fleet.css", STYLE);
        // shared with the daemon's page
        add("/style.css", "/static/style.css", STYLE);
        add("/format.js", "/static/format.js", SCRIPT);
        add("/charts.js", "/static/charts.js", SCRIPT);
        add("/chartjs/chart.umd.js", "/static/chartjs/chart.umd.js", SCRIPT);
        this.listener = listen(requested);
        this.address = requested.withPort(listener.port());
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
        return new FleetPage(address, watch);
    }

    private HttpListener listen(PageAddress requested) {
        try {
            return HttpListener.open(requested.host(), requested.port(), "page", THREADS, this::respond);
        } catch (BindException e) {
            if (String.valueOf(e.getMessage()).contains("in use")) {
                throw refused(
                        requested + " is in use by another program.", "choose another port, or 0 for any free port", e);
            }
            throw unusable(requested, e);
        } catch (IOException e) {
            throw unusable(requested, e);
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
        String path = exchange.getRequestURI().getPath();
        if (!exchange.getRequestMethod().equals("GET")) {
            exchange.getResponseHeaders().set("Allow", "GET");
            HttpListener.refuse(exchange, NOT_ALLOWED, "This page is read-only.");
        } else if (DOCUMENT.equals(path)) {
            sendDocument(exchange);
        } else {
            Resource resource = resources.get(String.valueOf(path));
            if (resource == null) {
                HttpListener.refuse(exchange, NOT_FOUND, "No such page.");
            } else {
                HttpListener.send(exchange, OK, resource.type(), resource.content());
            }
        }
    }

    private void sendDocument(HttpExchange exchange) throws IOException {
        try {
            HttpListener.send(exchange, OK, JSON, watch.document());
        } catch (InterruptedException e) {
            // the page is being closed
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        listener.close();
    }
}
