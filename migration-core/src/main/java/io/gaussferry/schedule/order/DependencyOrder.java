package io.gaussferry.schedule.order;

import io.gaussferry.change.RowChange;
import io.gaussferry.change.SourceTransaction;
import io.gaussferry.change.SourceTransaction.Fragment;
import io.gaussferry.model.ApplierProgress;
import io.gaussferry.model.Progress;
import io.gaussferry.schedule.key.WriteSet;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Lets each applier execute and commit its own batches whenever they are ready, so that transactions that touch nothing in common may
 * be committed in another order than on the source. Every source transaction stays whole.
 *
 * <p>A transaction that depends on uncommitted ones of one applier joins that applier, which executes in order, and waits for nothing. One
 * that depends on several appliers joins one of them and waits for the others. What a batch waits for is closed at that moment, so
 * every edge leads from a batch to one that was closed before it, and no circle can arise.
 */
public final class DependencyOrder extends EndingOrder {

    /** Transactions that may be appended beyond the first uncommitted one: an applier's progress row has a bit for each, 5 KB as text. */
    private static final int MAXIMUM_WINDOW = 1 << 15;

    private static final class ApplierState {
        private final int number;
        private final Deque<Batch> closed = new ArrayDeque<>();
        private final SequenceIndex captureSequences = new SequenceIndex();
        private final Linger linger;
        private Batch open;
        private long changes;
        private long committed;
        private boolean atWork;

        private ApplierState(int number, int appliers, Linger linger) {
            this.number = number;
            this.linger = linger;
            this.open = new Batch(1, number, appliers);
        }
    }

    private final BatchLimits limits;
    private final CommitWindow window;
    private final List<ApplierState> appliers = new ArrayList<>();
    private final long[] needs;
    private final ApplierWriteSetIndex keyUses;

    private int filling;
    private long bytesInAppliers;
    private @Nullable Batch large;

    /**
     * @param limits how large a batch may become
     * @param progress what the target has already
     * @param applierCount 1 to 64
     * @param monitor where to wait
     */
    public DependencyOrder(BatchLimits limits, Progress progress, int applierCount, Monitor monitor) {
        super(monitor);
        if (applierCount < 1 || applierCount > ApplierWriteSetIndex.MAXIMUM_APPLIERS) {
            throw new IllegalArgumentException(
                    "1 to " + (ApplierWriteSetIndex.MAXIMUM_APPLIERS) + " appliers, not " + applierCount);
        }
        this.limits = limits;
        this.window = new CommitWindow(progress, applierCount);
        this.needs = new long[applierCount];
        this.keyUses = new ApplierWriteSetIndex(
                applierCount, (applier, batch) -> batch > appliers.get(applier).committed, window::lowWaterSequence);
        for (int applier = 0; applier < applierCount; applier++) {
            appliers.add(new ApplierState(applier, applierCount, new Linger(monitor, limits)));
        }
    }

    @Override
    public void append(SourceTransaction transaction, List<RowChange> changes, WriteSet writeSet)
            throws InterruptedException {
        monitor.enter();
        try {
            if (transaction.fragment() != Fragment.WHOLE) {
                appendFragment(transaction, changes, writeSet);
                return;
            }
            awaitOrAbort(() -> hasRoomFor(transaction));
            findNeeds(writeSet);
            ApplierState applier = choose();
            Batch batch = applier.open;
            waitForOtherAppliers(applier);
            add(applier, transaction, changes, writeSet);
            keyUses.note(writeSet, batch, transaction.captureSequence());
        } finally {
            monitor.leave();
        }
    }

    private boolean hasRoomFor(SourceTransaction transaction) {
        boolean fits = bytesInAppliers == 0 || bytesInAppliers + transaction.byteSize() <= limits.bytesInAppliers();
        return fits && window.size() < MAXIMUM_WINDOW;
    }

    /** For each applier the last batch that the transaction depends on; 0 for none. */
    private void findNeeds(WriteSet writeSet) {
        keyUses.find(writeSet, needs);
        if (writeSet.afterSequence() > window.lowWaterSequence()) {
            for (ApplierState applier : appliers) {
                needs[applier.number] =
                        Math.max(needs[applier.number], applier.captureSequences.batchOf(writeSet.afterSequence()));
            }
        }
    }

    /** One of the appliers that the transaction depends on, the one that will be done last; or any if there is none. */
    private ApplierState choose() {
        ApplierState chosen = null;
        for (ApplierState applier : appliers) {
            if (needs[applier.number] != 0 && (chosen == null || applier.changes > chosen.changes)) {
                chosen = applier;
            }
        }
        return chosen != null ? chosen : leastBusy();
    }

    /** Stays with an applier until its batch is worth a commit: many small batches cost more than uneven appliers. */
    private ApplierState leastBusy() {
        ApplierState current = appliers.get(filling);
        if (!current.open.isEmpty() && !current.linger.isWorthwhile(current.open) && !current.open.isFull(limits)) {
            return current;
        }
        ApplierState least = current;
        for (ApplierState applier : appliers) {
            if (applier.changes < least.changes) {
                least = applier;
            }
        }
        filling = least.number;
        return least;
    }

