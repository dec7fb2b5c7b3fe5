package io.gaussferry.schedule.order;

import org.jspecify.annotations.Nullable;

/**
 * Passes the fragments of a large transaction, after the first, to the applier that applies it while it is still being read. Holds one
 * fragment at a time and loses none: after an abort neither side continues. All methods are called inside the monitor.
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
     * Waits until the previous fragment is taken, then stores this one.
     *
     * @throws InterruptedException if it will not be taken: this fragment is not stored, and the transaction stays incomplete
     */
    void put(Batch next, boolean isLast) throws InterruptedException {
        requireNotAborted();
        while (fragment != null) {
            if (ended) {
                throw new InterruptedException("replay ended in the middle of a large transaction");
            }
            monitor.await(Monitor.NO_TIMEOUT);
            requireNotAborted();
        }
        fragment = next;
        complete = isLast;
        monitor.wakeAll();
    }

    /**
     * Waits for the next fragment; returns null after the last.
     *
     * @throws InterruptedException if there will be no further fragment although the last was not taken
     */
    @Nullable
    Batch take() throws InterruptedException {
        requireNotAborted();
        while (fragment == null && !complete) {
            if (ended) {
                throw new InterruptedException("replay ended in the middle of a large transaction");
            }
            monitor.await(Monitor.NO_TIMEOUT);
            requireNotAborted();
        }
        Batch next = fragment;
        fragment = null;
        complete &= next != null; // false again for the next large transaction
        monitor.wakeAll();
        return next;
    }

    private void requireNotAborted() throws InterruptedException {
        if (aborted) {
            throw new InterruptedException("replay was aborted");
        }
    }

    /** Declares that no more fragments will be stored; a stored one can still be taken. */
    void end() {
        ended = true;
        monitor.wakeAll();
    }

    /** Interrupts both sides: no fragment is stored or taken any longer. */
    void abort() {
        aborted = true;
        monitor.wakeAll();
    }
}
