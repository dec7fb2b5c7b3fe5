package io.gaussferry.cutover;

import io.gaussferry.change.CommitListener;
import io.gaussferry.checkpoint.ReverseDecisionStore;
import io.gaussferry.cutover.CutoverFactory.Components;
import io.gaussferry.cutover.compare.VerifiedTables;
import io.gaussferry.cutover.fence.FenceOwner;
import io.gaussferry.cutover.link.SourceSide;
import io.gaussferry.cutover.state.CutoverState;
import io.gaussferry.cutover.state.CutoverState.Finished;
import io.gaussferry.cutover.state.CutoverState.Switched;
import io.gaussferry.cutover.state.FencedPosition;
import io.gaussferry.cutover.state.ReturnRequest;
import io.gaussferry.cutover.state.VerifyMode;
import io.gaussferry.cutover.step.CutoverMachine;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.FencedException;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.metrics.ReplayStatistics;
import io.gaussferry.model.TableId;
import io.gaussferry.pipeline.reverse.ReverseRearming;
import io.gaussferry.pipeline.reverse.ReverseRunner;
import io.gaussferry.pipeline.reverse.ReverseStatus;
import io.gaussferry.pipeline.reverse.TargetTableChange;
import io.gaussferry.pipeline.status.PipelineStatus.Waiting;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.verify.ContinuousVerification;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the time after the switch: starts reverse replication if it was armed, watches the source for unexpected writes, and compares both
 * sides continuously. Ends when the writers return to the source or the cutover is finished. The comparison runs only while reverse
 * replication follows the target and no request is pending. {@link #run} needs a thread of its own; the other methods may be called from
 * any thread.
 */
final class AfterSwitch {

    private static final Logger LOG = LoggerFactory.getLogger(AfterSwitch.class);
    private static final Duration POLL_INTERVAL = Duration.ofSeconds(1);

    /** The time that a started reverse replication has to reach the target's log before the return reports that it does not. */
    private static final Duration MAX_START = Duration.ofSeconds(30);

    private static final Duration START_POLL_INTERVAL = Duration.ofMillis(20);

    /** Cancelling the queries of a comparison round takes some milliseconds. A server that does not respond is not waited for. */
    private static final Duration MAX_ROUND_STOP = Duration.ofSeconds(1);

    private final String pipeline;
    private final CutoverFactory factory;
    private final ContinuousVerification rounds;
    private final ContinuousVerification.Direction back;
    private final CutoverMachine.StepTimer timer;
    private final Consumer<CutoverState> stateListener;
    private final FenceMonitor sourceWatch;
    private final TargetTableWatch tableWatch = new TargetTableWatch();
    private final ReturnHooks hooks;
    private final LaterObjects laterObjects = new LaterObjects();
    /** The rows that reverse replication has changed since both sides, or a table, compared equal. */
    private final VerifiedTables changedRows = new VerifiedTables();
    /** The rows that reverse replication has changed since the switch: comparisons leave their generated columns out. */
    private final VerifiedTables writtenRows = new VerifiedTables();

    /** Commits to MySQL, over all runners. */
    private final ReplayStatistics statistics = new ReplayStatistics();

    /** Set by the thread of reverse replication. */
    private volatile boolean equalityRecorded;

    private volatile @Nullable ReverseRunner reverseReplication;
    private volatile String problem = "";
    private @Nullable ReturnRequest returnRequest;
    private boolean finishRequested;
    /** The reason of a requested or running rearming; empty if there is none. */
    private volatile String rearmReason = "";

    private boolean rowRemovalRequested;
    private boolean closed;

    /**
     * @param rounds compares both sides
     * @param stateListener receives every new state of the cutover
     */
    AfterSwitch(
            String pipeline,
            CutoverFactory factory,
            ContinuousVerification rounds,
            CutoverMachine.StepTimer timer,
            Consumer<CutoverState> stateListener,
            Clock clock) {
        this.pipeline = pipeline;
        this.factory = factory;
        this.rounds = rounds;
        this.back = factory.reverseReplication(changedRows);
        this.timer = timer;
        this.stateListener = stateListener;
        this.sourceWatch = new FenceMonitor(clock);
        this.hooks = new ReturnHooks(factory.hooks());
    }

    /**
     * Runs until the cutover ends and returns its final state; empty if this object was closed first.
     *
     * @param isResumed whether an earlier run of this or another daemon was interrupted, perhaps in a return
     */
    Optional<CutoverState> run(Switched at, Components components, boolean isResumed) throws InterruptedException {
        if (isResumed) {
            hooks.assumePaused();
        }
        Optional<CutoverState> end = Optional.of(at);
        while (end.isPresent() && end.get() instanceof Switched next) {
            end = awaitFences(next, components) ? serve(next, components) : Optional.empty();
        }
        return end;
    }

    /** Returns the requests for objects that the cutover has left out. */
    LaterObjects laterObjects() {
        return laterObjects;
    }

    private static boolean isArmed(Switched at) {
        return !at.cutover().request().noReverseReplication();
    }

    /** Settles the fences; returns false if this object was closed first. */
    private boolean awaitFences(Switched at, Components components) throws InterruptedException {
        while (!settleFences(at, components, isArmed(at))) {
            synchronized (this) {
                if (closed) {
                    return false;
                }
                wait(POLL_INTERVAL.toMillis());
            }
        }
        return true;
    }

    /**
     * Handles requests. Returns the final state of the cutover; the changed state if the source is to follow the target from now on; empty
     * if this object was closed first.
     */
    private Optional<CutoverState> serve(Switched at, Components components) throws InterruptedException {
        boolean armed = isArmed(at);
        while (true) {
            if (armed && !rearmReason.isEmpty()) {
                rearm(components);
            }
            ReverseRunner runner = armed ? startReverseReplication(at, components) : null;
            try {
                if (!awaitRequestAndPause(at, components, runner)) {
                    return Optional.empty();
                }
                Optional<CutoverState> end = handleRequest(at, components, runner);
                if (end.isPresent()) {
                    return end;
                }
            } finally {
                if (runner != null) {
                    runner.close();
                }
            }
        }
    }

    /** Waits for a request and stops the comparison, which must not disturb it. Returns false if this object was closed first. */
    private boolean awaitRequestAndPause(Switched at, Components components, @Nullable ReverseRunner runner)
            throws InterruptedException {
        try {
            return awaitRequest(at, components, runner);
        } finally {
            rounds.pause(MAX_ROUND_STOP);
        }
    }

    /** Watches the source until a request arrives; returns false if this object was closed first. */
    private boolean awaitRequest(Switched at, Components components, @Nullable ReverseRunner runner)
            throws InterruptedException {
        FencedPosition atSwitch = Objects.requireNonNull(at.cutover().fencedPosition());
        boolean fenced = true;
        while (true) {
            if (runner != null && runner.follows()) {
                rounds.start(back);
            } else {
                rounds.pause(Duration.ZERO);
            }
            if (runner != null && runner.status().phase() == ReverseStatus.Phase.FAILED) {
                // another process may have taken over, and this one must end
                requireOwnership(components);
            }
            sourceWatch.check(atSwitch, components, runner);
            if (runner != null) {
                String written = sourceWatch.written();
                tableWatch.check(
                        components,
                        runner,
                        written.isEmpty() ? "" : "written to the source after the switch: " + written + "; ");
            }
            if (runner == null) {
                settleFences(at, components, false);
            }
            if (!sourceWatch.problem().isEmpty()) {
                fenced = false;
            } else if (runner != null && (!fenced || isRetrying(runner))) {
                fenced = restoreFence(at, components);
            }
            laterObjects.perform(at, components);
            synchronized (this) {
                if (closed) {
                    return false;
                }
                if (finishRequested || !rearmReason.isEmpty() || (runner != null && returnRequest != null)) {
                    return true;
                }
                wait(POLL_INTERVAL.toMillis());
            }
        }
    }

    /** Ends the watch of a process that has lost the pipeline. A target that does not respond is asked again. */
    private static void requireOwnership(Components components) {
        try {
            components.journal().requireOwnership();
        } catch (FencedException e) {
            throw e;
        } catch (GaussferryException e) {
            LOG.debug("Cannot verify the ownership: {}", e.problem());
        }
    }

    private static boolean isRetrying(ReverseRunner runner) {
        return runner.status().phase() == ReverseStatus.Phase.RETRYING;
    }

    /** Handles the pending request; empty if it failed and operation continues as before. */
    private Optional<CutoverState> handleRequest(Switched at, Components components, @Nullable ReverseRunner runner)
            throws InterruptedException {
        ReturnRequest requestedReturn;
        synchronized (this) {
            requestedReturn = returnRequest;
            returnRequest = null;
            if (finishRequested) {
                requestedReturn = null;
                rearmReason = "";
            }
        }
        if (!rearmReason.isEmpty()) {
            return runner == null ? admitReverseReplication(at, components) : Optional.empty();
        }
        if (requestedReturn != null && runner != null) {
            return returnWriters(at, components, runner, requestedReturn);
        }
        return runner == null || disarm(components, runner) ? finishCutover(at, components) : Optional.empty();
    }

    /**
     * Opens the target to its writers and the source to reverse replication. Returns false if a server does not respond and the caller has
     * to retry.
     */
    private boolean settleFences(Switched at, Components components, boolean armed) throws InterruptedException {
        FenceOwner owner = FenceOwner.of(pipeline, at.cutover());
        String memory = Objects.requireNonNull(at.cutover().fenceMemory());
        try {
            if (armed) {
                // a return that was started and not decided is over
                components.targetFence().lower();
            }
            asOwner(components, () -> {
                if (armed) {
                    components.fence().admitReverseReplication(owner, memory);
                } else {
                    components.fence().recordSwitch(owner, memory);
                }
            });
            problem = hooks.resume(at);
            return true;
        } catch (FencedException e) {
            throw e;
        } catch (GaussferryException e) {
            reportObstacle((armed
                            ? "Reverse replication cannot start: "
                            : "The fence of the source could not be recorded as permanent: ")
                    + e.getMessage());
            return false;
        }
    }

    /**
     * Restores the fence that reverse replication needs. A restarted source has the fence of its own configuration, which may lock out
     * reverse replication or admit other writers. Another pipeline that has switched meanwhile may have fenced it more strictly.
     */
    private boolean restoreFence(Switched at, Components components) throws InterruptedException {
        try {
            asOwner(
                    components,
                    () -> components
                            .fence()
                            .admitReverseReplication(
                                    FenceOwner.of(pipeline, at.cutover()),
                                    Objects.requireNonNull(at.cutover().fenceMemory())));
            LOG.info("Restored the source's fence for reverse replication");
            return true;
        } catch (FencedException e) {
            throw e;
        } catch (GaussferryException e) {
            LOG.debug("The source's fence does not admit reverse replication yet: {}", e.problem());
            return false;
        }
    }

    /**
     * Changes the source's fence as the owner of the pipeline. A former owner must not fence a source to which another process has returned
     * the writers; under the lock, none can return them in between.
     */
    private static void asOwner(Components components, SourceSide.Action change) throws InterruptedException {
        components.side().exclusively(() -> {
            components.journal().requireOwnership();
            change.run();
        });
    }

    private ReverseRunner startReverseReplication(Switched at, Components components) {
        ReverseRunner runner =
                new ReverseRunner(components.reverse(), components.journal(), changes(at, components), statistics);
        runner.start();
        reverseReplication = runner;
        return runner;
    }

    /**
     * Returns the listener of reverse replication. If contents were compared before the switch, both sides start equal: nothing was written
     * since.
     */
    private ReverseRunner.Changes changes(Switched at, Components components) {
        boolean wereEqual = at.cutover().request().verify() != VerifyMode.COUNTS;
        return new ReverseRunner.Changes() {
            @Override
            public void begins(List<TableDefinition> tables) {
                if (wereEqual && !equalityRecorded) {
                    // only once: another client may have written to the source since
                    equalityRecorded = true;
                    List<TableId> names =
                            tables.stream().map(TableDefinition::id).toList();
                    changedRows.markEqual(names);
                    writtenRows.markEqual(names);
                }
            }

            @Override
            public void defined(TableDefinition table) throws InterruptedException {
                // the values that the target gave the existing rows are compared with those of MySQL
                changedRows.forget(table.id());
                components.protect(at, table);
            }

            @Override
            public CommitListener commits() {
                return new PairedListener(changedRows.commits(), writtenRows.commits());
            }
        };
    }

    /**
     * Makes the source accept the writes of a reverse replication that was declined at the switch. Returns the changed state, after which
     * it is armed; empty if it is not possible.
     */
    private Optional<CutoverState> admitReverseReplication(Switched at, Components components)
            throws InterruptedException {
        try {
            List<String> obstacles = components.arming().check();
            if (!obstacles.isEmpty()) {
                throw new GaussferryException(
                        ErrorCode.REVERSE_REPLICATION_IMPOSSIBLE,
                        "Reverse replication is not possible: " + String.join(" ", obstacles),
                        "solve each problem, and repeat gaussferry cutover rearm",
                        null);
            }
            asOwner(components, () -> components.fence().prepareAdmission(FenceOwner.of(pipeline, at.cutover())));
            Switched admitted = components.journal().admitReverseReplication(at);
            stateListener.accept(admitted);
            return Optional.of(admitted);
        } catch (GaussferryException e) {
            reportFailedRearming(e);
        } catch (RuntimeException e) {
            LOG.error("A defect in Gaussferry interrupted the arming", e);
            reportFailedRearming(GaussferryException.ofDefect(e));
        }
        rearmReason = "";
        return Optional.empty();
    }

    private void reportFailedRearming(GaussferryException failure) {
        problem = "Reverse replication could not be armed again: " + failure.getMessage();
        LOG.error("{}", problem);
    }

    /** Arms reverse replication again, while none runs; the caller starts it. */
    private void rearm(Components components) throws InterruptedException {
        LOG.warn("Arming reverse replication again: {}", rearmReason);
        // rows that are corrected in MySQL are unknown
        changedRows.forget();
        writtenRows.forget();
        equalityRecorded = true;
        tableWatch.forget();
        try {
            LOG.info(
                    "Reverse replication is armed again: {}",
                    new ReverseRearming(components.reverse(), components.journal()).run());
            problem = "";
        } catch (GaussferryException e) {
            reportFailedRearming(e);
        } catch (RuntimeException e) {
            // no defect may end the watch over the source
            LOG.error("A defect in Gaussferry interrupted the rearming", e);
            reportFailedRearming(GaussferryException.ofDefect(e));
        } finally {
            rearmReason = "";
        }
    }

    /** Requests that reverse replication is armed again. */
    synchronized void rearm(String reason) {
        problem = "";
        rearmReason = reason;
        notifyAll();
    }

    /** Stops reverse replication. Returns false if the target still retains its log for it; the cutover must not be finished then. */
    private boolean disarm(Components components, ReverseRunner runner) throws InterruptedException {
        runner.close();
        try {
            components.arming().disarm();
            return true;
        } catch (GaussferryException e) {
            problem = "The cutover could not be finished: " + e.getMessage();
            LOG.error("{}", problem);
            synchronized (this) {
                finishRequested = false;
            }
            return false;
        }
    }

    /**
     * Records the end of the cutover, retrying until the target responds, because reverse replication is already removed. Empty if this
     * object was closed first.
     */
    private Optional<CutoverState> finishCutover(Switched at, Components components) throws InterruptedException {
        while (true) {
            try {
                components.objects().undoGuards(at.cutover());
                Finished end = components.journal().finish(at, "finished");
                if (isRowRemovalRequested()) {
                    components
                            .links()
                            .target()
                            .write(
                                    "remove the pipeline's rows",
                                    components.journal(),
                                    new PipelineCleanup(pipeline)::remove);
                }
                problem = "";
                return Optional.of(end);
            } catch (GaussferryException e) {
                if (e.category() != ErrorCategory.RETRY) {
                    throw e;
                }
                reportObstacle("The cutover is not finished yet: " + e.getMessage());
            }
            synchronized (this) {
                if (closed) {
                    return Optional.empty();
                }
                wait(POLL_INTERVAL.toMillis());
            }
        }
    }

    /** Logs an obstacle once, however often it is retried. */
    private void reportObstacle(String obstacle) {
        if (!obstacle.equals(problem)) {
            LOG.warn("{}", obstacle);
        }
        problem = obstacle;
    }

    private synchronized boolean isRowRemovalRequested() {
        return rowRemovalRequested;
    }

    /** Returns the writers to the source; empty if that failed and the target keeps them. */
    private Optional<CutoverState> returnWriters(
            Switched at, Components components, ReverseRunner runner, ReturnRequest request)
            throws InterruptedException {
        LOG.warn("Returning the writers to the source: {}", request.reason());
        if (!sourceWatch.written().isEmpty()) {
            // another client has changed unknown rows there
            changedRows.forget();
            writtenRows.forget();
        }
        try {
            requireSourceTakesWrites(at, components, request);
            requireComplete(components, request);
            tableWatch.awaitDefinitions(components, runner);
            tableWatch.requireNamed(components, runner, request);
            if (tableWatch.excludeForReturn(components, request)) {
                // the next runner skips them, and handles the request
                returnToSource(request);
                return Optional.empty();
            }
            if (!awaitFollowing(runner)) {
                return Optional.empty();
            }
            stateListener.accept(factory.returnToSource(components, changedRows, writtenRows, request.without(), timer)
                    .run(at, runner, request, () -> tableWatch.requireNamed(components, runner, request), hooks));
        } catch (GaussferryException e) {
            problem = "The writers could not return to the source: " + e.getMessage() + hooks.resume(at);
            LOG.error("{}", problem);
            return Optional.empty();
        } catch (InterruptedException e) {
            LOG.info("The return was interrupted{}", hooks.resume(at));
            throw e;
        }
        hooks.end();
        return Optional.of(components.machine().run());
    }

    /**
     * Waits until a reverse replication that has just started follows the target, so that writers do not wait for it. Returns false if this
     * object was closed first.
     */
    private synchronized boolean awaitFollowing(ReverseRunner runner) throws InterruptedException {
        long end = System.nanoTime() + MAX_START.toNanos();
        while (!closed
                && !runner.follows()
                && runner.status().phase() != ReverseStatus.Phase.FAILED
                && System.nanoTime() - end < 0) {
            wait(START_POLL_INTERVAL.toMillis());
        }
        return !closed;
    }

    /**
     * Requires that tables which lack skipped changes are compared: their changed rows are unknown, so that everything
     * is compared.
     */
    private void requireComplete(Components components, ReturnRequest request) throws InterruptedException {
        Set<TableId> incomplete = components
                .links()
                .target()
                .read("read the skipped changes", new ReverseDecisionStore(pipeline)::read)
                .incomplete();
        if (incomplete.isEmpty()) {
            return;
        }
        changedRows.forget();
        if (request.verify() == VerifyMode.COUNTS) {
            throw new GaussferryException(
                    ErrorCode.SOURCE_LACKS_SKIPPED_CHANGES,
                    "The source lacks skipped changes of the target in tables " + new TreeSet<>(incomplete) + ".",
                    "return with --verify full, which succeeds once both sides are equal; gaussferry cutover rearm corrects the source",
                    null);
        }
    }

    /** Requires that the source would accept the writers: while other pipelines fence it, they could write to neither side. */
    private void requireSourceTakesWrites(Switched at, Components components, ReturnRequest request)
            throws InterruptedException {
        List<String> others = components.fence().otherOwners(FenceOwner.of(pipeline, at.cutover()));
        if (!others.isEmpty() && !request.staysFenced()) {
            throw new GaussferryException(
                    ErrorCode.SOURCE_STILL_FENCED,
                    "The source would refuse the writers because pipelines " + others + " have fenced it.",
                    "return all of them with gaussferry cutover back --source-stays-fenced; the source accepts"
                            + " writes when the last has returned",
                    null);
        }
    }

    /** Requests the return of the writers to the source. */
    synchronized void returnToSource(ReturnRequest request) {
        problem = "";
        factory.returnCourse().clear();
        returnRequest = request;
        notifyAll();
    }

    /**
     * Requests the end of the cutover.
     *
     * @param removeRows whether to delete the pipeline's rows on the target, except for the record of the cutover
     */
    synchronized void finish(boolean removeRows) {
        finishRequested = true;
        rowRemovalRequested = removeRows;
        notifyAll();
    }

    /** Makes {@link #run} return soon; the next start of the daemon continues. */
    synchronized void close() {
        closed = true;
        notifyAll();
    }

    /** Returns the watch that reports unexpected writes to the source. */
    FenceMonitor watch() {
        return sourceWatch;
    }

    /** Returns the tables of the target that have changed since reverse replication was armed. */
    List<TargetTableChange> targetTables() {
        return tableWatch.changes();
    }

    /** Returns the transaction at which reverse replication waits for the operator; null if it does not wait. */
    @Nullable
    Waiting waiting() {
        ReverseRunner runner = reverseReplication;
        return runner == null ? null : runner.waiting();
    }

    /** Retries the transaction at which reverse replication waits; returns whether it waits at this one. */
    boolean retry(String transaction) throws InterruptedException {
        ReverseRunner runner = reverseReplication;
        return runner != null && runner.retry(transaction);
    }

    /** Skips the transaction at which reverse replication waits; returns whether it waits at this one. */
    boolean skip(String transaction, String reason) throws InterruptedException {
        ReverseRunner runner = reverseReplication;
        return runner != null && runner.skip(transaction, reason);
    }

    /** Returns the status of reverse replication; null before it has started. */
    @Nullable
    ReverseStatus reverseReplication() {
        ReverseRunner runner = reverseReplication;
        if (runner == null) {
            return rearmReason.isEmpty() ? null : ReverseStatus.beforeFirstRun();
        }
        return rearmReason.isEmpty() ? runner.status() : runner.status().in(ReverseStatus.Phase.REARMING);
    }

    /** Returns the current problem; empty if there is none. */
    String problem() {
        String own = problem;
        return own.isEmpty() ? sourceWatch.problem() : own;
    }
}