    private void waitForOtherAppliers(ApplierState chosen) {
        for (ApplierState other : appliers) {
            long needed = needs[other.number];
            if (other == chosen || needed == 0) {
                continue;
            }
            if (needed == other.open.number()) {
                close(other);
            }
            chosen.open.waitFor(other.number, needed);
        }
    }

    private void add(ApplierState applier, SourceTransaction transaction, List<RowChange> changes, WriteSet writeSet) {
        Batch batch = applier.open;
        boolean wasEmpty = batch.isEmpty();
        boolean wasWorthwhile = applier.linger.isWorthwhile(batch);
        if (wasEmpty) {
            applier.linger.begin(transaction);
        }
        batch.add(transaction, changes, writeSet.isInOrder());
        applier.captureSequences.add(transaction.captureSequence(), batch.number());
        applier.changes += changes.size();
        bytesInAppliers += transaction.byteSize();
        window.append(transaction, applier.number);
        boolean full = batch.isFull(limits);
        if (full) {
            close(applier);
        }
        if (wasEmpty || full || (!wasWorthwhile && applier.linger.isWorthwhile(batch))) {
            monitor.wakeAll();
        }
    }

    private void close(ApplierState applier) {
        applier.closed.addLast(applier.open);
        applier.open = new Batch(applier.open.number() + 1, applier.number, appliers.size());
        monitor.wakeAll();
    }

    private void appendFragment(SourceTransaction transaction, List<RowChange> changes, WriteSet writeSet)
            throws InterruptedException {
        Batch first = large;
        if (first != null) {
            Batch fragment = new Batch(first.number(), first.applier(), appliers.size());
            fragment.add(transaction, changes, writeSet.isInOrder());
            boolean last = transaction.fragment() == Fragment.LAST;
            if (last) {
                window.ends(transaction);
            }
            fragments.put(fragment, last);
            awaitOrAbort(() -> !last || large == null);
        } else {
            appliers.stream().filter(applier -> !applier.open.isEmpty()).forEach(this::close);
            awaitOrAbort(() -> window.size() == 0);
            ApplierState applier = appliers.get(0);
            large = applier.open;
            add(applier, transaction, changes, writeSet);
            if (applier.open == large) {
                close(applier);
            }
        }
    }

    @Override
    public @Nullable Assignment take(int number) throws InterruptedException {
        ApplierState applier = appliers.get(number);
        monitor.enter();
        try {
            applier.atWork = false;
            while (!isAborted()) {
                Batch closed = applier.closed.pollFirst();
                if (closed != null) {
                    applier.atWork = true;
                    return new Free(closed);
                }
                if (isEnded() && applier.open.isEmpty()) {
                    return null;
                }
                long waitNanos = nanosUntilWorthwhile(applier);
                if (waitNanos <= 0) {
                    close(applier);
                } else {
                    monitor.await(waitNanos);
                }
            }
            return null;
        } finally {
            monitor.leave();
        }
    }

    private long nanosUntilWorthwhile(ApplierState applier) {
        Batch open = applier.open;
        if (open.isEmpty()) {
            return Monitor.FOR_EVER;
        }
        boolean othersAtWork = appliers.stream().anyMatch(other -> other.atWork);
        return isEnded() ? 0 : applier.linger.nanosLeft(open, othersAtWork);
    }

    /** A batch that is committed as soon as it is executed: nobody who holds a lock waits for anybody. */
    private final class Free extends Taken {

        private Free(Batch batch) {
            super(batch);
        }

        @Override
        boolean dependenciesAreCommitted() {
            return appliers.stream().allMatch(applier -> applier.committed >= batch().waitsFor(applier.number));
        }

        @Override
        boolean isItsTurn() {
            return true;
        }

        @Override
        boolean mustYield() {
            return false;
        }

        /** {@inheritDoc} Whoever holds a lock that it needs commits without waiting for anybody. */
        @Override
        public void rolledBack() {}

        @Override
        public void requireBlame(Exception refusal) {
            throw new UnknownDependencyException(batch(), refusal);
        }

        @Override
        public ApplierProgress progress() {
            monitor.enter();
            try {
                return window.progress(batch().applier(), batch().transactions().size());
            } finally {
                monitor.leave();
            }
        }

        @Override
        public Optional<Assignment> before(SourceTransaction end) {
            Batch sound = batch().before(end);
            return sound.isEmpty() ? Optional.empty() : Optional.of(new Free(sound));
        }

        @Override
        void note() {
            ApplierState applier = appliers.get(batch().applier());
            if (batch().number() != applier.committed + 1) {
                throw new IllegalStateException(batch() + " was committed after number " + applier.committed);
            }
            applier.committed = batch().number();
            applier.captureSequences.committed(applier.committed);
            applier.changes -= batch().changeCount();
            bytesInAppliers -= batch().byteSize();
            window.committed(batch().applier(), batch().transactions().size());
            if (batch() == large) {
                large = null;
            }
        }
    }
}
