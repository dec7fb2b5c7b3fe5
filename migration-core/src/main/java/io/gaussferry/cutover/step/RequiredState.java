package io.gaussferry.cutover.step;

import io.gaussferry.cutover.state.Cutover;
import io.gaussferry.cutover.state.CutoverState;
import io.gaussferry.cutover.state.CutoverState.Advancing;
import io.gaussferry.cutover.state.CutoverState.Switched;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;

/** Requires that the stored state permits a change. Stateless. */
final class RequiredState {

    private RequiredState() {}

    /** Requires that no attempt is running or has switched, so that another one can start. */
    static void requireIdle(CutoverState stored) {
        Cutover other = stored.attempt();
        if (other == null || !(stored.isInProgress() || stored.isSwitched())) {
            return;
        }
        throw new GaussferryException(
                ErrorCode.CUTOVER_RUNNING,
                stored.isSwitched()
                        ? "The target is already active: " + other.request() + " switched to it."
                        : "A cutover is running: " + other.request() + " started it at " + other.started() + ".",
                "check the state with: gaussferry cutover status",
                null);
    }

    /** Requires the expected step. The lock prevents changes by others; this guards against calls in a wrong order. */
    static void requireStep(CutoverState stored, Advancing at) {
        if (!(stored instanceof Advancing present)
                || present.step() != at.step()
                || !present.cutover().id().equals(at.cutover().id())) {
            throw new GaussferryException(
                    ErrorCode.CUTOVER_STATE_CHANGED,
                    "The cutover is no longer in step " + at.step() + ".",
                    "check the state with: gaussferry cutover status",
                    null);
        }
    }

    /** Requires that this attempt has switched. */
    static void requireSwitched(CutoverState stored, Switched at) {
        if (!(stored instanceof Switched switched)
                || !switched.cutover().id().equals(at.cutover().id())) {
            throw new IllegalStateException("a cutover that has not switched cannot be reversed: " + stored);
        }
    }
}
