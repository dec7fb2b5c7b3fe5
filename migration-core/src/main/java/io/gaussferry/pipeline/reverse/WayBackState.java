package io.gaussferry.pipeline.reverse;

import io.gaussferry.change.TransactionSink;
import io.gaussferry.metrics.ReplayStatistics;
import io.gaussferry.opengauss.decoding.LogicalSlot;
import io.gaussferry.pipeline.reverse.ReverseStatus.Phase;
import io.gaussferry.pipeline.status.ReadObserver;
import io.gaussferry.pipeline.status.StageWaits;
import io.gaussferry.schedule.TransactionQueue;
import io.gaussferry.schedule.observe.ObservedOrder;
import io.gaussferry.schedule.observe.ReplayThrottler;
import io.gaussferry.schedule.observe.WaitTimes;
import io.gaussferry.schedule.order.BatchOrder;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** What can be seen of a way back from outside. Survives its runs. Thread-safe. */
public final class WayBackState {

    private final ReplayStatistics statistics;
    private final LongAdder logBytes = new LongAdder();
    private volatile Phase phase = Phase.ENDED;
    private volatile String problem = "";
    private volatile @Nullable Stages stages;
    private volatile boolean isConnected;
    private volatile LongSupplier readUpTo = () -> 0;
    /** Up to which place MySQL was last seen to have everything. */
    private volatile long reached;
    /** Of runs that have ended. */
    private volatile long newestCommitMicros;

    private volatile Speed speed = new Speed(0, 0, System.nanoTime(), 0, 0);

    /** The parts of one run that are looked at. */
    private record Stages(ObservedOrder order, ReadObserver reader, TransactionQueue queue) {}

    /** What was committed by a moment, and how fast since the look before. */
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

    /** @param statistics told of every commit in MySQL */
    public WayBackState(ReplayStatistics statistics) {
        this.statistics = statistics;
    }

    ReplayStatistics statistics() {
        return statistics;
    }

    /** From now on, it is at this. */
    void enter(Phase next, String obstacle) {
        // of the run before
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

    /** Returns the order so that it can be watched; nothing holds it back. */
    ObservedOrder observed(BatchOrder order, int appliers) {
        return new ObservedOrder(order, appliers, new ReplayThrottler(), new WaitTimes());
    }

    /** From now on, a run's stages are what is shown; returns where the target's changes are to be delivered. */
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

    /** The target sends its changes as they come: what had piled up, if it was much, has been read. */
    void connected() {
        isConnected = true;
    }

    /** Returns whether the target's changes come to stages that have MySQL's progress for their own. */
    boolean follows() {
        return stages != null && isConnected && phase == Phase.RUNNING;
    }

    /** From now on, this tells up to which place of the target's log everything was read. */
    void follow(LongSupplier place) {
        readUpTo = place;
    }

    /** MySQL has everything up to a place. */
    void reached(long place) {
        reached = place;
    }

    /** Measures the speed since the last call; called about every two seconds by one thread. */
    void measure() {
        speed = speed.next(statistics.snapshot());
    }

    /**
     * Returns how it stands now.
     *
     * @param target what the target said of its log last; null if not known
     */
    ReverseStatus status(LogicalSlot.@Nullable State target) {
        Stages now = stages;
        // in this order: what was read up to there is counted as read, and may be committed by now
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
                lagSeconds(follows && pending == 0, now),
                committed.lagP99Micros(),
                waits(follows || received > 0, now),
                problem);
    }

    /** What the target may forget, MySQL has for certain. */
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
            case RETRYING -> List.of("all stages: a run has failed, and the next begins soon");
            case FAILED -> List.of("all stages: they have ended, and wait for a person");
            case RUNNING ->
                reads && now != null
                        ? StageWaits.of("the target", now.queue(), now.order())
                        : List.of("all stages: they begin; both servers are connected to and asked what they have,"
                                + " and the target decodes what has piled up");
        };
    }
}
