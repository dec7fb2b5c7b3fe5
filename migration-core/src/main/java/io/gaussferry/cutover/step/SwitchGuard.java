package io.gaussferry.cutover.step;

import io.gaussferry.cutover.fence.Fence;
import io.gaussferry.cutover.link.SourceSide;
import io.gaussferry.cutover.state.CutoverState.Advancing;
import io.gaussferry.cutover.state.FencedPosition;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import java.util.Objects;

/** The last check before the switch is decided: the fence is intact, and the source's position has not changed since it was raised. */
public final class SwitchGuard implements Journal.Guard {

    private final Fence fence;
    private final SourceSide source;

    /** Creates a guard that checks this fence and this source. */
    public SwitchGuard(Fence fence, SourceSide source) {
        this.fence = fence;
        this.source = source;
    }

    @Override
    public void check(Advancing at) throws InterruptedException {
        FenceStep.requireNoGap(fence.gap(Objects.requireNonNull(at.cutover().fenceMemory())));
        FencedPosition fencedAt = Objects.requireNonNull(at.cutover().fencedPosition());
        FencedPosition now = source.position();
        if (!fencedAt.isSameAs(now)) {
            throw new GaussferryException(
                    ErrorCode.SOURCE_NOT_FENCED,
                    "The source was written to despite its fence: " + fencedAt.describeMissing(now),
                    "find the client, possibly of an account that the fence does not refuse, and start the cutover again",
                    null);
        }
    }
}
