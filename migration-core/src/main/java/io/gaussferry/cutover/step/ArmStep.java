package io.gaussferry.cutover.step;

import io.gaussferry.cutover.fence.TargetFence;
import io.gaussferry.cutover.state.CutoverState.Advancing;
import io.gaussferry.cutover.state.StepControl;
import io.gaussferry.pipeline.reverse.WayBack;

/** Arms the way back, unless it was accepted that there is none. */
public final class ArmStep implements StepAction {

    private final WayBack wayBack;
    private final TargetFence targetFence;

    /** @param targetFence may stand since the writers returned to the source the last time */
    public ArmStep(WayBack wayBack, TargetFence targetFence) {
        this.wayBack = wayBack;
        this.targetFence = targetFence;
    }

    @Override
    public Result run(Advancing at, StepControl control) throws InterruptedException {
        targetFence.lower();
        if (at.cutover().request().noWayBack()) {
            return new Result(at, "there is no way back after the switch; this was accepted (--no-way-back)");
        }
        return new Result(at, wayBack.arm(control.left()));
    }
}
