package io.gaussferry.app.fleet;

import java.net.URI;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import tools.jackson.databind.ObjectMapper;

/**
 * All fleets of a page. Each fleet is queried only while the page is viewed, and at most once every 2 s for any number of viewers.
 * Thread-safe.
 */
final class FleetWatch implements AutoCloseable {

    private final List<WatchedFleet> fleets;
    private final ExecutorService threads;
    private final ObjectMapper json = new ObjectMapper();
    private List<WatchedFleet.View> shown = List.of();
    private byte[] document = {};

    /**
     * Does not query any fleet yet.
     *
     * @param urls the REST interface of one worker of each fleet
     */
    FleetWatch(Collection<URI> urls) {
        fleets = new LinkedHashSet<>(urls).stream().map(WatchedFleet::new).toList();
        threads = Executors.newFixedThreadPool(fleets.size(), task -> {
            Thread thread = new Thread(task, "fleet");
            thread.setDaemon(true);
            return thread;
        });
    }

    /**
     * Returns a {@link FleetDocument} as JSON in UTF-8, which must not be modified. It is at most 2 s old for fleets that respond within
     * 1.5 s, and contains the previous response of the others.
     */
    synchronized byte[] document() throws InterruptedException {
        fleets.forEach(fleet -> fleet.query(threads));
        for (WatchedFleet fleet : fleets) {
            fleet.awaitResponse();
        }
        List<WatchedFleet.View> views = fleets.stream().map(WatchedFleet::view).toList();
        if (document.length == 0 || !views.equals(shown)) {
            document = json.writeValueAsBytes(FleetDocument.of(views));
            shown = views;
        }
        return document;
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
