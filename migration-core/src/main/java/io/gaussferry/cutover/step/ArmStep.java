package io.gaussferry.cutover.step;

import io.gaussferry.cutover.fence.TargetFence;
import io.gaussferry.cutover.state.CutoverState.Advancing;
import io.gaussferry.cutover.state.StepControl;
import io.gaussferry.pipeline.reverse.ReverseReplication;

/** Arms reverse replication, unless the operator has declined it. */
public final class ArmStep implements StepAction {

    private final ReverseReplication reverseReplication;
    private final TargetFence targetFence;

    /** @param targetFence may still be raised since an earlier return of the writers to the source */
    public ArmStep(ReverseReplication reverseReplication, TargetFence targetFence) {
        this.reverseReplication = reverseReplication;
        this.targetFence = targetFence;
    }

    @Override
    public Result run(Advancing at, StepControl control) throws InterruptedException {
        targetFence.lower();
        if (at.cutover().request().noReverseReplication()) {
            return new Result(at, "no reverse replication after the switch (--no-reverse-replication)");
        }
        return new Result(at, reverseReplication.arm(control.left()));
    }
}
