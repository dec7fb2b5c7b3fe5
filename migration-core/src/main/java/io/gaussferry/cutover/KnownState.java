package io.gaussferry.cutover;

import io.gaussferry.cutover.state.CutoverState;
import io.gaussferry.cutover.state.CutoverState.Advancing;
import io.gaussferry.cutover.state.CutoverState.Idle;
import io.gaussferry.cutover.state.CutoverState.RolledBack;
import io.gaussferry.cutover.state.CutoverState.RollingBack;
import io.gaussferry.cutover.state.CutoverState.Switched;
import io.gaussferry.cutover.state.CutoverStep;
import io.gaussferry.cutover.step.CutoverMachine;
import io.gaussferry.error.GaussferryException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The state of the cutover that this process knows, and the current problem. Publishes and logs the progress of the attempts; a repeated problem
 * is logged once. Thread-safe; the methods of the listener are called by one thread at a time.
 */
final class KnownState implements CutoverMachine.Listener {

    private static final Logger LOG = LoggerFactory.getLogger(KnownState.class);

    private final StateChanges changes;
    private volatile CutoverState state = new Idle();
    private volatile boolean isFound;
    private volatile String problem = "";
    private @Nullable CutoverState lastState;
    private String lastProblem = "";

    /** @param changes numbers the changes of the state */
    KnownState(StateChanges changes) {
        this.changes = changes;
    }

    /** Records the state that the target has. */
    void found(CutoverState stored) {
        state = stored;
        isFound = true;
    }

    /** Returns whether the state is known. */
    boolean isFound() {
        return isFound;
    }

    CutoverState state() {
        return state;
    }

    /** Publishes a state. */
    void becomes(CutoverState next) {
        state = next;
        changes.changed();
    }

    /** Sets the state without publishing it. */
    void set(CutoverState next) {
        state = next;
    }

    /** Returns whether an attempt is running and has not switched yet. */
    boolean isBeforeSwitch() {
        return state instanceof Advancing || state instanceof RollingBack;
    }

    /** Returns whether the thread of the attempt is about to end: it was rolled back, or a hook of the switch has failed. */
    boolean isEnding() {
        return isAtSwitch() && !problem.isEmpty() || state instanceof RolledBack;
    }

    /** Returns whether the target is active, and the application was not redirected yet. */
    boolean isAtSwitch() {
        return state instanceof Switched at && at.step() == CutoverStep.SWITCH;
    }

    /** Returns whether the application was redirected to the target. */
    boolean isAtWatch() {
        return state instanceof Switched at && at.step() == CutoverStep.WATCH;
    }

    /** Returns the current problem; empty if there is none. */
    String problem() {
        return problem;
    }

    /** Replaces the current problem; an empty one discards it. */
    void report(String current) {
        problem = current;
    }

    @Override
    public void reached(CutoverState next) {
        // a step that is repeated takes as long as before: its failure remains visible
        boolean isRepeated = next.equals(lastState) && (next instanceof Advancing || next instanceof RollingBack);
        if (!isRepeated) {
            problem = "";
        }
        becomes(next);
        if (!next.equals(lastState)) {
            lastState = next;
            lastProblem = "";
            LOG.info("Cutover: {}", next.description());
        }
    }

    @Override
    public void waiting(CutoverState at, GaussferryException failure) {
        problem = String.valueOf(failure.getMessage());
        if (!problem.equals(lastProblem)) {
            lastProblem = problem;
            changes.changed();
            LOG.warn("Cutover: {}", problem);
        }
    }

    /** Logs the state and the problem of the next attempt again. */
    void starts() {
        lastState = null;
        lastProblem = "";
    }
}
