package io.gaussferry.schedule.order;

import io.gaussferry.change.RowChange;
import io.gaussferry.change.SourceTransaction;
import io.gaussferry.change.SourceTransaction.Fragment;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.Progress;
import io.gaussferry.schedule.key.WriteSet;
import io.gaussferry.schedule.key.WriteSetIndex;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Lets appliers execute batches in parallel and commit them in source order, so that the target is a prefix of the source's history at
 * every moment.
 *
 * <p>There is one open batch, to which the scheduler appends; a free applier takes its content. The backlog thus determines the size of
 * batches: a single transaction when appliers wait, thousands of rows when they are busy. A batch that shares a key with an uncommitted
 * earlier one stays open and grows until that one's commit. If it is full before that, an applier may execute its independent changes, and
 * waits with the rest.
 */
public final class CommitOrder implements BatchOrder {

    private final Monitor monitor;
    private final FragmentHandover fragments;
    private final BatchLimits limits;
    private final Linger linger;
    private final GtidSet executed;
    private final WriteSetIndex exclusiveUses = new WriteSetIndex(batch -> batch > this.committed);
    private final WriteSetIndex sharedUses = new WriteSetIndex(batch -> batch > this.committed);
    private final SequenceIndex captureSequences = new SequenceIndex();

    private Progress beforeOpen;
    private Batch open = new Batch(1);
    private long committed;
    private long bytesInAppliers;
    /** Executed batches after this number must release their locks before they may commit. */
    private long yieldAfter = Long.MAX_VALUE;
    /** The number of the batch with the first part of a large transaction; 0 for none. */
    private long largeNumber;

    private boolean ended;
    /** Written inside the monitor; read by permits outside of it. */
    private volatile boolean aborted;

    /**
     * @param limits limits of a batch
     * @param progress the target's progress at the start
     * @param monitor synchronizes the scheduler and the appliers
     */
    public CommitOrder(BatchLimits limits, Progress progress, Monitor monitor) {
        this.monitor = monitor;
        this.fragments = new FragmentHandover(monitor);
        this.limits = limits;
        this.linger = new Linger(monitor, limits);
        this.executed = progress.executedSet();
        this.beforeOpen = progress;
    }

    @Override
    public void append(SourceTransaction transaction, List<RowChange> changes, WriteSet writeSet)
            throws InterruptedException {
        monitor.enter();
        try {
            if (largeNumber > committed) {
                appendFragment(transaction, changes, writeSet);
                return;
            }
            boolean large = transaction.fragment() == Fragment.MORE_FOLLOWS;
            awaitOrAbort(() -> !open.isFull(limits) && (!large || isDrained()));
            boolean wasEmpty = open.isEmpty();
            boolean wasWorthwhile = linger.isWorthwhile(open);
            if (wasEmpty) {
                linger.start(transaction);
            }
            boolean sharesNothing = false;
            if (large) {
                largeNumber = open.number();
            } else {
                sharesNothing = addDependencies(writeSet);
            }
            open.add(transaction, changes, writeSet.isInOrder(), sharesNothing);
            executed.add(transaction.gtid());
            captureSequences.add(transaction.captureSequence(), open.number());
            // an applier that is woken for every transaction spends its time on wake-ups
            if (wasEmpty || open.isFull(limits) || (!wasWorthwhile && linger.isWorthwhile(open))) {
                monitor.wakeAll();
            }
        } finally {
            monitor.leave();
        }
    }

    /** Passes on a further part, and after the last one waits for the commit of the whole transaction. */
    private void appendFragment(SourceTransaction transaction, List<RowChange> changes, WriteSet writeSet)
            throws InterruptedException {
        if (transaction.fragment() == Fragment.WHOLE) {
            throw new IllegalStateException(transaction + " arrived within a large transaction");
        }
        Batch fragment = new Batch(largeNumber);
        fragment.add(transaction, changes, writeSet.isInOrder());
        fragments.put(fragment, transaction.fragment() == Fragment.LAST);
        awaitOrAbort(() -> transaction.fragment() != Fragment.LAST || committed >= largeNumber);
    }

    private boolean isDrained() {
        return open.isEmpty() && committed == open.number() - 1;
    }

    /**
     * Adds the dependencies of a transaction; returns whether it has none, neither on earlier batches nor on transactions of the open one.
     */
    private boolean addDependencies(WriteSet writeSet) {
        long number = open.number();
        boolean sharesNothing = true;
        for (int i = 0; i < writeSet.exclusiveCount(); i++) {
            long key = writeSet.exclusive(i);
            long exclusiveUse = exclusiveUses.replace(key, number);
            // the key may have been used by the same transaction before
            sharesNothing &= dependOn(exclusiveUse) || (exclusiveUse == number && writeSet.hasBefore(i));
            sharesNothing &= dependOn(sharedUses.find(key));
        }
        for (int i = 0; i < writeSet.sharedCount(); i++) {
            long key = writeSet.shared(i);
            sharesNothing &= dependOn(exclusiveUses.find(key));
            sharedUses.replace(key, number);
        }
        if (writeSet.afterSequence() > 0) {
            sharesNothing &= dependOn(captureSequences.batchOf(writeSet.afterSequence()));
        }
        return sharesNothing;
    }

    /** Makes the open batch wait for an earlier one; returns whether that one is committed. */
    private boolean dependOn(long earlier) {
        if (earlier < open.number()) {
            open.waitFor(earlier);
        }
        return earlier <= committed;
    }

