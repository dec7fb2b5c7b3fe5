package io.gaussferry.schedule.observe;

import io.gaussferry.change.RowChange;
import io.gaussferry.change.SourceTransaction;
import io.gaussferry.change.SourceTransaction.Fragment;
import io.gaussferry.model.Gtid;
import io.gaussferry.model.Progress;
import io.gaussferry.schedule.key.WriteSet;
import io.gaussferry.schedule.observe.ApplierView.Activity;
import io.gaussferry.schedule.order.Assignment;
import io.gaussferry.schedule.order.Batch;
import io.gaussferry.schedule.order.BatchOrder;
import io.gaussferry.schedule.order.CommitPermit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * A decorator that makes an order observable and limits its rate: it passes all calls on unchanged, through a {@link ReplayThrottler} and
 * a {@link TargetRowRate}, and records them. Thread-safe like any order.
 */
public final class ObservedOrder implements BatchOrder {

    private static final String AT_WORK = "is at work";

    private final BatchOrder order;
    private final ReplayThrottler throttler;
    private final TargetRowRate targetRate;
    private final WaitTimes waitTimes;
    private final AtomicReferenceArray<ApplierView> appliers;
    private final AtomicLong bytesTaken = new AtomicLong();
    private final AtomicLong bytesInAppliers = new AtomicLong();
    private final AtomicLong committed = new AtomicLong();
    private final AtomicLong newestCommitMicros = new AtomicLong();
    private volatile @Nullable Gtid newest;
    private volatile String scheduling = AT_WORK;
    private volatile boolean isReleased;
    /** Used only by the scheduler's thread. */
    private boolean isInsideLarge;

    /**
     * @param order the decorated order
     * @param applierCount the number of appliers
     * @param throttler limits every transaction first
     * @param waitTimes receives the appliers' wait times
     */
    public ObservedOrder(BatchOrder order, int applierCount, ReplayThrottler throttler, WaitTimes waitTimes) {
        this(order, applierCount, throttler, new TargetRowRate(), waitTimes);
    }

    /**
     * @param order the decorated order
     * @param applierCount the number of appliers
     * @param throttler limits every transaction first
     * @param targetRate limits every transaction after that
     * @param waitTimes receives the appliers' wait times
     */
    public ObservedOrder(
            BatchOrder order,
            int applierCount,
            ReplayThrottler throttler,
            TargetRowRate targetRate,
            WaitTimes waitTimes) {
        this.order = order;
        this.throttler = throttler;
        this.targetRate = targetRate;
        this.waitTimes = waitTimes;
        this.appliers = new AtomicReferenceArray<>(applierCount);
        for (int applier = 0; applier < applierCount; applier++) {
            appliers.set(applier, idle(applier));
        }
    }

    /** Returns the current activity of every applier. */
    public List<ApplierView> appliers() {
        List<ApplierView> views = new ArrayList<>();
        for (int applier = 0; applier < appliers.length(); applier++) {
            views.add(appliers.get(applier));
        }
        return views;
    }

    /** Returns the heap size of all transactions that have passed the throttler, in bytes. */
    public long bytesTaken() {
        return bytesTaken.get();
    }

    /** Returns the heap size of transactions that appliers execute or that wait for one, in bytes. */
    public long bytesInAppliers() {
        return bytesInAppliers.get();
    }

    /** Returns the number of committed source transactions. */
    public long committed() {
        return committed.get();
    }

    /** Returns the latest source commit time among committed transactions, microseconds since 1970; 0 for none. */
    public long newestCommitMicros() {
        return newestCommitMicros.get();
    }

    /** Returns the last transaction of the batch that was committed last; null for none. */
    public @Nullable Gtid newest() {
        return newest;
    }

    /** Returns a description of the scheduler's activity or wait once it has a transaction. */
    public String scheduling() {
        return scheduling;
    }

    /** Releases a scheduler that waits for a limit, because replay stops. Can be called on any thread. */
    public void release() {
        isReleased = true;
        throttler.wake();
        targetRate.wake();
    }

