package io.gaussferry.cutover.step;

import io.gaussferry.cutover.fence.Fence;
import io.gaussferry.cutover.fence.FenceOwner;
import io.gaussferry.cutover.link.SourceSide;
import io.gaussferry.cutover.state.CutoverState.RollingBack;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.pipeline.reverse.WayBack;
import java.util.List;

/**
 * Undoes what was created on the target, then gives the source back to its writers: what they write then meets the tables that replay
 * knows. Undoing takes milliseconds; may be done again after a crash.
 */
public final class RollbackStep implements CutoverMachine.Rollback {

    private final String pipeline;
    private final Journal journal;
    private final Fence fence;
    private final SourceSide source;
    private final TargetSide target;
    private final WayBack wayBack;

    /** Gives this source back, and undoes what was created on this target. */
    public RollbackStep(
            String pipeline, Journal journal, Fence fence, SourceSide source, TargetSide target, WayBack wayBack) {
        this.pipeline = pipeline;
        this.journal = journal;
        this.fence = fence;
        this.source = source;
        this.target = target;
        this.wayBack = wayBack;
    }

    @Override
    public String run(RollingBack at) throws InterruptedException {
        String undone = target.undoObjects(at.cutover());
        String memory = at.cutover().fenceMemory();
        if (memory == null) {
            return undone + "; the source was never fenced" + disarm(at);
        }
        FenceOwner owner = FenceOwner.of(pipeline, at.cutover());
        source.exclusively(() -> {
            // under the lock: a daemon that was thrown out must not open a source that another has fenced since
            journal.requireRight();
            fence.release(owner, memory);
        });
        List<String> others = fence.neededBy(owner);
        return undone
                + (others.isEmpty()
                        ? "; the source takes writes again"
                        : "; the source refuses writes still, as pipelines " + others + " have fenced it")
                + disarm(at);
    }

    /** Last: writers wait for nothing that can wait. Returns what a person must hear of. */
    private String disarm(RollingBack at) throws InterruptedException {
        if (at.cutover().request().noWayBack()) {
            return "";
        }
        try {
            wayBack.disarm();
            return "";
        } catch (GaussferryException e) {
            if (e.category() == ErrorCategory.RETRY) {
                throw e;
            }
            return "; the target keeps its log for a replication slot that nobody reads, drop it by hand: "
                    + e.problem();
        }
    }
}