    @Override
    public @Nullable Assignment take(int applier) throws InterruptedException {
        monitor.enter();
        try {
            while (!aborted) {
                long waitNanos = nanosUntilWorthwhile();
                if (waitNanos <= 0) {
                    return seal();
                }
                if (ended && open.isEmpty()) {
                    return null;
                }
                monitor.await(waitNanos);
            }
            return null;
        } finally {
            monitor.leave();
        }
    }

    /** Returns how long the open batch should still wait for more transactions; 0 or less for not at all. */
    private long nanosUntilWorthwhile() {
        if (open.isEmpty() || !fitsIntoAppliers()) {
            return Monitor.NO_TIMEOUT;
        }
        if (open.isFull(limits) || open.number() == largeNumber) {
            return 0;
        }
        if (open.waitsFor() > committed) {
            return Monitor.NO_TIMEOUT;
        }
        boolean othersAreExecuting = open.number() - 1 > committed;
        return ended ? 0 : linger.nanosLeft(open, othersAreExecuting);
    }

    /** A transaction that is larger than the limit of all appliers together is applied alone. */
    private boolean fitsIntoAppliers() {
        return bytesInAppliers == 0 || bytesInAppliers + open.byteSize() <= limits.bytesInAppliers();
    }

    private Assignment seal() {
        Batch sealed = open;
        bytesInAppliers += sealed.byteSize();
        String executedAfter = executed.toString();
        sealed.seal(beforeOpen, executedAfter);
        if (!sealed.isFragment()) {
            beforeOpen = sealed.progress(sealed.last());
        }
        open = new Batch(sealed.number() + 1);
        monitor.wakeAll();
        return new InCommitOrder(sealed, sealed);
    }

    /** Called inside the monitor. */
    private void requireNotAborted() throws InterruptedException {
        if (aborted) {
            throw new InterruptedException("replay was aborted");
        }
    }

    /** Called inside the monitor. Waits for a condition, or until the order is aborted. */
    private void awaitOrAbort(BooleanSupplier condition) throws InterruptedException {
        requireNotAborted();
        while (!condition.getAsBoolean()) {
            monitor.await(Monitor.NO_TIMEOUT);
            requireNotAborted();
        }
    }

    @Override
    public void end() {
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
    public void abort() {
        monitor.enter();
        try {
            aborted = true;
            fragments.abort();
            monitor.wakeAll();
        } finally {
            monitor.leave();
        }
    }

    /** A batch that is committed after all earlier ones. */
    private final class InCommitOrder implements Assignment {

        private final Batch batch;
        /** The batch that is committed with this one: itself, or null if further parts of it follow. */
        private final @Nullable Batch whole;

        private SourceTransaction last;

        private InCommitOrder(Batch batch, @Nullable Batch whole) {
            this.batch = batch;
            this.whole = whole;
            this.last = batch.last();
        }

        private boolean dependenciesAreCommitted() {
            return batch.waitsFor() <= committed;
        }

        private boolean isItsTurn() {
            return batch.number() - 1 <= committed;
        }

        /** Returns whether an earlier batch may be waiting for locks of this one. */
        private boolean mustYield() {
            return batch.number() > yieldAfter;
        }

        @Override
        public Batch batch() {
            return batch;
        }

        @Override
        public @Nullable Batch nextFragment() throws InterruptedException {
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
        public boolean isReady() {
            monitor.enter();
            try {
                return dependenciesAreCommitted();
            } finally {
                monitor.leave();
            }
        }

        @Override
        public Pass awaitDependencies() throws InterruptedException {
            return awaitOrYield(this::dependenciesAreCommitted);
        }

        @Override
        public Optional<CommitPermit> awaitCommitOrder() throws InterruptedException {
            if (last.fragment() == Fragment.MORE_FOLLOWS) {
                throw new IllegalStateException(batch + " is not complete");
            }
            return awaitOrYield(this::isItsTurn) == Pass.GRANTED
                    ? Optional.of(new CommitPermit(() -> aborted))
                    : Optional.empty();
        }

        @Override
        public void awaitRetry() throws InterruptedException {
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
        public void committed() {
            monitor.enter();
            try {
                if (whole != null) {
                    noteCommit(whole);
                    monitor.wakeAll();
                }
            } finally {
                monitor.leave();
            }
        }

        @Override
        public void rolledBack() {
            monitor.enter();
            try {
                yieldAfter = Math.min(yieldAfter, batch.number());
                monitor.wakeAll();
            } finally {
                monitor.leave();
            }
        }

        @Override
        public Progress progress() {
            return batch.progress(last);
        }

        @Override
        public Optional<Assignment> before(SourceTransaction end) {
            Batch sound = batch.before(end);
            return sound.isEmpty() ? Optional.empty() : Optional.of(new InCommitOrder(sound, null));
        }

        @Override
        public List<Assignment> oneByOne() {
            List<Assignment> parts = new ArrayList<>();
            for (Batch part : batch.oneByOne()) {
                parts.add(new InCommitOrder(part, part.last() == batch.last() ? whole : null));
            }
            return parts;
        }

        private void noteCommit(Batch complete) {
            long number = complete.number();
            if (number != committed + 1) {
                throw new IllegalStateException(complete + " was committed after number " + committed);
            }
            committed = number;
            captureSequences.committed(committed);
            bytesInAppliers -= complete.byteSize();
            if (complete.isFragment()) {
                // no batch was sealed in the meantime
                beforeOpen = complete.progress(last);
            }
            if (committed >= yieldAfter) {
                yieldAfter = Long.MAX_VALUE;
            }
        }
    }
}
