package io.gaussferry.schedule;

import io.gaussferry.model.Gtid;
import io.gaussferry.model.Progress;
import io.gaussferry.schedule.LaneView.Activity;
import io.gaussferry.source.SourceTransaction;
import io.gaussferry.source.SourceTransaction.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * An order that can be watched and held back from outside: what it is told is passed on unchanged, by way of a {@link Gate}, and
 * noted. Thread-safe as any order.
 */
public final class ObservedOrder implements BatchOrder {

    private final BatchOrder order;
    private final Gate gate;
    private final WaitTimes waitTimes;
    private final AtomicReferenceArray<LaneView> lanes;
    private final AtomicLong bytesTaken = new AtomicLong();
    private final AtomicLong bytesInLanes = new AtomicLong();
    private final AtomicLong committed = new AtomicLong();
    private final AtomicLong newestCommitMicros = new AtomicLong();
    private volatile @Nullable Gtid newest;
    private volatile boolean isReleased;
    /** Used by the scheduler's thread alone. */
    private boolean isInsideLarge;

    /**
     * @param order what decides
     * @param laneCount how many lanes take from it
     * @param gate what every transaction passes first
     * @param waitTimes told how long lanes wait
     */
    public ObservedOrder(BatchOrder order, int laneCount, Gate gate, WaitTimes waitTimes) {
        this.order = order;
        this.gate = gate;
        this.waitTimes = waitTimes;
        this.lanes = new AtomicReferenceArray<>(laneCount);
        for (int lane = 0; lane < laneCount; lane++) {
            lanes.set(lane, idle(lane));
        }
    }

    /** Returns what every lane does now. */
    public List<LaneView> lanes() {
        List<LaneView> views = new ArrayList<>();
        for (int lane = 0; lane < lanes.length(); lane++) {
            views.add(lanes.get(lane));
        }
        return views;
    }

    /** Returns the bytes of heap of all transactions that have come through the gate until now. */
    public long bytesTaken() {
        return bytesTaken.get();
    }

    /** Returns the bytes of heap of transactions that lanes have, or that wait for one. */
    public long bytesInLanes() {
        return bytesInLanes.get();
    }

    /** Returns how many source transactions were committed. */
    public long committed() {
        return committed.get();
    }

    /** Returns the latest source commit time of what was committed, microseconds since 1970; 0 for none. */
    public long newestCommitMicros() {
        return newestCommitMicros.get();
    }

    /** Returns the last transaction of the batch that was committed last; null for none. */
    public @Nullable Gtid newest() {
        return newest;
    }

    /** Lets a scheduler go that waits at the gate, because replay is to end; any thread. */
    public void release() {
        isReleased = true;
        gate.wake();
    }

    @Override
    public void append(SourceTransaction transaction, List<RowChange> changes, WriteSet writeSet)
            throws InterruptedException {
        if (!gate.pass(changes.size(), !isInsideLarge, () -> isReleased)) {
            order.end();
            throw new InterruptedException("replay was stopped while it was paused");
        }
        isInsideLarge = transaction.part() == Part.MORE_FOLLOWS;
        bytesTaken.addAndGet(transaction.byteSize());
        bytesInLanes.addAndGet(transaction.byteSize());
        order.append(transaction, changes, writeSet);
    }

    @Override
    public void end() {
        order.end();
    }

    @Override
    public void abort() {
        release();
        order.abort();
    }

    @Override
    public @Nullable Batch take(int lane) throws InterruptedException {
        lanes.set(lane, idle(lane));
        Batch batch = order.take(lane);
        if (batch != null) {
            lanes.set(lane, view(lane, Activity.EXECUTES, batch, batch, List.of()));
        }
        return batch;
    }

    @Override
    public @Nullable Batch nextPart(Batch first) throws InterruptedException {
        int lane = laneOf(first);
        lanes.set(lane, view(lane, Activity.WAITS_FOR_PART, first, first, List.of()));
        Batch part = order.nextPart(first);
        if (part != null) {
            // what was written of the transaction is not held any more
            bytesInLanes.addAndGet(-part.byteSize());
        }
        lanes.set(lane, view(lane, part == null ? Activity.COMMITS : Activity.EXECUTES, first, part, List.of()));
        return part;
    }

