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

/** What can be seen and steered of a pipeline from outside. Survives its runs. Thread-safe. */
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
    private volatile Supervisor threads = new Supervisor("nothing yet");

    /** The parts of one run that are looked at. */
    private record Stages(ObservedOrder order, ReadObserver reader, TransactionQueue queue, Quarantine quarantine) {}

    /**
     * What has been done by a moment: where it changes, replay gets ahead.
     *
     * @param transactions that are committed
     * @param bytesTaken bytes of heap of transactions that the scheduler has let through
     * @param bytesInAppliers of those that are not committed; less with each part of a large transaction that is executed
     */
    record Done(long transactions, long bytesTaken, long bytesInAppliers) {}

    /**
     * @param waiting tells what it waits at for a person; null while it does not
     * @param head tells how far the source is
     */
    public PipelineState(Supplier<@Nullable Waiting> waiting, SourceHead head) {
        this.waiting = waiting;
        this.head = head;
    }

    /** Returns where replay can be held back. */
    public ReplayThrottler throttler() {
        return throttler;
    }

    /** Returns what keeps it to its part of the rows that pipelines write to one target. */
    public TargetRowRate targetRate() {
        return targetRate;
    }

    /** Returns how long appliers have waited for each other, over all runs. */
    public WaitTimes waitTimes() {
        return waitTimes;
    }

    /** From now on, the pipeline is at this. */
    public void enter(Phase next) {
        phase = next;
    }

    /** From now on, these tables are replicated. */
    public void replicate(Collection<TableDefinition> definitions) {
        tables = definitions.stream().map(TableDefinition::id).collect(Collectors.toUnmodifiableSet());
    }

    /** From now on, a run goes on from this progress; without GTIDs nobody can say how much the source has beyond it. */
    public void follow(Chosen source, Progress from, ObservedOrder order) {
        if (source.identity().naming() == Naming.GTID) {
            head.follow(source.server(), from.executedSet(), order::committed);
        }
    }

    /** Returns the tables whose changes are replayed; none before replay began. */
    public Set<TableId> tables() {
        return tables;
    }

    /** Returns whether everything is committed that the last run has read; for when it has ended. */
    public boolean isAllCommitted() {
        Stages last = stages;
        return last != null && last.reader().transactions() == last.order().committed();
    }

    /** Returns the order by way of the limits, so that it can be watched. */
    public ObservedOrder observed(BatchOrder order, int appliers) {
        return new ObservedOrder(order, appliers, throttler, targetRate, waitTimes);
    }

    /** From now on, a run's stages are what is shown; returns where the source is to deliver. */
    public TransactionSink show(ObservedOrder order, TransactionQueue queue, Quarantine quarantine) {
        ReadObserver reader = new ReadObserver(queue, order::committed, binlogBytes);
        stages = new Stages(order, reader, queue, quarantine);
        return reader;
    }

    /** A run begins, which has no stages yet. */
    public void begin(Supervisor ofRun) {
        stages = null;
        threads = ofRun;
    }

    /** Notes what the watchdog has found. */
    void stalled(@Nullable Stall found) {
        stall = found;
    }

    /** Returns what this run has done by now. */
    Done done() {
        Stages now = stages;
        return now == null
                ? new Done(0, 0, 0)
                : new Done(
                        now.order().committed(),
                        now.order().bytesTaken(),
                        now.order().bytesInAppliers());
    }

    /** Returns in words what each stage does or waits for. */
    List<String> explain() {
        Stages now = stages;
        if (phase == Phase.FOLLOWING) {
            return List.of(
                    "all stages: the target follows a change of definitions; it waits for locks, or rewrites a table");
        }
        if (now == null || phase != Phase.REPLAYING) {
            return List.of("all stages: "
                    + (phase == Phase.RETRYING
                            ? "a run has failed, and the next begins soon"
                            : "they have not begun; both servers are connected to and asked what they have"));
        }
        return StageWaits.of("the source", now.queue(), now.order());
    }

    /** Returns where each thread of the present run is. */
    String stacks() {
        return threads.stacks();
    }

    /** Returns how it stands now. */
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
                    stall);
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
                stall);
    }

    private static double lagSeconds(Stages now) {
        long since = Math.max(now.order().newestCommitMicros(), now.reader().busyFromMicros());
        return Math.max(0, ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now()) - since) / 1e6;
    }
}
