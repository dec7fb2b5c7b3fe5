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
 * One fleet as it was seen last. It is asked by one thread at a time, and not before {@link #BETWEEN_QUESTIONS} since it was asked last; one
 * that hangs keeps nobody waiting. Confined to one thread but for the question itself.
 */
final class WatchedFleet {

    private static final Duration BETWEEN_QUESTIONS = Duration.ofSeconds(2);

    /** An answer of a fleet that is well comes in much less. */
    private static final Duration PATIENCE = Duration.ofMillis(1500);

    /** Who has not answered for so long is said not to answer; the question itself lasts up to 30 s, and is not given up before. */
    private static final Duration LATE = Duration.ofSeconds(6);

    /**
     * What is known of a fleet.
     *
     * @param url whose fleet it is
     * @param answered when it has told its migrations; null if it never has
     * @param migrations those that it had then
     * @param problem why nothing newer is known; null where that is as new as can be
     * @param remedy what can be done about that; null without a problem
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
    private CompletableFuture<Void> question = CompletableFuture.completedFuture(null);
    private Instant askedAt = Instant.EPOCH;
    private long askedNanos;
    private boolean wasAsked;

    WatchedFleet(URI url) {
        this.url = url;
        this.client = new ConnectClient(url);
        this.last = new View(url, null, List.of(), null, null);
    }

    /** Has it asked anew, unless it has been asked just now, or has not answered yet. */
    void ask(Executor threads) {
        long now = System.nanoTime();
        if (question.isDone() && (!wasAsked || now - askedNanos >= BETWEEN_QUESTIONS.toNanos())) {
            wasAsked = true;
            askedNanos = now;
            askedAt = Instant.now();
            question = CompletableFuture.runAsync(this::look, threads);
        }
    }

    private void look() {
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
                    "What the fleet at " + url + " answers is not understood: " + e + ".",
                    "let the URL be that of a worker's REST interface, of a Kafka version that docs/fleet.md names");
        }
    }

    /** Waits for the answer, but no longer than until a moment after the question: who asks again then does not wait. */
    void awaitAnswer() throws InterruptedException {
        try {
            long left = askedNanos + PATIENCE.toNanos() - System.nanoTime();
            question.get(Math.max(0, left), TimeUnit.NANOSECONDS);
        } catch (TimeoutException | ExecutionException e) {
            // what was known before is shown
        }
    }

    /** Returns what is known now. */
    View view() {
        View known = last;
        if (question.isDone() || System.nanoTime() - askedNanos < LATE.toNanos()) {
            return known;
        }
        return new View(
                url,
                known.answered(),
                known.migrations(),
                "The fleet at " + url + " was asked at " + askedAt + ", and has not answered yet.",
                "see whether its workers run; the URL of another of them will do too");
    }
}
