package io.gaussferry.cutover.step;

import io.gaussferry.cutover.state.CutoverState.Advancing;
import io.gaussferry.cutover.state.StepControl;
import io.gaussferry.pipeline.reverse.ReverseReplication;

/** Arms reverse replication, unless the operator has declined it. */
public final class ArmStep implements StepAction {

    private final ReverseReplication reverseReplication;

    /** @param reverseReplication armed while no client writes to either side */
    public ArmStep(ReverseReplication reverseReplication) {
        this.reverseReplication = reverseReplication;
    }

    @Override
    public Result run(Advancing at, StepControl control) throws InterruptedException {
        if (at.cutover().request().noReverseReplication()) {
            return new Result(at, "no reverse replication after the switch (--no-reverse-replication)");
        }
        return new Result(at, reverseReplication.arm(control.left()));
    }
}
