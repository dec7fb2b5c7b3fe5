package io.gaussferry.cutover.state;

import io.gaussferry.lifecycle.TimeLimit;
import java.time.Duration;

/** Waits on a monitor; a simulation advances its clock instead. */
public interface Sleeper {

    /** Waits in real time. */
    Sleeper REAL = TimeLimit::await;

    /**
     * Waits for a time or until the monitor is notified.
     *
     * @param monitor held by the caller
     */
    void sleep(Object monitor, Duration time) throws InterruptedException;
}
