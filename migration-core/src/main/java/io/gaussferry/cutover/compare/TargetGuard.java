package io.gaussferry.cutover.compare;

import io.gaussferry.cutover.fence.FenceOwner;
import io.gaussferry.cutover.fence.TargetFence;
import io.gaussferry.cutover.fence.TargetFenceCheck;
import io.gaussferry.cutover.link.TargetLink;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.TableId;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes the target refuse the writes of other sessions from the comparison before FENCE until the switch. Compared rows can then change
 * only by replication, which records them; no row has to be counted or read again. Used by one thread.
 */
public final class TargetGuard {

    private final String pipeline;
    private final TargetLink target;
    private final TargetFence fence;
    private final VerifiedTables verified;
    private @Nullable TargetFenceCheck check;

    /** @param verified earlier results; discarded when the fence is raised, because other sessions may have written until then */
    public TargetGuard(String pipeline, TargetLink target, TargetFence fence, VerifiedTables verified) {
        this.pipeline = pipeline;
        this.target = target;
        this.fence = fence;
        this.verified = verified;
    }

    /**
     * Makes these tables refuse writes of other sessions. To be called before a comparison, whose result then remains true.
     *
     * @param tables their names on the target
     */
    public void raise(FenceOwner owner, Collection<TableId> tables) throws InterruptedException {
        fence.raiseBeforeSwitch(owner, tables);
        // also if a return had raised the fence: its triggers may have been disabled since
        verified.distrust();
        TargetFenceCheck created = new TargetFenceCheck(pipeline);
        require(created);
        check = created;
    }

    /**
     * Requires that no other session could write since {@link #raise}. Without a call of that method nothing is required: then no earlier
     * result is used, either.
     *
     * @throws GaussferryException of category DATA if the triggers were changed or dropped
     */
    public void requireIntact() throws InterruptedException {
        TargetFenceCheck known = check;
        if (known != null) {
            require(known);
        }
    }

    private void require(TargetFenceCheck fenceCheck) throws InterruptedException {
        List<String> gaps = target.read("check the fence of the target", fenceCheck::gaps);
        if (!gaps.isEmpty()) {
            throw new GaussferryException(
                    ErrorCode.TARGET_WRITTEN,
                    "Other sessions may have written to the target since it was compared: " + String.join("; ", gaps)
                            + ".",
                    "find the client, and start the cutover again, which compares all tables again",
                    null);
        }
    }

    /** Makes the target accept writes after a cutover that did not switch; a fence that a return has raised remains. */
    public void lower(FenceOwner owner) throws InterruptedException {
        check = null;
        fence.lowerBeforeSwitch(owner);
    }
}
