package io.gaussferry.cutover.step;

import io.gaussferry.cutover.state.CutoverState.Advancing;
import io.gaussferry.cutover.state.FencedPosition;
import io.gaussferry.cutover.state.StepControl;
import io.gaussferry.model.Progress;
import java.time.Duration;
import java.util.Objects;

/** Waits until replication has brought the target to exactly the source's final position. */
public final class DrainStep implements StepAction {

    /** The appliers' commits raise no signal, so progress is polled, by a query of some rows. */
    private static final Duration POLL_INTERVAL = Duration.ofMillis(5);

    private final TargetSide target;

    /** Creates a step that waits for this target. */
    public DrainStep(TargetSide target) {
        this.target = target;
    }

    @Override
    public Result run(Advancing at, StepControl control) throws InterruptedException {
        FencedPosition position = Objects.requireNonNull(at.cutover().fencedPosition());
        Progress progress = target.progress();
        while (!position.isReachedBy(progress)) {
            Progress reached = progress;
            control.waitsFor(() -> position.describeDifference(reached));
            control.pause(POLL_INTERVAL);
            progress = target.progress();
        }
        return new Result(at, "the target has reached the source's position");
    }
}
