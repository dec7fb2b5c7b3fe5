package io.gaussferry.cutover.step;

import io.gaussferry.cutover.settings.Hooks;
import io.gaussferry.cutover.settings.Hooks.Moment;
import io.gaussferry.cutover.settings.StepDeadlines;
import io.gaussferry.cutover.state.Cutover;
import io.gaussferry.cutover.state.CutoverRequest;
import io.gaussferry.cutover.state.CutoverState;
import io.gaussferry.cutover.state.CutoverState.Advancing;
import io.gaussferry.cutover.state.CutoverState.RollingBack;
import io.gaussferry.cutover.state.CutoverState.Switched;
import io.gaussferry.cutover.state.CutoverStep;
import io.gaussferry.cutover.state.Sleeper;
import io.gaussferry.cutover.state.StepControl;
import io.gaussferry.error.GaussferryException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a cutover from its stored state to its end. The whole state is in the journal. If the daemon is killed at any point, this or another
 * daemon resumes the cutover, which reaches one of two ends: either the source is fenced and the pipeline is switched; or the source
 * accepts writes, the created objects are removed, and replication continues.
 *
 * <p>One thread runs the machine; {@link #rollBack} and {@link #stop} may be called from any thread.
 */
public final class CutoverMachine {

    private static final Logger LOG = LoggerFactory.getLogger(CutoverMachine.class);

    private final Journal journal;
    private final Map<CutoverStep, StepAction> actions;
    private final Runnable stopReplication;
    private final Journal.Guard guard;
    private final Hooks hooks;
    private final StepDeadlines deadlines;
    private final StartCheck startCheck;
    private final Clock clock;
    private final StepTimer timer;
    private final Sleeper sleeper;
    private final Listener listener;
    private final RetryPause pause;
    private final RetryingJournal retrying;
    private final RollbackAttempt rollback;
    private final Redirection redirection;
    private @Nullable StepControl currentControl;
    private @Nullable String rollbackReason;

    /** Opens the source to its writers. */
    interface Rollback {

        /** Performs the rollback, which may have been interrupted before; returns a description. Throws if it failed. */
        String run(RollingBack at) throws InterruptedException;
    }

    /** Makes the target accept writes. */
    public interface TargetOpening {

        /** Lowers the fence that an earlier return of the writers has raised on the target; may be called repeatedly. */
        void run() throws InterruptedException;
    }

    /** Drops the triggers of a lowered fence. */
    public interface FenceRemoval {

        /** Called once the application writes to the target; may be called repeatedly. */
        void run() throws InterruptedException;
    }

    /** Verifies before a cutover is resumed that its stored state is that of the target's present primary. */
    public interface StartCheck {

        /** Throws if the state may be outdated: neither a fence nor a hook must act on it. */
        void run() throws InterruptedException;
    }

    /** Aborts steps at their deadline. */
    public interface StepTimer {

        /** Watches a step until the returned object is closed. */
        AutoCloseable start(StepControl control, Duration left);
    }

    /** Receives every reached state and every obstacle. Called on the machine's thread. */
    public interface Listener {

        /** The target has stored this state. */
        void reached(CutoverState state);

        /** A transient failure delays the cutover. */
        void waiting(CutoverState state, GaussferryException failure);
    }

    /**
     * The components of a machine.
     *
     * @param actions of the steps before the switch
     * @param rollback opens the source to its writers
     * @param guard the last check before the switch is decided
     * @param stopReplication stops replication permanently after the switch is decided; may be called repeatedly
     * @param openTarget called after the decision: a write before it would precede reverse replication
     * @param removeFence called once the application was redirected, which does not wait for it
     * @param startCheck called before a cutover is resumed that has fenced the source
     */
    public record Parts(
            Journal journal,
            Map<CutoverStep, StepAction> actions,
            Rollback rollback,
            Journal.Guard guard,
            Runnable stopReplication,
            TargetOpening openTarget,
            FenceRemoval removeFence,
            Hooks hooks,
            StepDeadlines deadlines,
            StartCheck startCheck) {}

    /** Creates a machine; it does nothing before it is run. */
    public CutoverMachine(Parts parts, Clock clock, StepTimer timer, Sleeper sleeper, Listener listener) {
        this.journal = parts.journal();
        this.actions = Map.copyOf(parts.actions());
        this.guard = parts.guard();
        this.stopReplication = parts.stopReplication();
        this.hooks = parts.hooks();
        this.deadlines = parts.deadlines();
        this.startCheck = parts.startCheck();
        this.clock = clock;
        this.timer = timer;
        this.sleeper = sleeper;
        this.listener = listener;
        this.pause = new RetryPause(sleeper);
        this.retrying = new RetryingJournal(journal, pause, listener);
        this.rollback = new RollbackAttempt(parts, retrying, pause, listener);
        this.redirection = new Redirection(parts, retrying, pause, listener);
    }

    /** Starts an attempt; fails if one is running. */
    public CutoverState begin(CutoverRequest request) {
        synchronized (this) {
            rollbackReason = null;
        }
        return journal.begin(request, deadline(CutoverStep.PRECHECK));
    }

    /**
     * Continues from the stored state until the cutover is rolled back, or the application is redirected to the target. Returns early if it
     * is stopped or if a hook of the switch fails.
     *
     * @throws GaussferryException if this daemon has lost the ownership of the pipeline
     */
    public CutoverState run() throws InterruptedException {
        CutoverState state = retrying.read();
        if (hasFenced(state)) {
            awaitStartCheck(state);
        }
        while (!pause.isStopped()) {
            listener.reached(state);
            if (state instanceof Advancing at) {
                state = advance(at);
            } else if (state instanceof RollingBack back) {
                state = rollback.run(back);
            } else if (state instanceof Switched switched && switched.step() == CutoverStep.SWITCH) {
                if (retrying.isConfirmed(switched)) {
                    stopReplication.run();
                    if (!redirection.run(switched)) {
                        return retrying.read();
                    }
                }
                state = retrying.read();
            } else {
                if (state.isSwitched()) {
                    stopReplication.run();
                }
                return state;
            }
        }
        return state;
    }

    /** Returns whether a hook or a fence is to act next on a state that has fenced the source. */
    private static boolean hasFenced(CutoverState state) {
        Cutover cutover = state.attempt();
        return cutover != null
                && cutover.fenceMemory() != null
                && state.isInProgress()
                && !(state instanceof Switched switched && switched.step() == CutoverStep.WATCH);
    }

    /** Waits for servers that do not respond. */
    private void awaitStartCheck(CutoverState state) throws InterruptedException {
        while (!pause.isStopped()) {
            try {
                startCheck.run();
                return;
            } catch (GaussferryException e) {
                RetryingJournal.requireTransient(e);
                listener.waiting(state, e);
                pause.pause();
                retrying.requireOwnership();
            }
        }
    }

    private CutoverState advance(Advancing at) throws InterruptedException {
        Decision decision = Decision.before(at, clock.instant());
        if (decision instanceof Decision.RollBack back) {
            return retrying.rollBack(at, back.reason());
        }
        StepControl control = new StepControl(clock, sleeper, at.deadline());
        synchronized (this) {
            currentControl = control;
            if (rollbackReason != null) {
                control.abort(rollbackReason);
            }
        }
        try (AutoCloseable watched = timer.start(control, control.left())) {
            return step(at, control);
        } catch (GaussferryException failure) {
            return afterFailure(at, failure, control);
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception | Error e) {
            // no defect may leave the source fenced
            LOG.error("A defect in Gaussferry interrupted {}", at.step(), e);
            return afterFailure(at, GaussferryException.ofDefect(e), control);
        } finally {
            synchronized (this) {
                currentControl = null;
            }
        }
    }

    private CutoverState step(Advancing at, StepControl control) throws InterruptedException {
        control.check();
        StepAction action = actions.get(at.step());
        if (action == null) {
            throw new IllegalStateException("no action for step " + at.step());
        }
        journal.confirm(at);
        if (at.step() == CutoverStep.PRECHECK) {
            hooks.run(at.step(), Moment.BEFORE, at.cutover(), control);
        }
        StepAction.Result done = action.run(at, control);
        hooks.run(at.step(), Moment.AFTER, done.at().cutover(), control);
        CutoverStep next = at.step().next();
        hooks.run(next, Moment.BEFORE, done.at().cutover(), control);
        control.check();
        return next == CutoverStep.SWITCH
                ? journal.switchOver(done.at(), guard, done.detail())
                : journal.enter(done.at(), next, deadline(next), done.detail());
    }

    /** Reads the stored state after a failure: the switch may have been decided although its acknowledgement was lost. */
    private CutoverState afterFailure(Advancing before, GaussferryException failure, StepControl control)
            throws InterruptedException {
        CutoverState now = retrying.read();
        if (!(now instanceof Advancing at) || at.step() != before.step()) {
            return now;
        }
        Decision decision = Decision.after(at, failure, control.reason(), clock.instant());
        if (decision instanceof Decision.RollBack back) {
            return retrying.rollBack(at, back.reason());
        }
        listener.waiting(at, failure);
        pause.pause();
        return retrying.read();
    }

    private Instant deadline(CutoverStep step) {
        return clock.instant().plus(deadlines.of(step));
    }

    /** Rolls back the running cutover, if it is before the switch: the source accepts its writers again. */
    public void rollBack(String reason) {
        synchronized (this) {
            rollbackReason = reason;
            if (currentControl != null) {
                currentControl.abort(reason);
            }
        }
        pause.wake();
    }

    /** Stops {@link #run} after its current attempt; the next run continues. */
    public void stop() {
        pause.stop();
    }
}
