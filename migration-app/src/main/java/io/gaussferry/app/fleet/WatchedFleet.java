package io.gaussferry.app.fleet;

import io.gaussferry.error.GaussferryException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The last known state of one fleet. One query runs at a time, at most once every {@link #QUERY_INTERVAL}; a fleet that hangs blocks no
 * caller. Confined to one thread except for the query itself.
 */
final class WatchedFleet {

    private static final Duration QUERY_INTERVAL = Duration.ofSeconds(2);

    /** Time to wait for a response; a healthy fleet takes much less. */
    private static final Duration RESPONSE_TIMEOUT = Duration.ofMillis(1500);

    /** A fleet without a response for this time is reported as not responding. The query itself continues for up to 30 s. */
    private static final Duration LATE = Duration.ofSeconds(6);

    /**
     * The known state of a fleet.
     *
     * @param url the URL of its REST interface
     * @param answered the time of its last response; null if it never responded
     * @param migrations the migrations in that response
     * @param problem the reason why no newer response is known; null if the response is current
     * @param remedy the remedy; null without a problem
     */
    record View(
            URI url,
            @Nullable Instant answered,
            List<FleetMigration> migrations,
            @Nullable String problem,
            @Nullable String remedy) {}

    private final URI url;
    private final ConnectClient client;
    private volatile View last;
    private CompletableFuture<Void> query = CompletableFuture.completedFuture(null);
    private Instant queriedAt = Instant.EPOCH;
    private long queriedNanos;
    private boolean wasQueried;

    WatchedFleet(URI url) {
        this.url = url;
        this.client = new ConnectClient(url);
        this.last = new View(url, null, List.of(), null, null);
    }

    /** Starts a new query, unless one is running or was started within the interval. */
    void query(Executor threads) {
        long now = System.nanoTime();
        if (query.isDone() && (!wasQueried || now - queriedNanos >= QUERY_INTERVAL.toNanos())) {
            wasQueried = true;
            queriedNanos = now;
            queriedAt = Instant.now();
            query = CompletableFuture.runAsync(this::fetch, threads);
        }
    }

    private void fetch() {
        View before = last;
        try {
            last = new View(url, Instant.now(), client.migrations(), null, null);
        } catch (GaussferryException e) {
            last = new View(url, before.answered(), before.migrations(), e.problem(), e.remedy());
        } catch (RuntimeException e) {
            last = new View(
                    url,
                    before.answered(),
                    before.migrations(),
                    "The response of the fleet at " + url + " is invalid: " + e + ".",
                    "use the URL of a worker's REST interface, of a Kafka version listed in docs/guides/fleet.md");
        }
    }

    /** Waits for the response until shortly after the start of the query; a later caller does not wait. */
    void awaitResponse() throws InterruptedException {
        try {
            long left = queriedNanos + RESPONSE_TIMEOUT.toNanos() - System.nanoTime();
            query.get(Math.max(0, left), TimeUnit.NANOSECONDS);
        } catch (TimeoutException | ExecutionException e) {
            // the previous response is shown
        }
    }

    /** Returns the known state. */
    View view() {
        View known = last;
        if (query.isDone() || System.nanoTime() - queriedNanos < LATE.toNanos()) {
            return known;
        }
        return new View(
                url,
                known.answered(),
                known.migrations(),
                "The fleet at " + url + " was queried at " + queriedAt + " and has not responded yet.",
                "check that its workers run, or use the URL of another worker");
    }
}
