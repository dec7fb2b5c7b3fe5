package io.gaussferry.cutover;

import io.gaussferry.checkpoint.Ownership;
import io.gaussferry.cutover.check.CutoverCheck;
import io.gaussferry.cutover.check.ReplayView;
import io.gaussferry.cutover.compare.VerifiedTables;
import io.gaussferry.cutover.link.TargetLink;
import io.gaussferry.cutover.objects.AppliedObject;
import io.gaussferry.cutover.record.CutoverStatus;
import io.gaussferry.cutover.record.PreparationStatus;
import io.gaussferry.cutover.record.ReturnCourse;
import io.gaussferry.cutover.rehearse.RehearsalReport;
import io.gaussferry.cutover.settings.CreatedObjects;
import io.gaussferry.cutover.settings.CutoverSettings;
import io.gaussferry.cutover.state.Cutover;
import io.gaussferry.cutover.state.CutoverRequest;
import io.gaussferry.cutover.state.CutoverState;
import io.gaussferry.cutover.state.CutoverState.Finished;
import io.gaussferry.cutover.state.CutoverState.Switched;
import io.gaussferry.cutover.state.CutoverStep;
import io.gaussferry.cutover.state.CutoverStore;
import io.gaussferry.cutover.state.ReturnRequest;
import io.gaussferry.cutover.state.VerifyMode;
import io.gaussferry.error.FencedException;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.pipeline.reverse.ReverseStatus;
import io.gaussferry.pipeline.reverse.TargetTableChange;
import io.gaussferry.pipeline.settings.PipelineSettings;
import io.gaussferry.pipeline.status.PipelineStatus.Waiting;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the cutover of one pipeline inside its daemon: starts it, resumes it after a crash, reports its status, and watches the source after
 * the switch. The work is done on a thread of this service, so a client may disconnect after its request. Thread-safe.
 */
