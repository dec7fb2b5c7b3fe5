package io.gaussferry.cutover.step;

import io.gaussferry.cutover.check.CutoverCheck;
import io.gaussferry.cutover.check.CutoverFinding;
import io.gaussferry.cutover.fence.Fence;
import io.gaussferry.cutover.fence.FenceOwner;
import io.gaussferry.cutover.state.CutoverState.Advancing;
import io.gaussferry.cutover.state.StepControl;
import io.gaussferry.cutover.state.VerifyMode;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.pipeline.reverse.ReverseReplication;
import java.util.Locale;
import java.util.stream.Collectors;

/** Checks the preconditions, so that a cutover that is bound to fail does not start. */
public final class PrecheckStep implements StepAction {

    private final String pipeline;
    private final Check check;
    private final Fence fence;
    private final ReverseReplication reverseReplication;

    /** The check before a cutover. */
    public interface Check {
        /**
         * Runs the check.
         *
         * @param isArmed whether the cutover is to arm reverse replication
         */
        CutoverCheck run(VerifyMode verify, boolean isArmed) throws InterruptedException;
    }

    /** Creates a step that runs the check, and prepares the fence and reverse replication. */
    public PrecheckStep(String pipeline, Check check, Fence fence, ReverseReplication reverseReplication) {
        this.pipeline = pipeline;
        this.check = check;
        this.fence = fence;
        this.reverseReplication = reverseReplication;
    }

    @Override
    public Result run(Advancing at, StepControl control) throws InterruptedException {
        CutoverCheck result = check.run(
                at.cutover().request().verify(), !at.cutover().request().noReverseReplication());
        if (!result.blockers().isEmpty()) {
            throw new GaussferryException(
                    ErrorCode.CUTOVER_BLOCKED,
                    result.blockers().stream().map(CutoverFinding::problem).collect(Collectors.joining(" ")),
                    result.blockers().stream().map(CutoverFinding::remedy).collect(Collectors.joining("; ")),
                    null);
        }
        fence.prepare();
        if (!at.cutover().request().noReverseReplication()) {
            reverseReplication.prepare();
            fence.prepareAdmission(FenceOwner.of(pipeline, at.cutover()));
        }
        return new Result(
                at,
                String.format(
                        Locale.ROOT,
                        "all checks passed; expected downtime about %.1f s",
                        result.forecast().seconds()));
    }
}
