package io.gaussferry.cutover.step;

import io.gaussferry.cutover.state.CutoverState.Advancing;
import io.gaussferry.cutover.state.StandStill;
import io.gaussferry.cutover.state.StepControl;
import java.time.Duration;
import java.util.Objects;

/** The replay brings the target to exactly the position at which the source stands. */
public final class DrainStep implements StepAction {

    /** Appliers commit there: there is nothing to be told by. */
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(20);

    private final TargetSide target;

    /** A step that waits for this target. */
    public DrainStep(TargetSide target) {
        this.target = target;
    }

    @Override
    public Result run(Advancing at, StepControl control) throws InterruptedException {
        StandStill where = Objects.requireNonNull(at.cutover().standStill());
        while (!where.isReachedBy(target.progress())) {
            control.pause(BETWEEN_LOOKS);
        }
        return new Result(at, "the target stands at the same position");
    }
}
