package io.gaussferry.simulation;

import io.gaussferry.apply.Applier;
import io.gaussferry.apply.ChangeException;
import io.gaussferry.apply.FailurePolicy;
import io.gaussferry.apply.Quarantine;
import io.gaussferry.change.CommitListener;
import io.gaussferry.change.RowChange;
import io.gaussferry.change.SourceTransaction;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.metrics.ReplayStatistics;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.Progress;
import io.gaussferry.model.TableId;
import io.gaussferry.schedule.CatchUpFilter;
import io.gaussferry.schedule.Scheduler;
import io.gaussferry.schedule.TransactionQueue;
import io.gaussferry.schedule.key.DependencyTracking;
import io.gaussferry.schedule.key.RowSplitter;
import io.gaussferry.schedule.key.WriteSet;
import io.gaussferry.schedule.observe.ObservedOrder;
import io.gaussferry.schedule.observe.ReplayThrottler;
import io.gaussferry.schedule.observe.WaitTimes;
import io.gaussferry.schedule.order.Assignment;
import io.gaussferry.schedule.order.BatchLimits;
import io.gaussferry.schedule.order.BatchOrder;
import io.gaussferry.schedule.order.CommitOrder;
import io.gaussferry.testing.IntTable;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Replays one history until the target has all of it, with random failures. */
final class Simulation {

    /** The number of runs with random failures; afterwards replay must complete. */
    private static final int TROUBLED_RUNS = 8;

    private static final int MAXIMUM_RUNS = 40;
    private static final long NEVER = Long.MAX_VALUE;

    private static final Map<TableId, Table> TABLES =
            History.TABLES.stream().collect(Collectors.toMap(Table::id, Function.identity()));

    private final SplittableRandom random;
    private final History history;
    private final SimulatedTarget target;
    private final Chaos chaos;
    private final int appliers;
    private final BatchLimits limits;
    private final DependencyTracking tracking;
    private final FailurePolicy policy;
    private final boolean kills;
    private final boolean aborts;
    private final @Nullable CopyScene copied;

    /** @param fromCopy whether the target starts with the state of an interrupted copy instead of empty tables */
    Simulation(long seed, boolean fromCopy) {
        random = new SplittableRandom(seed);
        boolean refusals = !fromCopy && random.nextInt(3) == 0;
        history = new History(random.split(), 5 + random.nextInt(60), fromCopy || random.nextBoolean(), refusals);
        target = new SimulatedTarget(history);
        target.refuseValues(refusals);
        policy = FailurePolicy.values()[random.nextInt(FailurePolicy.values().length)];
        tracking = random.nextBoolean() ? DependencyTracking.WRITE_SET : DependencyTracking.LOGICAL_CLOCK;
        appliers = 1 + random.nextInt(4);
        int bytes = 200 + random.nextInt(2_000);
        limits = new BatchLimits(1 + random.nextInt(12), bytes, (long) bytes * (1 + random.nextInt(appliers)));
        boolean troubled = random.nextInt(3) > 0;
        chaos = new Chaos(
                random.split(),
                troubled ? 30 + random.nextInt(300) : 0,
                troubled ? 20 + random.nextInt(200) : 0,
                troubled && random.nextBoolean() ? 20 + random.nextInt(100) : 0);
        kills = random.nextBoolean();
        aborts = random.nextBoolean();
        copied = fromCopy ? new CopyScene(random.split(), history) : null;
        if (copied != null) {
            target.load(copied);
        }
    }

    /** Replays to the end. Throws AssertionError if a check fails. */
    void run() {
        for (int run = 1; !target.isComplete(); run++) {
            if (run > MAXIMUM_RUNS) {
                throw new AssertionError("replay makes no progress: " + target.progress());
            }
            boolean troubled = run <= TROUBLED_RUNS;
            if (!troubled) {
                chaos.end();
            }
            Conductor conductor = new Conductor(random.split());
            new Daemon(conductor).start(troubled && aborts);
            if (troubled && kills && random.nextInt(3) == 0) {
                new Daemon(conductor).start(false);
            }
            conductor.run(troubled && kills ? random.nextInt(4_000) : NEVER);
            target.abandon();
        }
    }

    /** One process, from its start to the first failure. */
    private final class Daemon implements SimulatedSession.Process {

        private final Conductor conductor;
        private final Quarantine quarantine = new Quarantine(target.quarantined());
        private boolean cut;
        private boolean aborted;

        private Daemon(Conductor conductor) {
            this.conductor = conductor;
        }

        @Override
        public boolean isCut() {
            return cut;
        }

        @Override
        public boolean isAborted() {
            return aborted;
        }

        @Override
        public Quarantine quarantine() {
            return quarantine;
        }

