package io.gaussferry.pipeline.reverse;

import io.gaussferry.change.TransactionSink;
import io.gaussferry.metrics.ReplayStatistics;
import io.gaussferry.opengauss.decoding.LogicalSlot;
import io.gaussferry.pipeline.reverse.ReverseStatus.Phase;
import io.gaussferry.pipeline.status.ReadObserver;
import io.gaussferry.pipeline.status.StageActivities;
import io.gaussferry.schedule.TransactionQueue;
import io.gaussferry.schedule.observe.ObservedOrder;
import io.gaussferry.schedule.observe.ReplayThrottler;
import io.gaussferry.schedule.observe.WaitTimes;
import io.gaussferry.schedule.order.BatchOrder;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The observable state of a reverse replication, across its runs. Thread-safe. */
public final class ReverseReplicationState {

    private final ReplayStatistics statistics;
    private final LongAdder logBytes = new LongAdder();
    private volatile Phase phase = Phase.ENDED;
    private volatile String problem = "";
    private volatile @Nullable Stages stages;
    private volatile boolean isConnected;
    private volatile LongSupplier readUpTo = () -> 0;
    /** The last known position up to which MySQL has everything. */
    private volatile long reached;
    /** The newest commit time of the runs that have ended. */
    private volatile long newestCommitMicros;

    private volatile Speed speed = new Speed(0, 0, System.nanoTime(), 0, 0);

    /** The observed stages of one run. */
    private record Stages(ObservedOrder order, ReadObserver reader, TransactionQueue queue) {}

    /** The commits at a moment, and the speed since the measurement before. */
    private record Speed(long transactions, long rows, long nanos, double transactionsPerSecond, double rowsPerSecond) {

        Speed next(ReplayStatistics.Snapshot now) {
            long at = System.nanoTime();
            double seconds = Math.max(at - nanos, 1) / 1e9;
            return new Speed(
                    now.transactions(),
                    now.rows(),
                    at,
                    (now.transactions() - transactions) / seconds,
                    (now.rows() - rows) / seconds);
        }
    }

    /** @param statistics receives every commit in MySQL */
    public ReverseReplicationState(ReplayStatistics statistics) {
        this.statistics = statistics;
    }

    ReplayStatistics statistics() {
        return statistics;
    }

    /** Sets the phase. */
    void enter(Phase next, String obstacle) {
        // the connection of the run before
        isConnected = false;
        problem = obstacle;
        phase = next;
    }

    Phase phase() {
        return phase;
    }

    String problem() {
        return problem;
    }

    /** Returns the order for observation, without throttling. */
    ObservedOrder observed(BatchOrder order, int appliers) {
        return new ObservedOrder(order, appliers, new ReplayThrottler(), new WaitTimes());
    }

    /** Sets the stages that the status reports; returns the sink for the target's changes. */
    TransactionSink show(ObservedOrder order, TransactionQueue queue) {
        Stages before = stages;
        if (before != null) {
            newestCommitMicros = Math.max(newestCommitMicros, before.order().newestCommitMicros());
        }
        isConnected = false;
        ReadObserver reader = new ReadObserver(queue, order::committed, logBytes);
        stages = new Stages(order, reader, queue);
        return reader;
    }

    /** Called when the target sends its changes as they are committed; most of the backlog has been read by then. */
    void connected() {
        isConnected = true;
    }

    /** Returns whether the stages of a run that has taken over MySQL's progress receive the target's changes. */
    boolean follows() {
        return stages != null && isConnected && phase == Phase.RUNNING;
    }

    /** Sets the supplier of the log position up to which everything was read. */
    void follow(LongSupplier position) {
        readUpTo = position;
    }

    /** Stores the position up to which MySQL has everything. */
    void reached(long position) {
        reached = position;
    }

    /** Measures the speed since the last call; called about every two seconds by one thread. */
    void measure() {
        speed = speed.next(statistics.snapshot());
    }

    /**
     * Returns the current status.
     *
     * @param target the last state of the target's log; null if unknown
     * @param retainedLimit the limit of the log that slots of the target retain, in bytes
     */
    ReverseStatus status(LogicalSlot.@Nullable State target, OptionalLong retainedLimit) {
        Stages now = stages;
        // in this order: transactions up to this position are counted as received, and may be committed already
        long read = readUpTo.getAsLong();
        long received = now == null ? 0 : now.reader().transactions();
        long pending = now == null ? 0 : Math.max(0, received - now.order().committed());
        boolean follows = follows();
        long has = follows && pending == 0 ? Math.max(read, reached) : reached;
        ReplayStatistics.Snapshot committed = statistics.snapshot();
        Speed last = speed;
        return new ReverseStatus(
                phase,
                committed.transactions(),
                committed.rows(),
                phase == Phase.RUNNING ? last.transactionsPerSecond() : 0,
                phase == Phase.RUNNING ? last.rowsPerSecond() : 0,
                pending,
                target == null ? null : Long.valueOf(behindBytes(target, has)),
                target == null ? null : Long.valueOf(target.retainedBytes()),
                retainedLimit.isPresent() ? Long.valueOf(retainedLimit.getAsLong()) : null,
                lagSeconds(follows && pending == 0, now),
                committed.lagP99Micros(),
                waits(follows || received > 0, now),
                problem);
    }

    /**
     * Returns the bytes of log after MySQL's position. MySQL durably has everything that the target need not retain.
     */
    private static long behindBytes(LogicalSlot.State target, long has) {
        return Math.max(0, target.end() - Math.max(has, target.confirmed()));
    }

    private @Nullable Double lagSeconds(boolean hasAllThatWasRead, @Nullable Stages now) {
        if (hasAllThatWasRead) {
            return 0.0;
        }
        if (phase == Phase.ENDED) {
            return null;
        }
        long since = newestCommitMicros;
        if (now != null) {
            since = Math.max(since, now.order().newestCommitMicros());
            since = Math.max(since, now.reader().busyFromMicros());
        }
        return since == 0 ? null : Math.max(0, ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now()) - since) / 1e6;
    }

    private List<String> waits(boolean reads, @Nullable Stages now) {
        return switch (phase) {
            case ENDED -> List.of();
            case RETRYING -> List.of("all stages: a run has failed, and the next one starts soon");
            case FAILED -> List.of("all stages: ended, waiting for the operator");
            case REARMING -> List.of("all stages: both sides are being compared");
            case RUNNING ->
                reads && now != null
                        ? StageActivities.of("the target", now.queue(), now.order())
                        : List.of("all stages: starting; connecting to both servers and reading their positions,"
                                + " while the target decodes its backlog");
        };
    }
}
