package io.gaussferry.connect;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Responds to {@code GET /metrics} in Prometheus's text format, and to everything else with 404, on daemon threads. The page has no access
 * control. May be closed by any thread.
 */
final class MetricsPage implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(MetricsPage.class);

    private static final String PATH = "/metrics";

    /** More than one, so that a slow reader does not block all others. */
    private static final int THREADS = 2;

    private static final int OK = 200;
    private static final int NOT_FOUND = 404;
    private static final int FAILED = 500;
    private static final int NO_BODY = -1;

    private final MetricsAddress address;
    private final Supplier<MetricSnapshots> metrics;
    private final HttpServer server;
    private final ExecutorService threads;

    private MetricsPage(MetricsAddress address, Supplier<MetricSnapshots> metrics, HttpServer server) {
        this.address = address;
        this.metrics = metrics;
        this.server = server;
        this.threads = Executors.newFixedThreadPool(THREADS, task -> {
            Thread thread = new Thread(task, "gaussferry-metrics");
            thread.setDaemon(true);
            return thread;
        });
    }

    /**
     * Starts the server.
     *
     * @param metrics supplies the metrics of each response; called by several threads
     * @throws IOException if the address is in use, or not an address of this machine
     */
    static MetricsPage open(MetricsAddress address, Supplier<MetricSnapshots> metrics) throws IOException {
        InetSocketAddress resolved = new InetSocketAddress(address.host(), address.port());
        if (resolved.isUnresolved()) {
            throw new UnknownHostException("unknown host " + address.host());
        }
        MetricsPage page = new MetricsPage(address, metrics, HttpServer.create(resolved, 0));
        page.server.createContext("/", page::respond);
        page.server.setExecutor(page.threads);
        // the server's own thread inherits the daemon status of the thread that starts it
        CompletableFuture.runAsync(page.server::start, page.threads).join();
        return page;
    }

    MetricsAddress address() {
        return address;
    }

    private void respond(HttpExchange exchange) throws IOException {
        try (exchange) {
            if (!exchange.getRequestMethod().equals("GET")
                    || !PATH.equals(exchange.getRequestURI().getPath())) {
                exchange.sendResponseHeaders(NOT_FOUND, NO_BODY);
                return;
            }
            PrometheusTextFormatWriter writer = PrometheusTextFormatWriter.create();
            ByteArrayOutputStream text = new ByteArrayOutputStream();
            try {
                writer.write(text, metrics.get());
            } catch (RuntimeException e) {
                LOG.warn("Cannot write metrics", e);
                exchange.sendResponseHeaders(FAILED, NO_BODY);
                return;
            }
            exchange.getResponseHeaders().set("Content-Type", writer.getContentType());
            exchange.sendResponseHeaders(OK, text.size());
            text.writeTo(exchange.getResponseBody());
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
