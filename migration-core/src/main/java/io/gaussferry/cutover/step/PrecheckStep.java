package io.gaussferry.cutover.step;

import io.gaussferry.cutover.check.CutoverCheck;
import io.gaussferry.cutover.check.CutoverFinding;
import io.gaussferry.cutover.fence.Fence;
import io.gaussferry.cutover.state.CutoverState.Advancing;
import io.gaussferry.cutover.state.StepControl;
import io.gaussferry.cutover.state.VerifyMode;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.pipeline.reverse.WayBack;
import java.util.Locale;
import java.util.stream.Collectors;

/** Nothing is begun that is known to fail. */
public final class PrecheckStep implements StepAction {

    private final Look look;
    private final Fence fence;
    private final WayBack wayBack;

    /** Looks at everything. */
    public interface Look {
        /** Returns what was found. */
        CutoverCheck run(VerifyMode verify) throws InterruptedException;
    }

    /** A step that looks, and readies fence and way back. */
    public PrecheckStep(Look look, Fence fence, WayBack wayBack) {
        this.look = look;
        this.fence = fence;
        this.wayBack = wayBack;
    }

    @Override
    public Result run(Advancing at, StepControl control) throws InterruptedException {
        CutoverCheck check = look.run(at.cutover().request().verify());
        if (!check.blockers().isEmpty()) {
            throw new GaussferryException(
                    ErrorCategory.FATAL,
                    check.blockers().stream().map(CutoverFinding::problem).collect(Collectors.joining(" ")),
                    check.blockers().stream().map(CutoverFinding::remedy).collect(Collectors.joining("; ")),
                    null);
        }
        fence.prepare();
        if (!at.cutover().request().noWayBack()) {
            wayBack.prepare();
        }
        return new Result(
                at,
                String.format(
                        Locale.ROOT,
                        "nothing stands in the way; writers will be refused for about %.1f s",
                        check.forecast().seconds()));
    }
}
