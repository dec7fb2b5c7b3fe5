package io.gaussferry.cutover.step;

import io.gaussferry.cutover.state.CutoverState.Advancing;
import io.gaussferry.cutover.state.StepControl;
import io.gaussferry.pipeline.reverse.ReverseReplication;
import java.time.Duration;

/** Arms reverse replication, unless the operator has declined it. */
public final class ArmStep implements StepAction {

    /** The part of the step's time that is left for naming the transactions that it has waited for. */
    private static final int RESERVED = 20;

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
        Duration left = control.left();
        return new Result(at, reverseReplication.arm(left.minus(left.dividedBy(RESERVED))));
    }
}
