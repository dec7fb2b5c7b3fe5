package io.gaussferry.pipeline.status;

import io.gaussferry.apply.Quarantine;
import io.gaussferry.change.TransactionSink;
import io.gaussferry.lifecycle.Supervisor;
import io.gaussferry.model.Progress;
import io.gaussferry.model.SourceIdentity.Naming;
import io.gaussferry.model.TableId;
import io.gaussferry.mysql.history.SourceSelection.Chosen;
import io.gaussferry.pipeline.status.PipelineStatus.Phase;
import io.gaussferry.pipeline.status.PipelineStatus.Stall;
import io.gaussferry.pipeline.status.PipelineStatus.Waiting;
import io.gaussferry.schedule.TransactionQueue;
import io.gaussferry.schedule.observe.ObservedOrder;
import io.gaussferry.schedule.observe.ReplayThrottler;
import io.gaussferry.schedule.observe.TargetRowRate;
import io.gaussferry.schedule.observe.WaitTimes;
import io.gaussferry.schedule.order.BatchOrder;
import io.gaussferry.schema.TableDefinition;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The status and the controls of a pipeline, across its runs. Thread-safe. */
public final class PipelineState {

    private final ReplayThrottler throttler = new ReplayThrottler();
    private final TargetRowRate targetRate = new TargetRowRate();
    private final WaitTimes waitTimes = new WaitTimes();
    private final LongAdder binlogBytes = new LongAdder();
    private final Supplier<@Nullable Waiting> waiting;
    private final SourceHead head;
    private volatile Phase phase = Phase.STARTING;
    private volatile Set<TableId> tables = Set.of();
    private volatile @Nullable Stages stages;
    private volatile @Nullable Stall stall;
    private volatile int changedObjects;
    private volatile Supervisor threads = new Supervisor("not started");

    /** The observed stages of one run. */
    private record Stages(ObservedOrder order, ReadObserver reader, TransactionQueue queue, Quarantine quarantine) {}

    /**
     * The work that a run has completed; any change is progress.
     *
     * @param transactions committed transactions
     * @param bytesTaken bytes of heap of transactions that the scheduler has taken
     * @param bytesInAppliers bytes of uncommitted transactions; decreases with each executed part of a large
     *     transaction
     */
    record Done(long transactions, long bytesTaken, long bytesInAppliers) {}

    /**
     * @param waiting returns the transaction at which replay waits for the operator; null if it does not wait
     * @param head reads the source's position
     */
    public PipelineState(Supplier<@Nullable Waiting> waiting, SourceHead head) {
        this.waiting = waiting;
        this.head = head;
    }

    /** Returns the throttler of the replay. */
    public ReplayThrottler throttler() {
        return throttler;
    }

    /** Returns the limiter for this pipeline's share of the target's row limit. */
    public TargetRowRate targetRate() {
        return targetRate;
    }

    /** Returns how long appliers have waited for each other, over all runs. */
    public WaitTimes waitTimes() {
        return waitTimes;
    }

    /** Sets the phase. */
    public void enter(Phase next) {
        phase = next;
    }

    /** Sets the replicated tables. */
    public void replicate(Collection<TableDefinition> definitions) {
        tables = definitions.stream().map(TableDefinition::id).collect(Collectors.toUnmodifiableSet());
    }

    /**
     * Sets the source and the start progress of a run. Without GTIDs the source's lead cannot be counted.
     */
    public void follow(Chosen source, Progress from, ObservedOrder order) {
        if (source.identity().naming() == Naming.GTID) {
            head.follow(source.server(), from.executedSet(), order::committed);
        }
    }

    /** Returns the tables whose changes are replayed; empty before replay starts. */
    public Set<TableId> tables() {
        return tables;
    }

    /** Returns whether everything that the last run has read is committed; called after its end. */
    public boolean isAllCommitted() {
        Stages last = stages;
        return last != null && last.reader().transactions() == last.order().committed();
    }

    /** Returns the order with the throttler and the row limit applied, for observation. */
    public ObservedOrder observed(BatchOrder order, int appliers) {
        return new ObservedOrder(order, appliers, throttler, targetRate, waitTimes);
    }

    /** Sets the stages that the status reports; returns the sink for the source. */
    public TransactionSink show(ObservedOrder order, TransactionQueue queue, Quarantine quarantine) {
        ReadObserver reader = new ReadObserver(queue, order::committed, binlogBytes);
        stages = new Stages(order, reader, queue, quarantine);
        return reader;
    }

    /** Starts a run, which has no stages yet. */
    public void begin(Supervisor ofRun) {
        stages = null;
        threads = ofRun;
    }

    /** Stores the watchdog's finding. */
    void stalled(@Nullable Stall found) {
        stall = found;
    }

    /** Sets the number of views, routines, triggers and events that have changed since their verification. */
    public void objectsChanged(int count) {
        changedObjects = count;
    }

    /** Returns the work that this run has completed. */
    Done done() {
        Stages now = stages;
        return now == null
                ? new Done(0, 0, 0)
                : new Done(
                        now.order().committed(),
                        now.order().bytesTaken(),
                        now.order().bytesInAppliers());
    }

    /** Returns the activity of each stage, or the reason why it waits. */
    List<String> explain() {
        Stages now = stages;
        if (phase == Phase.FOLLOWING) {
            return List.of(
                    "all stages: the target follows a definition change; it waits for locks, or rewrites a table");
        }
        if (now == null || phase != Phase.REPLAYING) {
            return List.of("all stages: "
                    + (phase == Phase.RETRYING
                            ? "a run has failed, and the next one starts soon"
                            : "not started; connecting to both servers and reading their positions"));
        }
        return StageActivities.of("the source", now.queue(), now.order());
    }

    /** Returns the stack of each thread of the current run. */
    String stacks() {
        return threads.stacks();
    }

    /** Returns the current status. */
    public PipelineStatus status() {
        Stages now = stages;
        if (now == null) {
            return new PipelineStatus(
                    phase,
                    throttler.isPaused(),
                    throttler.rowsPerSecond(),
                    0,
                    head.behind(),
                    0,
                    0,
                    0,
                    binlogBytes.sum(),
                    null,
                    null,
                    List.of(),
                    Set.of(),
                    waiting.get(),
                    stall,
                    changedObjects);
        }
        ObservedOrder order = now.order();
        // committed first: a transaction must not be seen as committed before it was read
        long committed = order.committed();
        long taken = order.bytesTaken();
        long pending = Math.max(0, now.reader().transactions() - committed);
        return new PipelineStatus(
                phase,
                throttler.isPaused(),
                throttler.rowsPerSecond(),
                pending,
                head.behind(),
                pending == 0 ? 0 : lagSeconds(now),
                Math.max(0, now.reader().heapBytes() - taken),
                Math.max(0, order.bytesInAppliers()),
                binlogBytes.sum(),
                now.reader().newest(),
                order.newest(),
                // a run that has ended has no appliers
                phase == Phase.WAITING ? List.of() : order.appliers(),
                now.quarantine().tables(),
                waiting.get(),
                stall,
                changedObjects);
    }

    private static double lagSeconds(Stages now) {
        long since = Math.max(now.order().newestCommitMicros(), now.reader().busyFromMicros());
        return Math.max(0, ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now()) - since) / 1e6;
    }
}
