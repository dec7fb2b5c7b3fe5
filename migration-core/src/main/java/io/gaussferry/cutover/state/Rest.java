package io.gaussferry.cutover.state;

import java.time.Duration;

/** How a thread waits; a simulation lets time pass instead. */
public interface Rest {

    /** Waits to be notified. */
    @SuppressWarnings("WaitNotInLoop") // the loop is the caller's
    Rest REAL = (monitor, time) -> monitor.wait(Math.max(1, time.toMillis()));

    /**
     * Waits for a time, or until the monitor is notified.
     *
     * @param monitor which the caller has
     */
    void rest(Object monitor, Duration time) throws InterruptedException;
}
