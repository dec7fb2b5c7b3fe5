package io.gaussferry.cutover;

import io.gaussferry.cutover.CutoverState.Advancing;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;

/** Would arm the way back. There is none yet: whoever goes on must have said that this is understood. */
final class ArmStep implements StepAction {

    @Override
    public Result run(Advancing at, StepControl control) {
        require(at.cutover().request());
        return new Result(at, "there is no way back after the switch; this was accepted (--no-way-back)");
    }

    /** @throws GaussferryException if it was not accepted */
    static void require(CutoverRequest request) {
        if (!request.noWayBack()) {
            throw new GaussferryException(
                    ErrorCategory.CONFIGURATION,
                    "There is no way back after the switch: what is written to the target then is not brought back to the source.",
                    "say that this is understood: gaussferry cutover start --no-way-back",
                    null);
        }
    }
}
