package io.gaussferry.schedule.order;

import org.jspecify.annotations.Nullable;

/** What every order has: a monitor in which all of it happens, the fragments of large transactions, and an end. */
abstract class EndingOrder implements BatchOrder {

    final Monitor monitor;
    final FragmentHandover fragments;
    private boolean ended;
    private boolean aborted;

    EndingOrder(Monitor monitor) {
        this.monitor = monitor;
        this.fragments = new FragmentHandover(monitor);
    }

    /** Called inside the monitor: returns whether nothing more will be appended. */
    final boolean isEnded() {
        return ended;
    }

    /** Called inside the monitor: returns whether everything is to end. */
    final boolean isAborted() {
        return aborted;
    }

    /** Called inside the monitor. */
    final void requireNotAborted() throws InterruptedException {
        if (aborted) {
            throw new InterruptedException("replay was aborted");
        }
    }

    @Override
    public final @Nullable Batch nextFragment(Batch first) throws InterruptedException {
        monitor.enter();
        try {
            return fragments.take();
        } finally {
            monitor.leave();
        }
    }

    @Override
    public final void end() {
        end(false);
    }

    @Override
    public final void abort() {
        end(true);
    }

    private void end(boolean atOnce) {
        monitor.enter();
        try {
            if (atOnce) {
                aborted = true;
            } else {
                ended = true;
            }
            fragments.end();
            monitor.wakeAll();
        } finally {
            monitor.leave();
        }
    }
}
