package io.gaussferry.cutover.step;

import io.gaussferry.cutover.fence.Fence;
import io.gaussferry.cutover.link.SourceSide;
import io.gaussferry.cutover.state.CutoverState.Advancing;
import io.gaussferry.cutover.state.StandStill;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import java.util.Objects;

/** The last look before the decision: the fence holds, and the source has not moved since it was raised. */
public final class SwitchGuard implements Journal.Guard {

    private final Fence fence;
    private final SourceSide source;

    /** A guard that asks this fence and this source. */
    public SwitchGuard(Fence fence, SourceSide source) {
        this.fence = fence;
        this.source = source;
    }

    @Override
    public void check(Advancing at) throws InterruptedException {
        FenceStep.requireNoGap(fence.gap(Objects.requireNonNull(at.cutover().fenceMemory())));
        StandStill stood = Objects.requireNonNull(at.cutover().standStill());
        StandStill now = source.position();
        if (!stood.isSameAs(now)) {
            throw new GaussferryException(
                    ErrorCategory.FATAL,
                    "The source was written to behind its fence: " + stood.lackingOf(now),
                    "find out who did (an account that the fence does not hold?), and begin again",
                    null);
        }
    }
}
