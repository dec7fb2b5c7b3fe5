package io.gaussferry.cutover.step;

import io.gaussferry.cutover.settings.Hooks;
import io.gaussferry.cutover.settings.Hooks.Moment;
import io.gaussferry.cutover.settings.StepDeadlines;
import io.gaussferry.cutover.state.CutoverRequest;
import io.gaussferry.cutover.state.CutoverState;
import io.gaussferry.cutover.state.CutoverState.Advancing;
import io.gaussferry.cutover.state.CutoverState.RollingBack;
import io.gaussferry.cutover.state.CutoverState.Switched;
import io.gaussferry.cutover.state.CutoverStep;
import io.gaussferry.cutover.state.Rest;
import io.gaussferry.cutover.state.StepControl;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes a cutover from where the target has it to its end. All that it knows is in the journal: killed at any point and run again, by
 * this daemon or another, it comes to one of two ends. Either the source is fenced and the pipeline is switched; or the source has its
 * writers, what was created is undone, and replay goes on.
 *
 * <p>One thread runs it; {@link #rollBack} and {@link #stop} may come from any.
 */
public final class CutoverMachine {

    private static final Logger LOG = LoggerFactory.getLogger(CutoverMachine.class);

    /** Between two attempts at what may pass, such as a server that does not answer. */
    private static final Duration BETWEEN_ATTEMPTS = Duration.ofMillis(500);

    private final Journal journal;
    private final Map<CutoverStep, StepAction> actions;
    private final Rollback rollback;
    private final Runnable endOfReplay;
    private final Journal.Guard guard;
    private final Hooks hooks;
    private final StepDeadlines deadlines;
    private final Clock clock;
    private final Watchdog watchdog;
    private final Rest rest;
    private final Listener listener;
    private @Nullable StepControl present;
    private @Nullable String wanted;
    private volatile boolean stopped;

    /** Gives the source back to its writers. */
    interface Rollback {

        /** Does it, again and again if need be; returns what was done. Throws if it could not. */
        String run(RollingBack at) throws InterruptedException;
    }

    /** Ends steps at their deadline. */
    public interface Watchdog {

        /** Watches a step until what is returned is closed. */
        AutoCloseable watch(StepControl control, Duration left);
    }

    /** Is told of every state that was reached, and of what stands in the way. Called on the machine's thread. */
    public interface Listener {

        /** The target has this state now. */
        void reached(CutoverState state);

        /** It cannot go on for now. */
        void waiting(CutoverState state, GaussferryException failure);
    }

    /**
     * What a machine works with.
     *
     * @param actions what the steps before the switch do
     * @param rollback gives the source back
     * @param guard the last look before the decision
     * @param endOfReplay ends the replay for good, once the decision is made; may be called again
     */
    public record Parts(
            Journal journal,
            Map<CutoverStep, StepAction> actions,
            Rollback rollback,
            Journal.Guard guard,
            Runnable endOfReplay,
            Hooks hooks,
            StepDeadlines deadlines) {}

    /** A machine of these parts; it rests until it is run. */
    public CutoverMachine(Parts parts, Clock clock, Watchdog watchdog, Rest rest, Listener listener) {
        this.journal = parts.journal();
        this.actions = Map.copyOf(parts.actions());
        this.rollback = parts.rollback();
        this.guard = parts.guard();
        this.endOfReplay = parts.endOfReplay();
        this.hooks = parts.hooks();
        this.deadlines = parts.deadlines();
        this.clock = clock;
        this.watchdog = watchdog;
        this.rest = rest;
        this.listener = listener;
    }

    /** Begins an attempt; refuses where one is at work. */
    public CutoverState begin(CutoverRequest request) {
        synchronized (this) {
            wanted = null;
        }
        return journal.begin(request, deadline(CutoverStep.PRECHECK));
    }

    /**
     * Goes on from what the target has until nothing is left to do: the cutover was rolled back, or the application was sent to the
     * target. Returns early if it is told to stop, or if a hook of the switch fails.
     *
     * @throws GaussferryException if this daemon may change nothing any more
     */
    public CutoverState run() throws InterruptedException {
        CutoverState state = read();
        while (!stopped) {
            listener.reached(state);
            if (state instanceof Advancing at) {
                state = advance(at);
            } else if (state instanceof RollingBack back) {
                state = rollBack(back);
            } else if (state instanceof Switched switched && switched.step() == CutoverStep.SWITCH) {
                endOfReplay.run();
                if (!tellApplication(switched)) {
                    return read();
                }
                state = read();
            } else {
                if (state.isSwitched()) {
                    endOfReplay.run();
                }
                return state;
            }
        }
        return state;
    }

    private CutoverState advance(Advancing at) throws InterruptedException {
        Decision decision = Decision.before(at, clock.instant());
        if (decision instanceof Decision.RollBack back) {
            return enterRollback(at, back.reason());
        }
        StepControl control = new StepControl(clock, rest, at.deadline());
        synchronized (this) {
            present = control;
            if (wanted != null) {
                control.abort(wanted);
            }
        }
        try (AutoCloseable watched = watchdog.watch(control, control.left())) {
            return step(at, control);
        } catch (GaussferryException failure) {
            return afterFailure(at, failure, control);
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            // whatever it is, the source must not stay fenced for it
            LOG.error("{} met a defect in Gaussferry", at.step(), e);
            return afterFailure(at, GaussferryException.ofDefect(e), control);
        } finally {
            synchronized (this) {
                present = null;
            }
        }
    }

    private CutoverState step(Advancing at, StepControl control) throws InterruptedException {
        control.check();
        StepAction action = actions.get(at.step());
        if (action == null) {
            throw new IllegalStateException("nothing does " + at.step());
        }
        if (at.step() == CutoverStep.PRECHECK) {
            hooks.run(at.step(), Moment.BEFORE, at.cutover(), "");
        }
        StepAction.Result done = action.run(at, control);
        hooks.run(at.step(), Moment.AFTER, done.at().cutover(), "");
        CutoverStep next = at.step().next();
        hooks.run(next, Moment.BEFORE, done.at().cutover(), "");
        control.check();
        return next == CutoverStep.SWITCH
                ? journal.switchOver(done.at(), guard, done.detail())
                : journal.enter(done.at(), next, deadline(next), done.detail());
    }

    /** Whatever failed, the target says where the cutover stands: a decision may have been made although its answer was lost. */
    private CutoverState afterFailure(Advancing before, GaussferryException failure, StepControl control)
            throws InterruptedException {
        CutoverState now = read();
        if (!(now instanceof Advancing at) || at.step() != before.step()) {
            return now;
        }
        Decision decision = Decision.after(at, failure, control.reason(), clock.instant());
        if (decision instanceof Decision.RollBack back) {
            return enterRollback(at, back.reason());
        }
        listener.waiting(at, failure);
        pause();
        return read();
    }

    /** The source must not get its writers back before the target has it: another daemon could be about to switch. */
    private CutoverState enterRollback(Advancing at, String reason) throws InterruptedException {
        while (true) {
            try {
                return journal.rollBack(at, reason);
            } catch (GaussferryException e) {
                requireMayPass(e);
                listener.waiting(at, e);
                pause();
                CutoverState now = read();
                if (!(now instanceof Advancing) || stopped) {
                    return now;
                }
            }
        }
    }

    private CutoverState rollBack(RollingBack at) throws InterruptedException {
        try {
            runQuietly(CutoverStep.ROLLBACK, Moment.BEFORE, at);
            String detail = rollback.run(at);
            CutoverState done = journal.rolledBack(at, detail);
            runQuietly(CutoverStep.ROLLBACK, Moment.AFTER, at);
            return done;
        } catch (GaussferryException e) {
            return tryAgain(at, e);
        } catch (RuntimeException e) {
            LOG.error("Giving the source back met a defect in Gaussferry", e);
            return tryAgain(at, GaussferryException.ofDefect(e));
        }
    }

    /** For as long as it takes: nobody can write meanwhile. */
    private CutoverState tryAgain(RollingBack at, GaussferryException failure) throws InterruptedException {
        listener.waiting(at, failure);
        keep(failure);
        pause();
        requireRight();
        return read();
    }

    /** A daemon that was thrown out must not go on trying; whether it was, a target that does not answer says later. */
    private void requireRight() {
        try {
            journal.requireRight();
        } catch (GaussferryException e) {
            requireMayPass(e);
            listener.waiting(new CutoverState.Idle(), e);
        }
    }

    /** A way back has no other: its hooks cannot stop it. */
    private void runQuietly(CutoverStep step, Moment moment, RollingBack at) throws InterruptedException {
        try {
            hooks.run(step, moment, at.cutover(), at.reason());
        } catch (GaussferryException e) {
            listener.waiting(at, e);
            keep(e);
        }
    }

    /** Returns whether the application was sent to the target; if not, a person has to see to it. */
    private boolean tellApplication(Switched at) throws InterruptedException {
        try {
            hooks.run(CutoverStep.SWITCH, Moment.AFTER, at.cutover(), "");
            hooks.run(CutoverStep.WATCH, Moment.BEFORE, at.cutover(), "");
            journal.watch(at, "the application was sent to the target");
            return true;
        } catch (GaussferryException e) {
            listener.waiting(at, e);
            if (e.category() == ErrorCategory.RETRY) {
                pause();
                return !stopped;
            }
            keep(e);
            return false;
        }
    }

    private void keep(GaussferryException failure) {
        try {
            journal.problem(failure.problem());
        } catch (GaussferryException unkept) {
            // the listener was told
            unkept.addSuppressed(failure);
        }
    }

    private CutoverState read() throws InterruptedException {
        while (true) {
            try {
                return journal.read();
            } catch (GaussferryException e) {
                requireMayPass(e);
                listener.waiting(new CutoverState.Idle(), e);
                if (stopped) {
                    throw e;
                }
                pause();
            }
        }
    }

    private static void requireMayPass(GaussferryException failure) {
        if (failure.category() != ErrorCategory.RETRY) {
            throw failure;
        }
    }

    private void pause() throws InterruptedException {
        synchronized (this) {
            if (!stopped) {
                rest.rest(this, BETWEEN_ATTEMPTS);
            }
        }
    }

    private Instant deadline(CutoverStep step) {
        return clock.instant().plus(deadlines.of(step));
    }

    /** Gives up what is at work, if it is before the switch: the source gets its writers back. */
    public synchronized void rollBack(String reason) {
        wanted = reason;
        if (present != null) {
            present.abort(reason);
        }
        notifyAll();
    }

    /** Ends {@link #run} after its present attempt; what is left is done by the next. */
    public synchronized void stop() {
        stopped = true;
        notifyAll();
    }
}
