package io.gaussferry.schedule.order;

/**
 * Synchronizes the scheduler and the appliers: a lock, one condition, and the clocks that determine wait times. A simulation can replace
 * it to control the order of the threads and to replay it.
 */
public interface Monitor {

    /** Waits without a time limit. */
    long NO_TIMEOUT = Long.MAX_VALUE;

    /** Enters; blocks while another thread is inside. Not reentrant. */
    void enter();

    /** Leaves. */
    void leave();

    /**
     * Called inside: leaves, waits for a wake-up, and enters again. May return spuriously.
     *
     * @param nanos maximum time to wait, or {@link #NO_TIMEOUT}
     */
    void await(long nanos) throws InterruptedException;

    /** Called inside: wakes all waiting threads. */
    void wakeAll();

    /** Returns a monotonic clock, in nanoseconds. */
    long nanoTime();

    /** Returns the time of day, milliseconds since 1970. */
    long currentMillis();
}
