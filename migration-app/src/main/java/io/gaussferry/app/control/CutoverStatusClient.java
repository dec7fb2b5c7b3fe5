package io.gaussferry.app.control;

import java.time.Duration;
import tools.jackson.databind.JsonNode;

/** Waits for the next status of a cutover. */
final class CutoverStatusClient {

    /** The shortest time between two equal responses, of a daemon that has no free thread to let this client wait. */
    private static final Duration MIN_INTERVAL = Duration.ofMillis(100);

    private CutoverStatusClient() {}

    /** Returns the status after another one: at once if it has changed, otherwise after a moment. */
    static JsonNode next(DaemonClient daemon, JsonNode known) throws InterruptedException {
        long start = System.nanoTime();
        JsonNode status =
                daemon.get("/api/cutover?after=" + known.path("change").asLong(-1));
        Duration left = MIN_INTERVAL.minusNanos(System.nanoTime() - start);
        if (status.path("change").asLong(0) == known.path("change").asLong(-1) && !left.isNegative()) {
            Thread.sleep(left.toMillis());
        }
        return status;
    }
}
