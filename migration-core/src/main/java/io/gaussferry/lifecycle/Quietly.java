package io.gaussferry.lifecycle;

import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Does what ends something, where a failure must not keep others from being ended. */
public final class Quietly {

    private static final Logger LOG = LoggerFactory.getLogger(Quietly.class);

    private Quietly() {}

    /** Does it; a failure is logged. */
    static void run(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException | Error e) {
            LOG.warn("While threads were told to end: {}", e.toString(), e);
        }
    }

    /** Has something done on a thread of its own, and waits for it no longer than a time; returns whether it was done by then. */
    public static boolean within(Duration longest, Runnable action) {
        Thread thread = new Thread(() -> run(action), "closing");
        thread.setDaemon(true);
        thread.start();
        try {
            thread.join(longest.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return !thread.isAlive();
    }
}
