package io.gaussferry.cutover.state;

import java.time.Duration;

/** Waits on a monitor; a simulation advances its clock instead. */
public interface Sleeper {

    /** Waits in real time. */
    @SuppressWarnings("WaitNotInLoop") // the caller loops
    Sleeper REAL = (monitor, time) -> monitor.wait(Math.max(1, time.toMillis()));

    /**
     * Waits for a time or until the monitor is notified.
     *
     * @param monitor held by the caller
     */
    void sleep(Object monitor, Duration time) throws InterruptedException;
}
