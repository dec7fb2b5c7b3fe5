package io.gaussferry.cutover.step;

import io.gaussferry.cutover.state.Sleeper;
import java.time.Duration;

/** The wait between attempts of a machine, which a stop or a wake-up ends. Thread-safe. */
final class RetryPause {

    /** The delay before a retry after a transient failure, such as a server that does not respond. */
    private static final Duration RETRY_DELAY = Duration.ofMillis(500);

    private final Sleeper sleeper;
    private volatile boolean stopped;

    RetryPause(Sleeper sleeper) {
        this.sleeper = sleeper;
    }

    /** Waits, unless the machine was stopped. */
    void pause() throws InterruptedException {
        synchronized (this) {
            if (!stopped) {
                sleeper.sleep(this, RETRY_DELAY);
            }
        }
    }

    /** Ends the current wait. */
    synchronized void wake() {
        notifyAll();
    }

    /** Ends the current wait and all later ones. */
    synchronized void stop() {
        stopped = true;
        notifyAll();
    }

    /** Returns whether {@link #stop} was called. */
    boolean isStopped() {
        return stopped;
    }
}
