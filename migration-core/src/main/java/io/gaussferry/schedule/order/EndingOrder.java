package io.gaussferry.schedule.order;

import io.gaussferry.change.SourceTransaction;
import io.gaussferry.change.SourceTransaction.Fragment;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** What every order has: a monitor in which all of it happens, the fragments of large transactions, an end, and what all assignments share. */
abstract class EndingOrder implements BatchOrder {

    final Monitor monitor;
    final FragmentHandover fragments;
    private boolean ended;
    /** Written inside the monitor; read by permits outside of it. */
    private volatile boolean aborted;

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

    /** Called inside the monitor: waits until something holds, or all is to end. */
    final void awaitOrAbort(BooleanSupplier condition) throws InterruptedException {
        requireNotAborted();
        while (!condition.getAsBoolean()) {
            monitor.await(Monitor.FOR_EVER);
            requireNotAborted();
        }
    }

    @Override
    public final void end() {
        monitor.enter();
        try {
            ended = true;
            fragments.end();
            monitor.wakeAll();
        } finally {
            monitor.leave();
        }
    }

    @Override
    public final void abort() {
        monitor.enter();
        try {
            aborted = true;
            fragments.abort();
            monitor.wakeAll();
        } finally {
            monitor.leave();
        }
    }

    /** An assignment, but for what the mode decides. The abstract methods are called inside the monitor. */
    abstract class Taken implements Assignment {

        private final Batch batch;
        private SourceTransaction last;

        Taken(Batch batch) {
            this.batch = batch;
            this.last = batch.last();
        }

        /** Returns whether everything that the batch depends on is committed. */
        abstract boolean dependenciesAreCommitted();

        /** Returns whether nothing must be committed before the batch any more. */
        abstract boolean isItsTurn();

        /** Returns whether an earlier batch may be waiting for locks of this one. */
        abstract boolean mustYield();

        /** Notes the commit. */
        abstract void note();

        /** Returns the last transaction of the batch, or the last part that was taken of a large one. */
        final SourceTransaction last() {
            return last;
        }

        @Override
        public final Batch batch() {
            return batch;
        }

        @Override
        public final @Nullable Batch nextFragment() throws InterruptedException {
            monitor.enter();
            try {
                Batch fragment = fragments.take();
                if (fragment != null) {
                    last = fragment.last();
                }
                return fragment;
            } finally {
                monitor.leave();
            }
        }

        @Override
        public final boolean isReady() {
            monitor.enter();
            try {
                return dependenciesAreCommitted();
            } finally {
                monitor.leave();
            }
        }

        @Override
        public final Pass awaitDependencies() throws InterruptedException {
            return awaitOrYield(this::dependenciesAreCommitted);
        }

        @Override
        public final Optional<CommitPermit> awaitCommitOrder() throws InterruptedException {
            if (last.fragment() == Fragment.MORE_FOLLOWS) {
                throw new IllegalStateException(batch + " is not complete");
            }
            return awaitOrYield(this::isItsTurn) == Pass.GRANTED
                    ? Optional.of(new CommitPermit(() -> aborted))
                    : Optional.empty();
        }

        @Override
        public final void awaitRetry() throws InterruptedException {
            monitor.enter();
            try {
                awaitOrAbort(() -> dependenciesAreCommitted() && isItsTurn());
            } finally {
                monitor.leave();
            }
        }

        private Pass awaitOrYield(BooleanSupplier condition) throws InterruptedException {
            monitor.enter();
            try {
                awaitOrAbort(() -> condition.getAsBoolean() || mustYield());
                return condition.getAsBoolean() ? Pass.GRANTED : Pass.YIELD;
            } finally {
                monitor.leave();
            }
        }

        @Override
        public final void committed() {
            monitor.enter();
            try {
                note();
                monitor.wakeAll();
            } finally {
                monitor.leave();
            }
        }
    }
}