    @Override
    public void append(SourceTransaction transaction, List<RowChange> changes, WriteSet writeSet)
            throws InterruptedException {
        scheduling = "is held back by an operator's limit";
        if (!throttler.pass(changes.size(), !isInsideLarge, () -> isReleased)) {
            order.end();
            throw new InterruptedException("replay was stopped while it was paused");
        }
        // no wait within a large transaction: an applier has its first part in an open transaction of the target
        if (!isInsideLarge && targetRate.holds(changes.size())) {
            scheduling = "is held back by gaussferry.target.rows-per-second";
        }
        targetRate.pass(changes.size(), !isInsideLarge, () -> isReleased);
        scheduling = transaction.fragment() == Fragment.WHOLE
                ? "waits for space in the appliers' batches"
                : "hands over a large transaction, which waits for all earlier ones; later ones wait for its commit";
        isInsideLarge = transaction.fragment() == Fragment.MORE_FOLLOWS;
        bytesTaken.addAndGet(transaction.byteSize());
        bytesInAppliers.addAndGet(transaction.byteSize());
        order.append(transaction, changes, writeSet);
        scheduling = AT_WORK;
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
    public @Nullable Assignment take(int applier) throws InterruptedException {
        appliers.set(applier, idle(applier));
        Assignment assignment = order.take(applier);
        return assignment == null ? null : new Observed(applier, assignment);
    }

    /** An assignment that records the activity of its applier. */
    private final class Observed implements Assignment {

        private final int applier;
        private final Assignment assignment;
        private final Batch batch;

        private Observed(int applier, Assignment assignment) {
            this.applier = applier;
            this.assignment = assignment;
            this.batch = assignment.batch();
            enter(Activity.EXECUTES, List.of());
        }

        private void enter(Activity activity, List<String> waitsFor) {
            appliers.set(applier, view(applier, activity, batch, batch, waitsFor));
        }

        private List<String> allBefore() {
            return List.of("all batches before " + batch.number());
        }

        @Override
        public Batch batch() {
            return batch;
        }

        @Override
        public @Nullable Batch nextFragment() throws InterruptedException {
            enter(Activity.WAITS_FOR_FRAGMENT, List.of());
            Batch fragment = assignment.nextFragment();
            if (fragment != null) {
                // the parts of the transaction that were written are no longer in memory
                bytesInAppliers.addAndGet(-fragment.byteSize());
            }
            appliers.set(
                    applier,
                    view(applier, fragment == null ? Activity.COMMITS : Activity.EXECUTES, batch, fragment, List.of()));
            return fragment;
        }

        @Override
        public boolean isReady() {
            return assignment.isReady();
        }

        @Override
        public Pass awaitDependencies() throws InterruptedException {
            enter(Activity.WAITS_FOR_DEPENDENCY, batch.describeWaits());
            long started = System.nanoTime();
            Pass pass = assignment.awaitDependencies();
            waitTimes.waited(WaitTimes.Reason.DEPENDENCY, System.nanoTime() - started);
            enter(Activity.EXECUTES, List.of());
            return pass;
        }

        @Override
        public Optional<CommitPermit> awaitCommitOrder() throws InterruptedException {
            enter(Activity.WAITS_FOR_COMMIT_ORDER, allBefore());
            long started = System.nanoTime();
            Optional<CommitPermit> permit = assignment.awaitCommitOrder();
            waitTimes.waited(WaitTimes.Reason.TURN, System.nanoTime() - started);
            enter(permit.isPresent() ? Activity.COMMITS : Activity.EXECUTES, List.of());
            return permit;
        }

        @Override
        public void awaitRetry() throws InterruptedException {
            enter(Activity.WAITS_FOR_PREDECESSORS, allBefore());
            long started = System.nanoTime();
            assignment.awaitRetry();
            waitTimes.waited(WaitTimes.Reason.PREDECESSORS, System.nanoTime() - started);
            enter(Activity.EXECUTES, List.of());
        }

        @Override
        public void rolledBack() {
            waitTimes.rolledBack();
            assignment.rolledBack();
        }

        @Override
        public Progress progress() {
            return assignment.progress();
        }

        @Override
        public Optional<Assignment> before(SourceTransaction end) {
            return assignment.before(end).map(sound -> new Observed(applier, sound));
        }

        @Override
        public List<Assignment> oneByOne() {
            return assignment.oneByOne().stream()
                    .<Assignment>map(part -> new Observed(applier, part))
                    .toList();
        }

        @Override
        public void committed() {
            assignment.committed();
            bytesInAppliers.addAndGet(-batch.byteSize());
            SourceTransaction last = batch.last();
            newestCommitMicros.accumulateAndGet(last.commitMicros(), Math::max);
            newest = last.gtid();
            committed.addAndGet(batch.transactions().size());
        }
    }

    private static ApplierView idle(int applier) {
        return new ApplierView(applier, Activity.IDLE, System.nanoTime(), 0, 0, 0, null, null, List.of());
    }

    /** @param now the batch or the part that is being applied; null for none */
    private static ApplierView view(
            int applier, Activity activity, Batch batch, @Nullable Batch now, List<String> waitsFor) {
        SourceTransaction first = batch.transactions().get(0);
        return new ApplierView(
                applier,
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