        /** Starts one actor, which takes over and starts the stages. */
        private void start(boolean isAbortedSomewhere) {
            conductor.add("start", () -> {
                for (int i = random.nextInt(200); i > 0; i--) {
                    conductor.pause();
                }
                SimulatedSession session = new SimulatedSession(target, conductor, chaos, this, 0, 0);
                try {
                    session.lockAllProgress(appliers);
                    startStages(target.takeOwnership(), target.progress(), isAbortedSomewhere);
                } catch (SQLException e) {
                    // another daemon did not release its locks in time: the next run retries
                } finally {
                    session.undo();
                }
            });
        }

        private void startStages(long epoch, Progress progress, boolean isAbortedSomewhere) {
            TransactionQueue queue = new TransactionQueue(2_000, () -> {}, new SimulatedMonitor(conductor));
            SimulatedMonitor monitor = new SimulatedMonitor(conductor);
            BatchOrder order = new ObservedOrder(
                    new CommitOrder(limits, progress, monitor), appliers, new ReplayThrottler(), new WaitTimes());
            RowSplitter splitter = new RowSplitter(
                    IntTable.CONVERSION::format,
                    target.foreignKeys(),
                    id -> Objects.requireNonNull(TABLES.get(id))
                            .events()
                            .version()
                            .definition(),
                    tracking == DependencyTracking.LOGICAL_CLOCK);
            boolean catchesUp = target.isCatchingUp();
            CatchUpFilter catchUp = copied != null && catchesUp ? new CatchUpFilter(copied.tables()) : null;
            int last = catchesUp ? target.catchesUpTo() : history.size();
            Scheduler scheduler = new Scheduler(queue, failing(order), splitter, tracking, catchUp);
            conductor.add("source", () -> deliver(progress, last, queue));
            conductor.add("schedule", () -> run(scheduler, queue));
            for (int number = 0; number < appliers; number++) {
                SimulatedSession session = new SimulatedSession(target, conductor, chaos, this, number, epoch);
                Applier applier = new Applier(
                        number, session, order, policy, quarantine, new ReplayStatistics(), CommitListener.NONE);
                conductor.add("applier " + number, () -> run(applier, session, order, queue));
            }
            if (isAbortedSomewhere) {
                conductor.add("abort", () -> {
                    for (int i = random.nextInt(1_500); i > 0; i--) {
                        conductor.pause();
                    }
                    abort(order, queue);
                });
            }
        }

        /** Returns the order for a scheduler that may fail before it appends. */
        private BatchOrder failing(BatchOrder order) {
            return new BatchOrder() {
                @Override
                public void append(SourceTransaction transaction, List<RowChange> changes, WriteSet writeSet)
                        throws InterruptedException {
                    chaos.strikeScheduler();
                    order.append(transaction, changes, writeSet);
                }

                @Override
                public void end() {
                    order.end();
                }

                @Override
                public void abort() {
                    order.abort();
                }

                @Override
                public @Nullable Assignment take(int applier) throws InterruptedException {
                    return order.take(applier);
                }
            };
        }

        private void deliver(Progress progress, int last, TransactionQueue queue) throws InterruptedException {
            GtidSet executed = progress.executedSet();
            // with GTIDs the source knows the missing transactions; without, it is read from the low-water mark
            int first =
                    history.hasGtids() ? 0 : history.indexAt(progress.lowWater().position());
            try {
                for (int index = first; index < last; index++) {
                    if (executed.contains(history.gtid(index + 1L))) {
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

        /** Like the supervisor: however the scheduler ends, the source must not wait for it. */
        private void run(Scheduler scheduler, TransactionQueue queue) throws InterruptedException {
            try {
                scheduler.run();
            } catch (IllegalStateException | OutOfMemoryError | GaussferryException e) {
                if (!String.valueOf(e.getMessage()).contains("simulated")) {
                    throw e;
                }
            }
            queue.abandon();
        }

        private void run(Applier applier, SimulatedSession session, BatchOrder order, TransactionQueue queue)
                throws InterruptedException {
            try {
                applier.run();
            } catch (GaussferryException e) {
                if (e instanceof ChangeException change) {
                    stoppedAt(change);
                } else if (e.category() != ErrorCategory.RETRY && !e.problem().equals("fenced")) {
                    throw e;
                }
                session.undo();
                abort(order, queue);
            } catch (InterruptedException e) {
                session.undo();
                abort(order, queue);
                throw e;
            }
        }

        /** Simulates the operator, who changes the target so that it accepts such rows from now on. */
        private void stoppedAt(ChangeException failure) {
            if (policy == FailurePolicy.QUARANTINE || !target.refusesValues()) {
                throw new AssertionError("replay stopped at " + failure.getMessage(), failure);
            }
            if (failure.getSuppressed().length == 0) { // otherwise the next run replays the transactions before it
                target.checkStoppedBefore(failure);
            }
            target.refuseValues(false);
        }

        /** Like the supervisor: first aborts the waits, then cuts the connections. */
        private void abort(BatchOrder order, TransactionQueue queue) {
            queue.abandon();
            order.abort();
            aborted = true;
            conductor.pause();
            cut = true;
        }
    }
}
