package io.gaussferry.schedule;

import io.gaussferry.model.GtidSet;
import io.gaussferry.model.LowWaterMark;
import io.gaussferry.model.Progress;
import io.gaussferry.source.SourceTransaction;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Lets lanes execute batches side by side and commit them in source order, so that the target is a prefix of the source's
 * history at every instant.
 *
 * <p>There is one open batch, to which the scheduler appends; a lane that is free takes what is in it. So batches are as
 * large as the backlog makes them: a single transaction when lanes wait, thousands of rows when they are busy. A batch that
 * shares a key with an uncommitted earlier one is executed after that one's commit; until then it stays open and grows.
 *
 * <p>Thread-safe. The scheduler's thread appends and ends; lanes take, wait and report.
 */
public final class CommitOrder {

    /**
     * With other lanes at work, an open batch waits until it is worth a commit, this part of a full one...
     */
    private static final int WORTHWHILE_DIVISOR = 2;
    /** ...or for this long, nanoseconds: small commits would take the time of those that are in progress. */
    private static final long LINGER_NANOS = TimeUnit.MILLISECONDS.toNanos(4);
    /** While replay is behind by more than this, milliseconds... */
    private static final long BEHIND_MILLIS = 500;
    /** ...it waits longer, nanoseconds: catching up needs large batches, and latency is lost already. */
    private static final long LINGER_BEHIND_NANOS = TimeUnit.MILLISECONDS.toNanos(40);

    /** Keeps a key's shared uses apart from its exclusive ones. */
    private static final long SHARED = 0x5DEECE66D1CE4E5BL;

    private final BatchLimits limits;
    private final int worthwhileChanges;
    private final GtidSet executed;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition openChanged = lock.newCondition();
    private final Condition roomInOpen = lock.newCondition();
    private final Condition committedChanged = lock.newCondition();
    private final LastUse lastUse = new LastUse();

    private Batch open = new Batch(1);
    private long lingerUntilNanos;
    private LowWaterMark lowWater;
    private Progress beforeOpen;
    private long committed;
    private long bytesInLanes;
    /** Executed batches after this number must give up their locks before they may commit. */
    private long yieldAfter = Long.MAX_VALUE;

    private boolean ended;
    private boolean aborted;

    /**
     * @param limits how large a batch may become
     * @param progress what the target has already
     */
    public CommitOrder(BatchLimits limits, Progress progress) {
        this.limits = limits;
        this.worthwhileChanges = Math.max(1, limits.changes() / WORTHWHILE_DIVISOR);
        this.executed = progress.executedSet();
        this.lowWater = progress.lowWater();
        this.beforeOpen = progress;
    }

