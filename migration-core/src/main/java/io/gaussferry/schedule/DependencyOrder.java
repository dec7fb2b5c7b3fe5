package io.gaussferry.schedule;

import io.gaussferry.model.Progress;
import io.gaussferry.source.SourceTransaction;
import io.gaussferry.source.SourceTransaction.Part;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Lets each lane execute and commit its own batches whenever they are ready, so that transactions that touch nothing in common may
 * be committed in another order than on the source. Every source transaction stays whole.
 *
 * <p>A transaction that depends on uncommitted ones of one lane joins that lane, which executes in order, and waits for nothing. One
 * that depends on several lanes joins one of them and waits for the others. What a batch waits for is closed at that moment, so
 * every edge leads from a batch to one that was closed before it, and no circle can arise.
 */
public final class DependencyOrder extends EndingOrder {

    /** Transactions that may be appended beyond the first uncommitted one; what is noted of them is small, but not nothing. */
    private static final int MAXIMUM_WINDOW = 100_000;

    private static final class LaneState {
        private final int number;
        private final Deque<Batch> closed = new ArrayDeque<>();
        private final OrdinalIndex ordinals = new OrdinalIndex();
        private final Linger linger;
        private Batch open;
        private long changes;
        private long committed;
        private boolean atWork;

        private LaneState(int number, int lanes, Linger linger) {
            this.number = number;
            this.linger = linger;
            this.open = new Batch(1, number, lanes);
        }
    }

    private final BatchLimits limits;
    private final CommitWindow window;
    private final List<LaneState> lanes = new ArrayList<>();
    private final long[] needs;
    private final LaneKeyUses keyUses;

    private int filling;
    private long bytesInLanes;
    private @Nullable Batch large;

    /**
     * @param limits how large a batch may become
     * @param progress what the target has already
     * @param laneCount 1 to 64
     * @param monitor where to wait
     */
    public DependencyOrder(BatchLimits limits, Progress progress, int laneCount, Monitor monitor) {
        super(monitor);
        if (laneCount < 1 || laneCount > LaneKeyUses.MAXIMUM_LANES) {
            throw new IllegalArgumentException("1 to " + (LaneKeyUses.MAXIMUM_LANES) + " lanes, not " + laneCount);
        }
        this.limits = limits;
        this.window = new CommitWindow(progress, laneCount);
        this.needs = new long[laneCount];
        this.keyUses =
                new LaneKeyUses(laneCount, (lane, batch) -> batch > lanes.get(lane).committed, window::lowWaterOrdinal);
        for (int lane = 0; lane < laneCount; lane++) {
            lanes.add(new LaneState(lane, laneCount, new Linger(monitor, limits)));
        }
    }

    @Override
    public void append(SourceTransaction transaction, List<RowChange> changes, WriteSet writeSet)
            throws InterruptedException {
        monitor.enter();
        try {
            if (transaction.part() != Part.WHOLE) {
                appendPart(transaction, changes, writeSet);
                return;
            }
            while (!isAborted() && !hasRoomFor(transaction)) {
                monitor.await(Monitor.FOR_EVER);
            }
            requireNotAborted();
            findNeeds(writeSet);
            LaneState lane = choose();
            Batch batch = lane.open;
            waitForOtherLanes(lane);
            add(lane, transaction, changes, writeSet);
            keyUses.note(writeSet, batch, transaction.ordinal());
        } finally {
            monitor.leave();
        }
    }

    private boolean hasRoomFor(SourceTransaction transaction) {
        boolean fits = bytesInLanes == 0 || bytesInLanes + transaction.byteSize() <= limits.bytesInLanes();
        return fits && window.size() < MAXIMUM_WINDOW;
    }

    /** For each lane the last batch that the transaction depends on; 0 for none. */
    private void findNeeds(WriteSet writeSet) {
        keyUses.find(writeSet, needs);
        if (writeSet.afterOrdinal() > window.lowWaterOrdinal()) {
            for (LaneState lane : lanes) {
                needs[lane.number] = Math.max(needs[lane.number], lane.ordinals.batchOf(writeSet.afterOrdinal()));
            }
        }
    }

    /** One of the lanes that the transaction depends on, the one that will be done last; or any if there is none. */
    private LaneState choose() {
        LaneState chosen = null;
        for (LaneState lane : lanes) {
            if (needs[lane.number] != 0 && (chosen == null || lane.changes > chosen.changes)) {
                chosen = lane;
            }
        }
        return chosen != null ? chosen : leastBusy();
    }

    /** Stays with a lane until its batch is worth a commit: many small batches cost more than uneven lanes. */
    private LaneState leastBusy() {
        LaneState current = lanes.get(filling);
        if (!current.open.isEmpty() && !current.linger.isWorthwhile(current.open) && !current.open.isFull(limits)) {
            return current;
        }
        LaneState least = current;
        for (LaneState lane : lanes) {
            if (lane.changes < least.changes) {
                least = lane;
            }
        }
        filling = least.number;
        return least;
    }

