package io.gaussferry.cutover;

import io.gaussferry.cutover.fence.FenceOwner;
import io.gaussferry.cutover.link.SourceSide;
import io.gaussferry.cutover.state.CutoverState.Switched;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.FencedException;
import io.gaussferry.error.GaussferryException;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Changes the fence of the source after the switch: it admits reverse replication, if that is armed, and no other writer. Without state. */
final class SourceAdmission {

    private static final Logger LOG = LoggerFactory.getLogger(SourceAdmission.class);

    private final String pipeline;

    SourceAdmission(String pipeline) {
        this.pipeline = pipeline;
    }

    /** Opens the target to its writers and the source to reverse replication. */
    void settle(Switched at, AttemptComponents components, boolean armed) throws InterruptedException {
        FenceOwner owner = FenceOwner.of(pipeline, at.cutover());
        String memory = Objects.requireNonNull(at.cutover().fenceMemory());
        requirePresentPrimary(components);
        if (armed) {
            // a return that was started and not decided is over
            components.targetFence().lower();
        }
        asOwner(components, () -> {
            if (armed) {
                components.fence().admitReverseReplication(owner, memory);
            } else {
                components.fence().recordSwitch(owner, memory);
            }
        });
    }

    /**
     * Refuses to open a server of the target that was replaced. A source that does not respond is not waited for: the target's writers may be
     * waiting.
     */
    private static void requirePresentPrimary(AttemptComponents components) throws InterruptedException {
        try {
            components.side().requireCondition();
        } catch (GaussferryException e) {
            if (e.category() != ErrorCategory.RETRY) {
                throw e;
            }
            LOG.debug("Cannot verify that the target was not replaced: {}", e.problem());
        }
    }

    /** Makes the source ready to admit a reverse replication that was declined at the switch. */
    void prepare(Switched at, AttemptComponents components) throws InterruptedException {
        asOwner(components, () -> components.fence().prepareAdmission(FenceOwner.of(pipeline, at.cutover())));
    }

    /**
     * Restores the fence that reverse replication needs. A restarted source has the fence of its own configuration, which may lock out
     * reverse replication or admit other writers. Another pipeline that has switched meanwhile may have fenced it more strictly.
     *
     * @return false if the source does not respond, and the caller has to retry
     */
    boolean restore(Switched at, AttemptComponents components) throws InterruptedException {
        try {
            asOwner(
                    components,
                    () -> components
                            .fence()
                            .admitReverseReplication(
                                    FenceOwner.of(pipeline, at.cutover()),
                                    Objects.requireNonNull(at.cutover().fenceMemory())));
            return true;
        } catch (FencedException e) {
            throw e;
        } catch (GaussferryException e) {
            LOG.debug("The source's fence does not admit reverse replication yet: {}", e.problem());
            return false;
        }
    }

    /**
     * Changes the source's fence as the owner of the pipeline. A former owner must not fence a source to which another process has returned
     * the writers; under the lock, none can return them in between.
     */
    private static void asOwner(AttemptComponents components, SourceSide.Action change) throws InterruptedException {
        components.side().exclusively(() -> {
            components.journal().requireOwnership();
            change.run();
        });
    }

    /** Ends the watch of a process that has lost the pipeline. A target that does not respond is asked again. */
    static void requireOwnership(AttemptComponents components) {
        try {
            components.journal().requireOwnership();
        } catch (FencedException e) {
            throw e;
        } catch (GaussferryException e) {
            LOG.debug("Cannot verify the ownership: {}", e.problem());
        }
    }
}
