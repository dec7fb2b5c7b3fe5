package io.gaussferry.schedule.order;

import org.jspecify.annotations.Nullable;

/**
 * Hands the fragments of a large transaction, after the first, to the applier that applies it while it is still being read. Holds one
 * part at a time, and loses none: after an abort neither side gets any further. All methods are called inside the monitor.
 */
final class FragmentHandover {

    private final Monitor monitor;
    private @Nullable Batch fragment;
    private boolean complete;
    private boolean ended;
    private boolean aborted;

    FragmentHandover(Monitor monitor) {
        this.monitor = monitor;
    }

    /**
     * Waits until the part before is taken, and leaves this one.
     *
     * @throws InterruptedException if that will not be: this part is not left, and the transaction never complete
     */
    void put(Batch next, boolean isLast) throws InterruptedException {
        requireNotAborted();
        while (fragment != null) {
            if (ended) {
                throw new InterruptedException("replay ends in the middle of a large transaction");
            }
            monitor.await(Monitor.FOR_EVER);
            requireNotAborted();
        }
        fragment = next;
        complete = isLast;
        monitor.wakeAll();
    }

    /**
     * Waits for the next part; null after the last.
     *
     * @throws InterruptedException if there will be none, although the last was not taken
     */
    @Nullable
    Batch take() throws InterruptedException {
        requireNotAborted();
        while (fragment == null && !complete) {
            if (ended) {
                throw new InterruptedException("replay ends in the middle of a large transaction");
            }
            monitor.await(Monitor.FOR_EVER);
            requireNotAborted();
        }
        Batch next = fragment;
        fragment = null;
        complete &= next != null; // the next large transaction begins afresh
        monitor.wakeAll();
        return next;
    }

    private void requireNotAborted() throws InterruptedException {
        if (aborted) {
            throw new InterruptedException("replay was aborted");
        }
    }

    /** No more parts will be left: what was left can still be taken. */
    void end() {
        ended = true;
        monitor.wakeAll();
    }

    /** Nothing is left or taken any more. */
    void abort() {
        aborted = true;
        monitor.wakeAll();
    }
}
