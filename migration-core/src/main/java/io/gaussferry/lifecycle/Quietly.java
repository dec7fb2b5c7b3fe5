package io.gaussferry.lifecycle;

import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs actions that end something, so that a failure does not prevent the others. */
public final class Quietly {

    private static final Logger LOG = LoggerFactory.getLogger(Quietly.class);

    private Quietly() {}

    /** Runs the action and logs its failure. */
    static void run(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException | Error e) {
            LOG.warn("While stopping threads: {}", e.toString(), e);
        }
    }

    /**
     * Runs an action on a thread of its own and waits at most the given time for it. Returns whether it was completed
     * by then.
     */
    public static boolean within(Duration longest, Runnable action) {
        Thread thread = new Thread(() -> run(action), "closing");
        thread.setDaemon(true);
        thread.start();
        try {
            TimeLimit.join(thread, longest);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return !thread.isAlive();
    }
}