public final class CutoverService implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(CutoverService.class);

    private final String pipeline;
    private final StateChanges changes = new StateChanges();
    private final TargetLink statusLink;
    private final PipelineOwnership ownership;
    private final ReturnFactory returns;
    private final RehearsalFactory rehearsals;
    private final CutoverRunner runner;
    private final AfterSwitch afterSwitch;
    private final ReturnedTargetWatch targetWatch;
    private final PreparationService preparing;
    private final RehearsalService rehearsing;

    /**
     * @param settings of the cutover
     * @param verified the results of the comparison that runs during replication
     */
    public CutoverService(
            PipelineSettings pipeline, CutoverSettings settings, ReplayView replay, VerifiedTables verified) {
        Clock clock = Clock.systemUTC();
        this.pipeline = pipeline.name();
        this.statusLink = new TargetLink(pipeline.target());
        this.ownership = new PipelineOwnership(pipeline.name(), statusLink, replay::ownership);
        ComponentFactory components = new ComponentFactory(
                pipeline, settings, replay, verified, ownership::current, ownership::followedServer, clock);
        ReturnCourse returnCourse = new ReturnCourse(clock, changes::changed);
        this.returns = new ReturnFactory(pipeline, components, returnCourse);
        this.rehearsals = new RehearsalFactory(components);
        this.preparing = new PreparationService(
                rehearsals::prepared, () -> replay.status().lagSeconds(), clock);
        this.rehearsing = new RehearsalService(rehearsals::rehearsed, clock);
        CutoverFactory attempts = new CutoverFactory(components, rehearsals, returnCourse);
        this.runner = new CutoverRunner(
                (timer, listener) -> new ServedAttempt(attempts.create(timer, listener, preparing), this::afterSwitch),
                ownership::takeOver,
                changes);
        this.afterSwitch = new AfterSwitch(
                pipeline.name(),
                pipeline.target().cluster(),
                returns,
                components.hooks(),
                replay.verification(),
                runner.timers(),
                runner.known()::becomes,
                clock);
        this.targetWatch = new ReturnedTargetWatch(pipeline.name(), statusLink, runner.known()::state);
    }

    private AfterSwitch afterSwitch() {
        return afterSwitch;
    }

    /**
     * Reads the state of the cutover from the target. To be called before replication starts.
     *
     * @throws GaussferryException if the target cannot be read
     */
    public CutoverState find() throws InterruptedException {
        if (statusLink.upgradeState()) {
            LOG.info("Upgraded the tables of an earlier version in schema gaussferry");
        }
        CutoverState found = statusLink.read("read the state of the cutover", new CutoverStore(pipeline)::read);
        runner.known().found(found);
        rehearsals.removeRemainsOfRehearsal();
        return found;
    }

    /** Returns whether {@link #find} has succeeded; before, the state is unknown. Any thread. */
    public boolean isFound() {
        return runner.known().isFound();
    }

    /** Resumes the cutover that {@link #find} has found, unless it has ended or this service is closed. */
    public void resume() {
        runner.resume(targetWatch::start);
    }

    /** Returns whether the target is the active side; replication from the source has ended then. */
    public boolean isSwitched() {
        return runner.known().state().isSwitched();
    }

    /**
     * Starts a cutover; or, if the target is already active and a hook has failed, runs the hook again.
     *
     * @return the new state
     * @throws GaussferryException if the cutover cannot start, for example because another one is running
     */
    public CutoverState start(CutoverRequest request) throws InterruptedException {
        return runner.start(request, () -> {
            preparing.requireIdle();
            rehearsing.requireIdle();
        });
    }

    /** Returns the numbers of the changes of {@link #status}. */
    public StateChanges changes() {
        return changes;
    }

    /**
     * Returns the conditions that would make a cutover fail; changes nothing. May be called from any thread, also while a cutover is
     * running.
     */
    public CutoverCheck check(VerifyMode verify) throws InterruptedException {
        return rehearsals.check(verify, true);
    }

    /**
     * Rehearses a cutover: no writer is refused, and nothing stays. Returns at once; {@link #rehearsal} reports the progress.
     *
     * @param isArmed whether the cutover is to arm reverse replication
     * @throws GaussferryException if a cutover, a preparation or a rehearsal is running, or the target is the active side
     */
    public void rehearse(VerifyMode verify, boolean isArmed) throws InterruptedException {
        runner.startOther(() -> {
            preparing.requireIdle();
            rehearsing.start(verify, isArmed);
        });
    }

    /** Returns the progress or the result of the last rehearsal. Sends no query; may be called from any thread. */
    public RehearsalReport rehearsal() {
        return rehearsing.report();
    }

    /**
     * Prepares a cutover that starts later, or undoes that. Returns at once; {@link #preparation} reports the progress.
     *
     * @throws GaussferryException if a cutover or a preparation is running, or the target is the active side
     */
    public void prepare(boolean undo) throws InterruptedException {
        runner.startOther(() -> {
            rehearsing.requireIdle();
            preparing.start(undo);
        });
    }

    /** Returns the progress of the preparation. Sends no query; may be called from any thread. */
    public PreparationStatus preparation() {
        return preparing.status();
    }

    /**
     * Rolls back a cutover before its switch: the source accepts its writers again.
     *
     * @param reason the reason and the requester
     * @throws GaussferryException if no cutover can be rolled back
     */
    public void rollBack(String reason) {
        runner.rollBack(reason);
    }

    /**
     * Requests the return of the writers to the source after the switch. The thread that watches the source performs it.
     *
     * @throws GaussferryException if the writers cannot return
     */
    public void returnToSource(ReturnRequest request) {
        if (requireWatch().cutover().request().noReverseReplication()) {
            throw CutoverRunner.refused(
                    "The cutover was made with --no-reverse-replication: the target's writes were not replicated to the source.",
                    "replicate them first: gaussferry cutover rearm --config FILE --reason TEXT");
        }
        runner.known().report("");
        afterSwitch.returnToSource(request);
    }

    /**
     * Creates views, routines, triggers and events that the cutover has left out; a return removes them.
     *
     * @param level the states of the objects to create
     * @param isRehearsal whether to execute nothing
     * @return the objects that did not exist, with their outcomes
     * @throws GaussferryException if the target is not active, or the request cannot be performed now
     */
    public List<AppliedObject> createObjects(CreatedObjects level, boolean isRehearsal) throws InterruptedException {
        Switched unused = requireWatch();
        return afterSwitch.laterObjects().create(level, isRehearsal);
    }

    /** Returns the state of a cutover whose target is active. */
    private Switched requireWatch() {
        if (runner.known().state() instanceof Switched at && at.step() == CutoverStep.WATCH) {
            return at;
        }
        throw CutoverRunner.refused(
                "The target is not active, or the cutover is finished.",
                "check the state with: gaussferry cutover status");
    }

    /**
     * Requests that reverse replication is armed again after changes of the target were lost, or for the first time if the operator declined
     * it at the switch. The thread that watches the source compares both sides and corrects the source.
     *
     * @param reason the reason and the operator; not empty
     * @throws GaussferryException if the target is not active
     */
    public void rearm(String reason) {
        Switched unused = requireWatch();
        runner.known().report("");
        afterSwitch.rearm(reason);
    }

    /**
     * Ends the watch over the source.
     *
     * @param removeRows whether to delete Gaussferry's rows of this pipeline on the target, except for the record of the cutover
     * @throws GaussferryException if the target is not active
     */
    public void finish(boolean removeRows) {
        CutoverState known = runner.known().state();
        if (!(known instanceof Switched at) || at.step() != CutoverStep.WATCH) {
            throw CutoverRunner.refused(
                    known instanceof Finished
                            ? "The cutover is already finished."
                            : "The cutover cannot be finished before the switch.",
                    "check the state with: gaussferry cutover status");
        }
        afterSwitch.finish(removeRows);
    }

    /** Returns the status. May be called from any thread; reads from the target. */
    public CutoverStatus status() {
        CutoverState now = runner.known().state();
        Cutover cutover = now.attempt();
        if (cutover == null) {
            return status(now, problem());
        }
        try {
            return statusLink.read(
                    "read the state of the cutover",
                    connection -> CutoverStatus.read(connection, pipeline, cutover.id(), status(now, problem())));
        } catch (GaussferryException e) {
            return status(now, e.problem());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return status(now, problem());
        }
    }

    private CutoverStatus status(CutoverState state, String obstacle) {
        return new CutoverStatus(
                state,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                obstacle,
                afterSwitch.watch().written(),
                afterSwitch.watch().watched(),
                afterSwitch.targetTables(),
                returns.course().steps(),
                afterSwitch.reverseReplication());
    }

    /**
     * Returns the status of reverse replication, a few seconds old; null if this process has run none. Sends no query; may be called from
     * any thread.
     */
    public @Nullable ReverseStatus reverseReplication() {
        return afterSwitch.reverseReplication();
    }

    /**
     * Returns the tables of the target that have changed since reverse replication was armed, as of the last check. Sends no query; may be
     * called from any thread.
     */
    public List<TargetTableChange> targetTables() {
        return afterSwitch.targetTables();
    }

    /** Returns the transaction at which reverse replication waits for the operator; null if it does not wait. */
    public @Nullable Waiting waiting() {
        return afterSwitch.reverse().waiting();
    }

    /**
     * Retries the transaction at which reverse replication waits; any thread.
     *
     * @return whether it waits at this transaction
     */
    public boolean retry(String transaction) throws InterruptedException {
        return afterSwitch.reverse().retry(transaction);
    }

    /**
     * Skips the transaction at which reverse replication waits; any thread.
     *
     * @return whether it waits at this transaction
     */
    public boolean skip(String transaction, String reason) throws InterruptedException {
        return afterSwitch.reverse().skip(transaction, reason);
    }

    /** Returns the state that this process knows. Sends no query; may be called from any thread. */
    public CutoverState state() {
        return runner.known().state();
    }

    /** Returns the current problem; empty if there is none. Sends no query; may be called from any thread. */
    public String problem() {
        String own = runner.known().problem();
        if (own.isEmpty()) {
            own = afterSwitch.problem();
        }
        return own.isEmpty() ? targetWatch.problem() : own;
    }

    /** Returns the ownership that this process has; null while it has none. May be called from any thread. */
    public @Nullable Ownership ownership() {
        return ownership.current();
    }

    /**
     * Waits until a switched cutover is finished or this service is closed.
     *
     * @throws FencedException if another process has taken over the pipeline
     */
    public void awaitEnd() throws InterruptedException {
        runner.awaitEnd();
    }

    /**
     * Rolls back a cutover that has not switched yet, and waits until none is running.
     *
     * @param reason for the rollback
     * @return whether the source accepts its writers
     */
    public boolean rollBackAndWait(String reason, Duration timeout) throws InterruptedException {
        return runner.rollBackAndWait(reason, timeout);
    }

    /** Stops all work; the next start of the daemon resumes it. */
    @Override
    public void close() {
        runner.stop();
        preparing.close();
        rehearsing.close();
        afterSwitch.close();
        targetWatch.close();
        runner.awaitStop();
        statusLink.close();
    }
}
