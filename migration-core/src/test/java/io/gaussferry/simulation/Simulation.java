package io.gaussferry.simulation;

import io.gaussferry.apply.Applier;
import io.gaussferry.apply.FailurePolicy;
import io.gaussferry.apply.Quarantine;
import io.gaussferry.change.SourceTransaction;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.metrics.ReplayStatistics;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.Progress;
import io.gaussferry.schedule.CatchUp;
import io.gaussferry.schedule.Scheduler;
import io.gaussferry.schedule.TransactionQueue;
import io.gaussferry.schedule.key.DependencyTracking;
import io.gaussferry.schedule.key.RowSplitter;
import io.gaussferry.schedule.observe.ObservedOrder;
import io.gaussferry.schedule.observe.ReplayThrottler;
import io.gaussferry.schedule.observe.WaitTimes;
import io.gaussferry.schedule.order.BatchLimits;
import io.gaussferry.schedule.order.BatchOrder;
import io.gaussferry.schedule.order.CommitOrder;
import io.gaussferry.schedule.order.DependencyOrder;
import io.gaussferry.schedule.order.UnknownDependencyException;
import io.gaussferry.schema.ForeignKeys;
import io.gaussferry.testing.IntTable;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** One history, replayed until the target has all of it, whatever fails on the way. */
final class Simulation {

    /** Runs in which things may fail; after them replay must come to its end. */
    private static final int TROUBLED_RUNS = 8;

    private static final int MAXIMUM_RUNS = 40;
    private static final long NEVER = Long.MAX_VALUE;

    private final SplittableRandom random;
    private final History history;
    private final SimulatedTarget target;
    private final Chaos chaos;
    private final int appliers;
    private final BatchLimits limits;
    private final DependencyTracking tracking;
    private boolean commitOrder;
    private final boolean kills;
    private final @Nullable CopyScene copied;

    /** @param fromCopy whether it begins with what an interrupted copy has left, and not with empty tables */
    Simulation(long seed, boolean fromCopy) {
        random = new SplittableRandom(seed);
        history = new History(random.split(), 5 + random.nextInt(60));
        commitOrder = random.nextBoolean();
        // a key that only the target has can bind transactions that commit out of order in a way that no later order
        // undoes
        target = new SimulatedTarget(history, commitOrder);
        tracking = random.nextBoolean() ? DependencyTracking.WRITE_SET : DependencyTracking.LOGICAL_CLOCK;
        appliers = 1 + random.nextInt(4);
        int bytes = 200 + random.nextInt(2_000);
        limits = new BatchLimits(1 + random.nextInt(12), bytes, (long) bytes * (1 + random.nextInt(appliers)));
        boolean troubled = random.nextInt(3) > 0;
        chaos = new Chaos(
                random.split(), troubled ? 30 + random.nextInt(300) : 0, troubled ? 20 + random.nextInt(200) : 0);
        kills = random.nextBoolean();
        copied = fromCopy ? new CopyScene(random.split(), history) : null;
        if (copied != null) {
            target.load(copied);
        }
    }

    /** Replays to the end. Throws AssertionError if that is wrong anywhere on the way. */
    void run() {
        for (int run = 1; !target.isComplete(); run++) {
            if (run > MAXIMUM_RUNS) {
                throw new AssertionError("replay does not get ahead: " + target.progress());
            }
            boolean troubled = run <= TROUBLED_RUNS;
            if (!troubled) {
                chaos.end();
            }
            Conductor conductor = new Conductor(random.split());
            new Daemon(conductor).start();
            if (troubled && kills && random.nextInt(3) == 0) {
                new Daemon(conductor).start();
            }
            conductor.run(troubled && kills ? random.nextInt(4_000) : NEVER);
            target.abandon();
        }
    }

    /** One process, from its start to the first failure. */
    private final class Daemon {

        private final Conductor conductor;

        private Daemon(Conductor conductor) {
            this.conductor = conductor;
        }

        /** Begins with one actor, which takes over and starts the stages. */
        private void start() {
            conductor.add("start", () -> {
                for (int i = random.nextInt(200); i > 0; i--) {
                    conductor.pause();
                }
                SimulatedSession session = new SimulatedSession(target, conductor, chaos, 0, 0);
                try {
                    session.lockAllProgress(appliers);
                    startStages(target.takeOwnership(commitOrder), target.progress());
                } catch (SQLException e) {
                    // another daemon did not let go in time: the next run tries again
                } finally {
                    session.undo();
                }
            });
        }

        private void startStages(long epoch, Progress progress) {
            TransactionQueue queue = new TransactionQueue(2_000, () -> {}, new SimulatedMonitor(conductor));
            SimulatedMonitor monitor = new SimulatedMonitor(conductor);
            BatchOrder decides = commitOrder
                    ? new CommitOrder(limits, progress, monitor)
                    : new DependencyOrder(limits, progress, appliers, monitor);
            BatchOrder order = new ObservedOrder(decides, appliers, new ReplayThrottler(), new WaitTimes());
            RowSplitter splitter = new RowSplitter(
                    IntTable.CONVERSION::format,
                    ForeignKeys.NONE,
                    id -> {
                        throw new IllegalStateException("no foreign keys");
                    },
                    tracking == DependencyTracking.LOGICAL_CLOCK);
            boolean catchesUp = target.isCatchingUp();
            CatchUp catchUp = copied != null && catchesUp ? new CatchUp(copied.tables()) : null;
            int last = catchesUp ? target.catchesUpTo() : history.size();
            conductor.add("source", () -> deliver(progress.executedSet(), last, queue));
            conductor.add("schedule", () -> new Scheduler(queue, order, splitter, tracking, catchUp).run());
            Quarantine quarantine = new Quarantine(List.of(), table -> Set.of());
            for (int number = 0; number < appliers; number++) {
                SimulatedSession session = new SimulatedSession(target, conductor, chaos, number, epoch);
                Applier applier =
                        new Applier(number, session, order, FailurePolicy.STOP, quarantine, new ReplayStatistics());
                conductor.add("lane " + number, () -> run(applier, session, order, queue));
            }
        }

        private void deliver(GtidSet executed, int last, TransactionQueue queue) throws InterruptedException {
            try {
                for (int index = 0; index < last; index++) {
                    if (executed.contains(History.gtid(index + 1L))) {
                        continue;
                    }
                    for (SourceTransaction fragment : history.fragments(index)) {
                        if (chaos.loses()) {
                            return;
                        }
                        queue.accept(fragment);
                        if (random.nextInt(3) == 0) {
                            queue.flush();
                        }
                    }
                }
            } finally {
                if (!conductor.isKilled()) {
                    queue.end();
                }
            }
        }

        private void run(Applier applier, SimulatedSession session, BatchOrder order, TransactionQueue queue)
                throws InterruptedException {
            try {
                applier.run();
            } catch (GaussferryException e) {
                boolean expected =
                        e.category() == ErrorCategory.RETRY || e.problem().equals("fenced");
                if (!expected) {
                    throw e;
                }
                if (e instanceof UnknownDependencyException) {
                    commitOrder = true;
                }
                session.undo();
                order.abort();
                queue.abandon();
            }
        }
    }
}
