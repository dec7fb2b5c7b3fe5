package io.gaussferry.cutover.step;

import io.gaussferry.cutover.fence.Fence;
import io.gaussferry.cutover.fence.FenceOwner;
import io.gaussferry.cutover.link.SourceSide;
import io.gaussferry.cutover.state.CutoverState.RollingBack;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.FencedException;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.pipeline.reverse.ReverseReplication;
import java.util.List;

/**
 * Removes the created objects from the target, then opens the source to its writers, so that their changes meet the tables that replication
 * expects. The removal takes milliseconds. May be repeated after a crash.
 */
public final class RollbackStep implements CutoverMachine.Rollback {

    private final String pipeline;
    private final Journal journal;
    private final Fence fence;
    private final SourceSide source;
    private final TargetSide target;
    private final ReverseReplication reverseReplication;
    private final Ending ending;

    /** Undoes on the target what does not keep writers out of the source. */
    public interface Ending {
        /** Runs after the source was opened; may be repeated. Returns a suffix for the description of the rollback. */
        String run(RollingBack at) throws InterruptedException;

        /** Called when the source accepts writes. Returns a suffix for its description. */
        default String opened() {
            return "";
        }
    }

    /** Creates a step that opens this source and removes the objects on this target. */
    public RollbackStep(
            String pipeline,
            Journal journal,
            Fence fence,
            SourceSide source,
            TargetSide target,
            ReverseReplication reverseReplication,
            Ending ending) {
        this.pipeline = pipeline;
        this.journal = journal;
        this.fence = fence;
        this.source = source;
        this.target = target;
        this.reverseReplication = reverseReplication;
        this.ending = ending;
    }

    @Override
    public String run(RollingBack at) throws InterruptedException {
        String undone = target.undoObjects(at.cutover());
        String memory = at.cutover().fenceMemory();
        if (memory == null) {
            return undone + "; the source was never fenced" + removeAdmission(at) + disarm(at) + ending.run(at);
        }
        FenceOwner owner = FenceOwner.of(pipeline, at.cutover());
        source.exclusively(() -> {
            // under the lock: a daemon that lost its ownership must not open a source that another has fenced since
            journal.requireOwnership();
            fence.release(owner, memory);
        });
        String refused = ending.opened();
        List<String> others = fence.otherOwners(owner);
        return undone
                + (others.isEmpty()
                        ? "; the source accepts writes again" + refused
                        : "; the source still refuses writes because pipelines " + others + " have fenced it")
                + removeAdmission(at)
                + disarm(at)
                + ending.run(at);
    }

    /** Removes what has no effect on an open source. Returns a problem that the operator must resolve. */
    private String removeAdmission(RollingBack at) throws InterruptedException {
        if (at.cutover().request().noReverseReplication()) {
            return "";
        }
        String[] problem = {""};
        try {
            source.exclusively(() -> {
                journal.requireOwnership();
                problem[0] = fence.removeAdmission(FenceOwner.of(pipeline, at.cutover()));
            });
        } catch (FencedException e) {
            throw e;
        } catch (GaussferryException e) {
            // what remains has no effect on an open source, and must not prevent the end of the rollback
            if (e.category() == ErrorCategory.RETRY) {
                throw e;
            }
            problem[0] = "the triggers of the fence could not be removed: " + e.problem();
        }
        return problem[0].isEmpty() ? "" : "; " + problem[0];
    }

    /**
     * Disarms reverse replication. This comes last, so that writers do not wait for it. Returns a problem that the operator must resolve.
     */
    private String disarm(RollingBack at) throws InterruptedException {
        if (at.cutover().request().noReverseReplication()) {
            return "";
        }
        try {
            reverseReplication.disarm();
            return "";
        } catch (FencedException e) {
            throw e;
        } catch (GaussferryException e) {
            if (e.category() == ErrorCategory.RETRY) {
                throw e;
            }
            return "; the target retains its log for an unused replication slot, drop the slot by hand: " + e.problem();
        }
    }
}