    @Override
    public boolean isReady(Batch batch) {
        return order.isReady(batch);
    }

    @Override
    public boolean awaitDependencies(Batch batch) throws InterruptedException {
        int lane = laneOf(batch);
        List<String> waitsFor = batch.describeWaits();
        lanes.set(lane, view(lane, Activity.WAITS_FOR_DEPENDENCY, batch, batch, waitsFor));
        long begun = System.nanoTime();
        boolean mayGoOn = order.awaitDependencies(batch);
        waitTimes.waited(WaitTimes.Reason.DEPENDENCY, System.nanoTime() - begun);
        lanes.set(lane, view(lane, Activity.EXECUTES, batch, batch, List.of()));
        return mayGoOn;
    }

    @Override
    public boolean awaitTurn(Batch batch) throws InterruptedException {
        int lane = laneOf(batch);
        lanes.set(lane, view(lane, Activity.WAITS_FOR_TURN, batch, batch, allBefore(batch)));
        long begun = System.nanoTime();
        boolean itsTurn = order.awaitTurn(batch);
        waitTimes.waited(WaitTimes.Reason.TURN, System.nanoTime() - begun);
        lanes.set(lane, view(lane, itsTurn ? Activity.COMMITS : Activity.EXECUTES, batch, batch, List.of()));
        return itsTurn;
    }

    @Override
    public boolean isPrefixOrder() {
        return order.isPrefixOrder();
    }

    @Override
    public void awaitPredecessors(Batch batch) throws InterruptedException {
        int lane = laneOf(batch);
        lanes.set(lane, view(lane, Activity.WAITS_FOR_PREDECESSORS, batch, batch, allBefore(batch)));
        long begun = System.nanoTime();
        order.awaitPredecessors(batch);
        waitTimes.waited(WaitTimes.Reason.PREDECESSORS, System.nanoTime() - begun);
        lanes.set(lane, view(lane, Activity.EXECUTES, batch, batch, List.of()));
    }

    @Override
    public void requestYield(Batch batch) {
        waitTimes.rolledBack();
        order.requestYield(batch);
    }

    @Override
    public Progress progress(Batch batch) {
        return order.progress(batch);
    }

    @Override
    public void committed(Batch batch) {
        order.committed(batch);
        bytesInLanes.addAndGet(-batch.byteSize());
        List<SourceTransaction> transactions = batch.transactions();
        SourceTransaction last = transactions.get(transactions.size() - 1);
        newestCommitMicros.accumulateAndGet(last.commitMicros(), Math::max);
        newest = last.gtid();
        committed.addAndGet(transactions.size());
    }

    private int laneOf(Batch batch) {
        for (int lane = 0; lane < lanes.length(); lane++) {
            LaneView view = lanes.get(lane);
            if (view.batch() == batch.number() && (order.isPrefixOrder() || lane == batch.lane())) {
                return lane;
            }
        }
        throw new IllegalStateException("no lane has " + batch);
    }

    private static List<String> allBefore(Batch batch) {
        return List.of("all batches before " + batch.number());
    }

    private static LaneView idle(int lane) {
        return new LaneView(lane, Activity.IDLE, System.nanoTime(), 0, 0, 0, null, null, List.of());
    }

    /** @param now the batch or the part whose rows are at work; null for none */
    private static LaneView view(int lane, Activity activity, Batch batch, @Nullable Batch now, List<String> waitsFor) {
        SourceTransaction first = batch.transactions().get(0);
        return new LaneView(
                lane,
                activity,
                System.nanoTime(),
                batch.number(),
                batch.transactions().size(),
                now == null ? 0 : now.changes().size(),
                first.gtid(),
                first.start(),
                waitsFor);
    }
}
