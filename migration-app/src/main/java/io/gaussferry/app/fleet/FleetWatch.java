package io.gaussferry.app.fleet;

import java.net.URI;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import tools.jackson.databind.ObjectMapper;

/**
 * All fleets of a page. They are asked when somebody looks, each at most once in 2 s whatever number of people look, and not at all while nobody
 * does. Thread-safe.
 */
final class FleetWatch implements AutoCloseable {

    private final List<WatchedFleet> fleets;
    private final ExecutorService threads;
    private final ObjectMapper json = new ObjectMapper();
    private List<WatchedFleet.View> shown = List.of();
    private byte[] document = {};

    /**
     * Makes one that has asked nobody yet.
     *
     * @param urls the REST interface of a worker of each
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
     * Returns a {@link FleetDocument} as JSON in UTF-8, not to be written to. What it says is no older than 2 s where fleets answer in 1.5 s;
     * of others it has what they have said before.
     */
    synchronized byte[] document() throws InterruptedException {
        fleets.forEach(fleet -> fleet.ask(threads));
        for (WatchedFleet fleet : fleets) {
            fleet.awaitAnswer();
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
