package io.gaussferry.connect;

import com.sun.net.httpserver.HttpExchange;
import io.gaussferry.http.HttpListener;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Responds to {@code GET /metrics} in Prometheus's text format, and to everything else with 404. The page needs no token. May be closed by any
 * thread.
 */
final class MetricsPage implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(MetricsPage.class);

    private static final String PATH = "/metrics";

    /** More than one, so that a slow reader does not block all others. */
    private static final int THREADS = 2;

    private static final int OK = 200;
    private static final int NOT_FOUND = 404;
    private static final int FAILED = 500;

    private final MetricsAddress address;
    private final Supplier<MetricSnapshots> metrics;
    private final HttpListener listener;

    /**
     * Starts the server.
     *
     * @param metrics supplies the metrics of each response; called by several threads
     * @throws IOException if the address is in use, or not an address of this machine
     */
    MetricsPage(MetricsAddress address, Supplier<MetricSnapshots> metrics) throws IOException {
        this.address = address;
        this.metrics = metrics;
        this.listener = HttpListener.open(address.host(), address.port(), "gaussferry-metrics", THREADS, this::respond);
    }

    MetricsAddress address() {
        return address;
    }

    private void respond(HttpExchange exchange) throws IOException {
        if (!exchange.getRequestMethod().equals("GET")
                || !PATH.equals(exchange.getRequestURI().getPath())) {
            HttpListener.refuse(exchange, NOT_FOUND, "No such page.");
            return;
        }
        PrometheusTextFormatWriter writer = PrometheusTextFormatWriter.create();
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        try {
            writer.write(text, metrics.get());
        } catch (RuntimeException e) {
            LOG.warn("Cannot write metrics", e);
            HttpListener.refuse(exchange, FAILED, "The metrics cannot be written; the log has the reason.");
            return;
        }
        HttpListener.send(exchange, OK, writer.getContentType(), text.toByteArray());
    }

    @Override
    public void close() {
        listener.close();
    }
}
