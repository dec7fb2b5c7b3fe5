package io.gaussferry.schedule.order;

import io.gaussferry.change.RowChange;
import io.gaussferry.change.SourceTransaction;
import io.gaussferry.change.SourceTransaction.Fragment;
import io.gaussferry.model.ApplierProgress;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.Progress;
import io.gaussferry.schedule.key.WriteSet;
import io.gaussferry.schedule.key.WriteSetIndex;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Lets appliers execute batches side by side and commit them in source order, so that the target is a prefix of the source's
 * history at every instant.
 *
 * <p>There is one open batch, to which the scheduler appends; an applier that is free takes what is in it. So batches are as
 * large as the backlog makes them: a single transaction when appliers wait, thousands of rows when they are busy. A batch that
 * shares a key with an uncommitted earlier one stays open and grows until that one's commit. If it is full before, an applier may
 * execute what shares nothing, and waits with the rest.
 */
public final class CommitOrder extends EndingOrder {

    private final BatchLimits limits;
    private final Linger linger;
    private final GtidSet executed;
    private final WriteSetIndex exclusiveUses = new WriteSetIndex(batch -> batch > this.committed);
    private final WriteSetIndex sharedUses = new WriteSetIndex(batch -> batch > this.committed);
    private final SequenceIndex captureSequences = new SequenceIndex();

    private Progress beforeOpen;
    private Batch open = new Batch(1, 0, 1);
    private long committed;
    private long bytesInAppliers;
    /** Executed batches after this number must give up their locks before they may commit. */
    private long yieldAfter = Long.MAX_VALUE;
    /** The batch that holds the first part of a large transaction; 0 for none. */
    private long largeNumber;

    /**
     * @param limits how large a batch may become
     * @param progress what the target has already
     * @param monitor where to wait
     */
    public CommitOrder(BatchLimits limits, Progress progress, Monitor monitor) {
        super(monitor);
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
                linger.begin(transaction);
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
            // an applier that is woken for every transaction spends its time on waking up
            if (wasEmpty || open.isFull(limits) || (!wasWorthwhile && linger.isWorthwhile(open))) {
                monitor.wakeAll();
            }
        } finally {
            monitor.leave();
        }
    }

    /** Hands on a further part, and after the last waits for the commit of the whole. */
    private void appendFragment(SourceTransaction transaction, List<RowChange> changes, WriteSet writeSet)
            throws InterruptedException {
        if (transaction.fragment() == Fragment.WHOLE) {
            throw new IllegalStateException(transaction + " comes within a large transaction");
        }
        Batch fragment = new Batch(largeNumber, 0, 1);
        fragment.add(transaction, changes, writeSet.isInOrder());
        fragments.put(fragment, transaction.fragment() == Fragment.LAST);
        awaitOrAbort(() -> transaction.fragment() != Fragment.LAST || committed >= largeNumber);
    }

    private boolean isDrained() {
        return open.isEmpty() && committed == open.number() - 1;
    }

    /** Returns whether there are none: neither batches to wait for, nor transactions of the open one. */
    private boolean addDependencies(WriteSet writeSet) {
        long number = open.number();
        boolean sharesNothing = true;
        for (int i = 0; i < writeSet.exclusiveCount(); i++) {
            long key = writeSet.exclusive(i);
            long exclusiveUse = exclusiveUses.replace(key, number);
            // the key may have been its own before
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

    /** Makes the open batch wait for an earlier one; returns whether that is committed. */
    private boolean dependOn(long earlier) {
        if (earlier < open.number()) {
            open.waitFor(0, earlier);
        }
        return earlier <= committed;
    }

    @Override
    public @Nullable Assignment take(int applier) throws InterruptedException {
        monitor.enter();
        try {
            while (!isAborted()) {
                long waitNanos = nanosUntilWorthwhile();
                if (waitNanos <= 0) {
                    return seal();
                }
                if (isEnded() && open.isEmpty()) {
                    return null;
                }
                monitor.await(waitNanos);
            }
            return null;
        } finally {
            monitor.leave();
        }
    }

    /** Returns how long the open batch should still wait for more: 0 or less for not at all. */
    private long nanosUntilWorthwhile() {
        if (open.isEmpty() || !fitsIntoAppliers()) {
            return Monitor.FOR_EVER;
        }
        if (open.isFull(limits) || open.number() == largeNumber) {
            return 0;
        }
        if (open.waitsFor(0) > committed) {
            return Monitor.FOR_EVER;
        }
        boolean othersAtWork = open.number() - 1 > committed;
        return isEnded() ? 0 : linger.nanosLeft(open, othersAtWork);
    }

    /** A transaction larger than all appliers together may hold is applied alone. */
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
        open = new Batch(sealed.number() + 1, 0, 1);
        monitor.wakeAll();
        return new InCommitOrder(sealed);
    }

    /** A batch that is committed when all earlier ones are. */
    private final class InCommitOrder extends Taken {

        private InCommitOrder(Batch batch) {
            super(batch);
        }

        @Override
        boolean dependenciesAreCommitted() {
            return batch().waitsFor(0) <= committed;
        }

        @Override
        boolean isItsTurn() {
            return batch().number() - 1 <= committed;
        }

        @Override
        boolean mustYield() {
            return batch().number() > yieldAfter;
        }

        @Override
        public void rolledBack() {
            monitor.enter();
            try {
                yieldAfter = Math.min(yieldAfter, batch().number());
                monitor.wakeAll();
            } finally {
                monitor.leave();
            }
        }

        /** {@inheritDoc} It is executed again only in its turn, when they are. */
        @Override
        public void requireBlame(Exception refusal) {}

        @Override
        public ApplierProgress progress() {
            return new ApplierProgress(batch().progress(last()), "");
        }

        @Override
        public Optional<Assignment> before(SourceTransaction end) {
            Batch sound = batch().before(end);
            return sound.isEmpty() ? Optional.empty() : Optional.of(new InCommitOrder(sound));
        }

        @Override
        void note() {
            long number = batch().number();
            if (number != committed + 1) {
                throw new IllegalStateException(batch() + " was committed after number " + committed);
            }
            committed = number;
            captureSequences.committed(committed);
            bytesInAppliers -= batch().byteSize();
            if (batch().isFragment()) {
                // nothing was sealed meanwhile
                beforeOpen = batch().progress(last());
            }
            if (committed >= yieldAfter) {
                yieldAfter = Long.MAX_VALUE;
            }
        }
    }
}