    /** Appends a transaction to the open batch; blocks while that is full. */
    void append(SourceTransaction transaction, List<RowChange> changes, WriteSet writeSet) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (isFull() && !aborted) {
                roomInOpen.await();
            }
            if (aborted) {
                throw new InterruptedException("replay was aborted");
            }
            boolean wasEmpty = open.isEmpty();
            boolean wasWorthwhile = open.changes().size() >= worthwhileChanges;
            if (wasEmpty) {
                lingerUntilNanos = System.nanoTime() + (isBehind(transaction) ? LINGER_BEHIND_NANOS : LINGER_NANOS);
            }
            addDependencies(writeSet);
            open.add(transaction, changes);
            executed.add(transaction.gtid());
            lowWater = new LowWaterMark(transaction.ordinal(), transaction.end());
            // a lane that is woken for every transaction spends its time on waking up
            if (wasEmpty || isFull() || (!wasWorthwhile && open.changes().size() >= worthwhileChanges)) {
                openChanged.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    /** By the source's clock and ours: where they differ, batches are larger or smaller than they need be, no more. */
    private static boolean isBehind(SourceTransaction transaction) {
        return System.currentTimeMillis() - transaction.commitMicros() / 1_000 > BEHIND_MILLIS;
    }

    private void addDependencies(WriteSet writeSet) {
        for (int i = 0; i < writeSet.exclusiveCount(); i++) {
            long key = writeSet.exclusive(i);
            open.dependOn(lastUse.replace(key, open.number(), committed));
            open.dependOn(lastUse.find(key ^ SHARED));
        }
        for (int i = 0; i < writeSet.sharedCount(); i++) {
            long key = writeSet.shared(i);
            open.dependOn(lastUse.find(key));
            lastUse.replace(key ^ SHARED, open.number(), committed);
        }
    }

    private boolean isFull() {
        return open.changes().size() >= limits.changes()
                || open.byteSize() >= limits.bytes()
                || open.transactions().size() >= limits.changes();
    }

    /** Waits for a batch that is worth executing; null when there will be no more. */
    public @Nullable Batch take() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (!aborted) {
                long waitNanos = nanosUntilWorthwhile();
                if (waitNanos <= 0) {
                    return seal();
                }
                if (ended && open.isEmpty()) {
                    return null;
                }
                if (waitNanos == Long.MAX_VALUE) {
                    openChanged.await();
                } else {
                    openChanged.awaitNanos(waitNanos);
                }
            }
            return null;
        } finally {
            lock.unlock();
        }
    }

    /** Returns how long the open batch should still wait for more: 0 or less for not at all, MAX_VALUE for a signal. */
    private long nanosUntilWorthwhile() {
        if (open.isEmpty() || !fitsIntoLanes()) {
            return Long.MAX_VALUE;
        }
        if (isFull()) {
            return 0;
        }
        if (open.dependsOn() > committed) {
            return Long.MAX_VALUE;
        }
        boolean othersAtWork = open.number() - 1 > committed;
        if (!othersAtWork || ended || open.changes().size() >= worthwhileChanges) {
            return 0;
        }
        return lingerUntilNanos - System.nanoTime();
    }

    /** A transaction larger than all lanes together may hold is applied alone. */
    private boolean fitsIntoLanes() {
        return bytesInLanes == 0 || bytesInLanes + open.byteSize() <= limits.bytesInLanes();
    }

    private Batch seal() {
        Batch sealed = open;
        bytesInLanes += sealed.byteSize();
        Progress after = new Progress(executed.toString(), lowWater);
        sealed.seal(beforeOpen, after);
        beforeOpen = after;
        open = new Batch(sealed.number() + 1);
        roomInOpen.signal();
        if (ended) {
            openChanged.signalAll();
        }
        return sealed;
    }

    /** Waits until everything that the batch depends on is committed. */
    public void awaitDependencies(Batch batch) throws InterruptedException {
        awaitCommitted(batch.dependsOn());
    }

    /**
     * Waits until all earlier batches are committed.
     *
     * @return false if an earlier batch may be waiting for this one's locks: it must be rolled back, and executed anew when
     *     {@link #awaitPredecessors} has returned
     */
    public boolean awaitTurn(Batch batch) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (committed < batch.number() - 1) {
                requireNotAborted();
                if (batch.number() > yieldAfter) {
                    return false;
                }
                committedChanged.await();
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Waits until all earlier batches are committed, for a batch that holds no locks. */
    public void awaitPredecessors(Batch batch) throws InterruptedException {
        awaitCommitted(batch.number() - 1);
    }

    private void awaitCommitted(long number) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (committed < number) {
                requireNotAborted();
                committedChanged.await();
            }
            requireNotAborted();
        } finally {
            lock.unlock();
        }
    }

    private void requireNotAborted() throws InterruptedException {
        if (aborted) {
            throw new InterruptedException("replay was aborted");
        }
    }

    /** Makes all later batches give up what they hold, until this one is committed. */
    public void requestYield(Batch batch) {
        lock.lock();
        try {
            yieldAfter = Math.min(yieldAfter, batch.number());
            committedChanged.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Notes that a batch is committed. */
    public void committed(Batch batch) {
        lock.lock();
        try {
            if (batch.number() != committed + 1) {
                throw new IllegalStateException(batch + " was committed after number " + committed);
            }
            committed = batch.number();
            bytesInLanes -= batch.byteSize();
            if (committed >= yieldAfter) {
                yieldAfter = Long.MAX_VALUE;
            }
            committedChanged.signalAll();
            openChanged.signal();
        } finally {
            lock.unlock();
        }
    }

    /** There will be no more transactions; what was appended is still executed. */
    void end() {
        lock.lock();
        try {
            ended = true;
            openChanged.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Ends everything: whoever waits here is interrupted. */
    public void abort() {
        lock.lock();
        try {
            aborted = true;
            openChanged.signalAll();
            roomInOpen.signalAll();
            committedChanged.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