    private void waitForOtherLanes(LaneState chosen) {
        for (LaneState other : lanes) {
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

    private void add(LaneState lane, SourceTransaction transaction, List<RowChange> changes, WriteSet writeSet) {
        Batch batch = lane.open;
        boolean wasEmpty = batch.isEmpty();
        boolean wasWorthwhile = lane.linger.isWorthwhile(batch);
        if (wasEmpty) {
            lane.linger.begin(transaction);
        }
        batch.add(transaction, changes, writeSet.isInOrder());
        lane.ordinals.add(transaction.ordinal(), batch.number());
        lane.changes += changes.size();
        bytesInLanes += transaction.byteSize();
        window.append(transaction, lane.number);
        boolean full = batch.isFull(limits);
        if (full) {
            close(lane);
        }
        if (wasEmpty || full || (!wasWorthwhile && lane.linger.isWorthwhile(batch))) {
            monitor.wakeAll();
        }
    }

    private void close(LaneState lane) {
        lane.closed.addLast(lane.open);
        lane.open = new Batch(lane.open.number() + 1, lane.number, lanes.size());
        monitor.wakeAll();
    }

    private void appendPart(SourceTransaction transaction, List<RowChange> changes, WriteSet writeSet)
            throws InterruptedException {
        Batch first = large;
        if (first != null) {
            Batch part = new Batch(first.number(), first.lane(), lanes.size());
            part.add(transaction, changes, writeSet.isInOrder());
            boolean last = transaction.part() == Part.LAST;
            parts.put(part, last);
            while (!isAborted() && last && large != null) {
                monitor.await(Monitor.FOR_EVER);
            }
        } else {
            lanes.stream().filter(lane -> !lane.open.isEmpty()).forEach(this::close);
            while (!isAborted() && window.size() > 0) {
                monitor.await(Monitor.FOR_EVER);
            }
            LaneState lane = lanes.get(0);
            large = lane.open;
            add(lane, transaction, changes, writeSet);
            if (lane.open == large) {
                close(lane);
            }
        }
        requireNotAborted();
    }

    @Override
    public @Nullable Batch take(int number) throws InterruptedException {
        LaneState lane = lanes.get(number);
        monitor.enter();
        try {
            lane.atWork = false;
            while (!isAborted()) {
                Batch closed = lane.closed.pollFirst();
                if (closed != null) {
                    lane.atWork = true;
                    return closed;
                }
                if (isEnded() && lane.open.isEmpty()) {
                    return null;
                }
                long waitNanos = nanosUntilWorthwhile(lane);
                if (waitNanos <= 0) {
                    close(lane);
                } else {
                    monitor.await(waitNanos);
                }
            }
            return null;
        } finally {
            monitor.leave();
        }
    }

    private long nanosUntilWorthwhile(LaneState lane) {
        Batch open = lane.open;
        if (open.isEmpty()) {
            return Monitor.FOR_EVER;
        }
        boolean othersAtWork = lanes.stream().anyMatch(other -> other.atWork);
        return isEnded() ? 0 : lane.linger.nanosLeft(open, othersAtWork);
    }

    @Override
    public boolean isReady(Batch batch) {
        monitor.enter();
        try {
            return lanes.stream().allMatch(lane -> lane.committed >= batch.waitsFor(lane.number));
        } finally {
            monitor.leave();
        }
    }

    /** {@inheritDoc} Never false: whoever waits here holds nothing. */
    @Override
    public boolean awaitDependencies(Batch batch) throws InterruptedException {
        monitor.enter();
        try {
            for (LaneState lane : lanes) {
                while (lane.committed < batch.waitsFor(lane.number)) {
                    requireNotAborted();
                    monitor.await(Monitor.FOR_EVER);
                }
            }
            requireNotAborted();
            return true;
        } finally {
            monitor.leave();
        }
    }

    @Override
    public boolean awaitTurn(Batch batch) {
        return true;
    }

    @Override
    public boolean isPrefixOrder() {
        return false;
    }

    @Override
    public void awaitPredecessors(Batch batch) {
        throw new IllegalStateException("batches of several lanes have no order among each other");
    }

    @Override
    public void requestYield(Batch batch) {
        // whoever holds a lock commits without waiting for anybody
    }

    @Override
    public Progress progress(Batch batch) {
        monitor.enter();
        try {
            return window.progress(batch.lane(), batch.transactions().size());
        } finally {
            monitor.leave();
        }
    }

    @Override
    public void committed(Batch batch) {
        monitor.enter();
        try {
            LaneState lane = lanes.get(batch.lane());
            if (batch.number() != lane.committed + 1) {
                throw new IllegalStateException(batch + " was committed after number " + lane.committed);
            }
            lane.committed = batch.number();
            lane.ordinals.committed(lane.committed);
            lane.changes -= batch.changeCount();
            bytesInLanes -= batch.byteSize();
            window.committed(batch.lane(), batch.transactions().size());
            if (batch == large) {
                large = null;
            }
            monitor.wakeAll();
        } finally {
            monitor.leave();
        }
    }
}
