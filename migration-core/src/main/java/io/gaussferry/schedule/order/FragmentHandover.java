package io.gaussferry.schedule.order;

import org.jspecify.annotations.Nullable;

/**
 * Hands the fragments of a large transaction, after the first, to the applier that applies it while it is still being read. Holds one
 * part at a time. All methods are called inside the monitor.
 */
final class FragmentHandover {

    private final Monitor monitor;
    private @Nullable Batch fragment;
    private boolean complete;
    private boolean ended;

    FragmentHandover(Monitor monitor) {
        this.monitor = monitor;
    }

    /** Waits until the part before is taken, and leaves this one. */
    void put(Batch next, boolean isLast) throws InterruptedException {
        while (fragment != null && !ended) {
            monitor.await(Monitor.FOR_EVER);
        }
        fragment = next;
        complete = isLast;
        monitor.wakeAll();
    }

    /** Waits for the next part; null after the last. */
    @Nullable
    Batch take() throws InterruptedException {
        while (fragment == null && !complete) {
            if (ended) {
                throw new InterruptedException("replay ends in the middle of a large transaction");
            }
            monitor.await(Monitor.FOR_EVER);
        }
        Batch next = fragment;
        fragment = null;
        complete &= next != null; // the next large transaction begins afresh
        monitor.wakeAll();
        return next;
    }

    /** There will be no more parts: interrupts whoever waits for one that was not left. */
    void end() {
        ended = true;
        monitor.wakeAll();
    }
}
