package io.gaussferry.cutover;

import io.gaussferry.cutover.settings.Hooks;
import io.gaussferry.cutover.state.CutoverState;
import io.gaussferry.cutover.state.CutoverState.Switched;
import io.gaussferry.cutover.state.FencedPosition;
import io.gaussferry.cutover.state.ReturnRequest;
import io.gaussferry.cutover.step.CutoverMachine;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.FencedException;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.opengauss.TargetCluster;
import io.gaussferry.pipeline.reverse.ReverseRunner;
import io.gaussferry.pipeline.reverse.ReverseStatus;
import io.gaussferry.pipeline.reverse.TargetTableChange;
import io.gaussferry.verify.ContinuousVerification;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
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
    private final ReturnFactory returns;
    private final ContinuousVerification rounds;
    private final ContinuousVerification.Direction back;
    private final CutoverMachine.StepTimer timer;
    private final Consumer<CutoverState> stateListener;
    private final FenceMonitor sourceWatch;
    private final TargetTableWatch tableWatch = new TargetTableWatch();
    private final ReturnHooks hooks;
    private final LaterObjects laterObjects = new LaterObjects();
    private final PendingRequests requests = new PendingRequests();
    private final ReverseSupervisor reverse = new ReverseSupervisor();
    private final SourceAdmission admission;
    private final LostSlot lostSlot;
    private final ReturnConditions conditions;
    private final WatchProblem problem = new WatchProblem();
    private final Rearming rearming;
    private final Finishing finishing;
    /** Whether the target's server was replaced as primary before; used by the thread of {@link #run}. */
    private boolean isReplaced;

    /**
     * @param cluster the servers of the target
     * @param rounds compares both sides
     * @param stateListener receives every new state of the cutover
     */
    AfterSwitch(
            String pipeline,
            TargetCluster cluster,
            ReturnFactory returns,
            Hooks hooks,
            ContinuousVerification rounds,
            CutoverMachine.StepTimer timer,
            Consumer<CutoverState> stateListener,
            Clock clock) {
        this.pipeline = pipeline;
        this.returns = returns;
        this.rounds = rounds;
        this.back = returns.comparison(reverse.changedRows());
        this.timer = timer;
        this.stateListener = stateListener;
        this.sourceWatch = new FenceMonitor(clock);
        this.hooks = new ReturnHooks(hooks);
        this.admission = new SourceAdmission(pipeline);
        this.lostSlot = new LostSlot(cluster);
        this.conditions = new ReturnConditions(pipeline);
        this.rearming = new Rearming(requests, admission, stateListener, problem);
        this.finishing = new Finishing(requests, problem, POLL_INTERVAL);
    }

    /**
     * Runs until the cutover ends and returns its final state; empty if this object was closed first.
     *
     * @param isResumed whether an earlier run of this or another daemon was interrupted, perhaps in a return
     */
    Optional<CutoverState> run(Switched at, AttemptComponents components, boolean isResumed)
            throws InterruptedException {
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
    private boolean awaitFences(Switched at, AttemptComponents components) throws InterruptedException {
        while (!settleFences(at, components, isArmed(at))) {
            if (isReplaced && requests.isRearmingByOperator()) {
                rearming.acceptReplaced(components);
            } else if (!requests.pause(POLL_INTERVAL)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Handles requests. Returns the final state of the cutover; the changed state if the source is to follow the target from now on; empty
     * if this object was closed first.
     */
    private Optional<CutoverState> serve(Switched at, AttemptComponents components) throws InterruptedException {
        boolean armed = isArmed(at);
        while (true) {
            if (armed && !requests.rearmReason().isEmpty()) {
                rearm(components);
            }
            ReverseRunner runner = armed ? reverse.start(at, components) : null;
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
    private boolean awaitRequestAndPause(Switched at, AttemptComponents components, @Nullable ReverseRunner runner)
            throws InterruptedException {
        try {
            return awaitRequest(at, components, runner);
        } finally {
            rounds.pause(MAX_ROUND_STOP);
        }
    }

    /** Watches the source until a request arrives; returns false if this object was closed first. */
    private boolean awaitRequest(Switched at, AttemptComponents components, @Nullable ReverseRunner runner)
            throws InterruptedException {
        FencedPosition atSwitch = Objects.requireNonNull(at.cutover().fencedPosition());
        boolean fenced = true;
        boolean isRestored = false;
        while (true) {
            if (runner != null && runner.follows()) {
                lostSlot.follows();
                rounds.start(back);
            } else {
                rounds.pause(Duration.ZERO);
            }
            if (runner != null && runner.status().phase() == ReverseStatus.Phase.FAILED) {
                // another process may have taken over, and this one must end
                SourceAdmission.requireOwnership(components);
                if (lostSlot.isDue(components.reverse(), components.links().target())) {
                    requests.rearmAfterFailover("the target has failed over to a server without the replication slot");
                }
            }
            sourceWatch.check(atSwitch, Objects.requireNonNull(at.cutover().fenceMemory()), components, runner);
            if (sourceWatch.hasGap()) {
                admission.restore(at, components);
            }
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
            boolean wasRestored = isRestored;
            isRestored = false;
            if (!sourceWatch.problem().isEmpty()) {
                fenced = false;
            } else if (runner != null && (!fenced || isRetrying(runner))) {
                fenced = admission.restore(at, components);
                isRestored = fenced;
                if (isRestored && !wasRestored) {
                    LOG.info("Restored the source's fence for reverse replication");
                }
            }
            laterObjects.perform((level, isRehearsal) -> components.leftOut().create(at.cutover(), level, isRehearsal));
            if (requests.awaitNext(runner != null, POLL_INTERVAL)) {
                return !requests.isClosed();
            }
        }
    }

    private static boolean isRetrying(ReverseRunner runner) {
        return runner.status().phase() == ReverseStatus.Phase.RETRYING;
    }

    /** Handles the pending request; empty if it failed and operation continues as before. */
    private Optional<CutoverState> handleRequest(
            Switched at, AttemptComponents components, @Nullable ReverseRunner runner) throws InterruptedException {
        ReturnRequest requestedReturn = requests.takeReturn();
        if (!requests.rearmReason().isEmpty()) {
            return runner == null ? rearming.admit(at, components) : Optional.empty();
        }
        if (requestedReturn != null && runner != null) {
            return returnWriters(at, components, runner, requestedReturn);
        }
        return finishCutover(at, components, runner);
    }

    /** Settles the fences; returns false if a server does not respond and the caller has to retry. */
    private boolean settleFences(Switched at, AttemptComponents components, boolean armed) throws InterruptedException {
        try {
            admission.settle(at, components, armed);
            problem.set(hooks.resume(at));
            isReplaced = false;
            return true;
        } catch (FencedException e) {
            throw e;
        } catch (GaussferryException e) {
            isReplaced = e.code() == ErrorCode.TARGET_OUTDATED;
            if (isReplaced) {
                // another process may run the pipeline meanwhile
                SourceAdmission.requireOwnership(components);
            }
            problem.obstacle((armed
                            ? "Reverse replication cannot start: "
                            : "The fence of the source could not be recorded as permanent: ")
                    + e.getMessage());
            return false;
        }
    }

    /** Arms reverse replication again, while none runs; the caller starts it. */
    private void rearm(AttemptComponents components) throws InterruptedException {
        // rows that are corrected in MySQL are unknown
        reverse.forgetEquality();
        tableWatch.forget();
        rearming.run(components);
    }

    private Optional<CutoverState> finishCutover(
            Switched at, AttemptComponents components, @Nullable ReverseRunner runner) throws InterruptedException {
        if (runner != null) {
            runner.close();
        }
        return finishing
                .run(new FinishingWork(pipeline, at, components, runner != null))
                .map(end -> end);
    }

    /** Returns the writers to the source; empty if that failed and the target keeps them. */
    private Optional<CutoverState> returnWriters(
            Switched at, AttemptComponents components, ReverseRunner runner, ReturnRequest request)
            throws InterruptedException {
        LOG.warn("Returning the writers to the source: {}", request.reason());
        if (!sourceWatch.written().isEmpty()) {
            // another client has changed unknown rows there
            reverse.forgetRows();
        }
        try {
            conditions.requireSourceTakesWrites(at, components, request);
            conditions.requireComplete(components, request, reverse.changedRows());
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
            stateListener.accept(returns.create(
                            components, reverse.changedRows(), reverse.writtenRows(), request.without(), timer)
                    .run(at, runner, request, () -> tableWatch.requireNamed(components, runner, request), hooks));
        } catch (FencedException e) {
            throw e;
        } catch (GaussferryException e) {
            problem.failed(FailedRequest.message(
                            "The writers could not return to the source",
                            "gaussferry cutover back --config FILE --reason TEXT",
                            e)
                    + hooks.resume(at));
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
    private boolean awaitFollowing(ReverseRunner runner) throws InterruptedException {
        long end = System.nanoTime() + MAX_START.toNanos();
        boolean isOpen = !requests.isClosed();
        while (isOpen
                && !runner.follows()
                && runner.status().phase() != ReverseStatus.Phase.FAILED
                && System.nanoTime() - end < 0) {
            isOpen = requests.pause(START_POLL_INTERVAL);
        }
        return !requests.isClosed();
    }

    /** Requests the return of the writers to the source. */
    void returnToSource(ReturnRequest request) {
        problem.clear();
        returns.course().clear();
        requests.returnToSource(request);
    }

    /** Requests that reverse replication is armed again. */
    void rearm(String reason) {
        problem.clear();
        requests.rearm(reason);
    }

    /**
     * Requests the end of the cutover.
     *
     * @param removeRows whether to delete the pipeline's rows on the target, except for the record of the cutover
     */
    void finish(boolean removeRows) {
        requests.finish(removeRows);
    }

    /** Makes {@link #run} return soon; the next start of the daemon continues. */
    void close() {
        requests.close();
    }

    /** Returns the runs of reverse replication. */
    ReverseSupervisor reverse() {
        return reverse;
    }

    /** Returns the status of reverse replication; null before it has started. */
    @Nullable
    ReverseStatus reverseReplication() {
        return reverse.status(!requests.rearmReason().isEmpty());
    }

    /** Returns the watch that reports unexpected writes to the source. */
    FenceMonitor watch() {
        return sourceWatch;
    }

    /** Returns the tables of the target that have changed since reverse replication was armed. */
    List<TargetTableChange> targetTables() {
        return tableWatch.changes();
    }

    /** Returns the current problem; empty if there is none. */
    String problem() {
        String own = problem.current();
        return own.isEmpty() ? sourceWatch.problem() : own;
    }
}
