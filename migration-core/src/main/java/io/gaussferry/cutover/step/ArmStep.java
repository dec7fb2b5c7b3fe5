package io.gaussferry.cutover.step;

import io.gaussferry.cutover.fence.TargetFence;
import io.gaussferry.cutover.state.CutoverState.Advancing;
import io.gaussferry.cutover.state.StepControl;
import io.gaussferry.pipeline.reverse.WayBack;

/** Arms reverse replication, unless the operator has declined it. */
public final class ArmStep implements StepAction {

    private final WayBack wayBack;
    private final TargetFence targetFence;

    /** @param targetFence may still be raised since an earlier return of the writers to the source */
    public ArmStep(WayBack wayBack, TargetFence targetFence) {
        this.wayBack = wayBack;
        this.targetFence = targetFence;
    }

    @Override
    public Result run(Advancing at, StepControl control) throws InterruptedException {
        targetFence.lower();
        if (at.cutover().request().noWayBack()) {
            return new Result(at, "no reverse replication after the switch (--no-way-back)");
        }
        return new Result(at, wayBack.arm(control.left()));
    }
}
