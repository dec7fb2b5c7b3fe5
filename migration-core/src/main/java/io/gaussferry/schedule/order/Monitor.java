package io.gaussferry.schedule.order;

/**
 * Where the scheduler and the appliers wait for each other: a lock, one condition, and the clocks that decide how long. A seam,
 * so that a simulation can decide who goes on next and can replay what it decided.
 */
public interface Monitor {

    /** Means to wait until woken, however long that takes. */
    long FOR_EVER = Long.MAX_VALUE;

    /** Enters; blocks while another thread is inside. Not reentrant. */
    void enter();

    /** Leaves. */
    void leave();

    /**
     * Called inside: leaves, waits to be woken, and enters again. May return for no reason.
     *
     * @param nanos how long to wait at most, or {@link #FOR_EVER}
     */
    void await(long nanos) throws InterruptedException;

    /** Called inside: wakes all who wait. */
    void wakeAll();

    /** Returns a clock that only goes forward, in nanoseconds. */
    long nanoTime();

    /** Returns the time of day, milliseconds since 1970. */
    long currentMillis();
}
