package io.gaussferry.cutover.step;

import io.gaussferry.checkpoint.ProgressStore;
import io.gaussferry.cutover.compare.Comparison;
import io.gaussferry.cutover.link.TargetLink;
import io.gaussferry.cutover.objects.DeferredObjects;
import io.gaussferry.cutover.state.Cutover;
import io.gaussferry.cutover.state.StepControl;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.Progress;

/** Implements the target's side of a cutover. */
public final class JdbcTarget implements TargetSide {

    private final ProgressStore progress;
    private final TargetLink target;
    private final DeferredObjects objects;
    private final Comparison comparison;

    /** Creates the target of one pipeline. */
    public JdbcTarget(String pipeline, TargetLink target, DeferredObjects objects, Comparison comparison) {
        this.progress = new ProgressStore(pipeline);
        this.target = target;
        this.objects = objects;
        this.comparison = comparison;
    }

    @Override
    public Progress progress() throws InterruptedException {
        return target.read("read the progress", progress::find)
                .orElseThrow(() -> new GaussferryException(
                        ErrorCode.PROGRESS_LOST,
                        "The pipeline's progress no longer exists on the target.",
                        "find the client that deleted its rows from gaussferry.progress",
                        null))
                .progress();
    }

    @Override
    public String createObjects(Cutover cutover, StepControl control) throws InterruptedException {
        return objects.create(cutover, control);
    }

    @Override
    public String undoObjects(Cutover cutover) throws InterruptedException {
        return objects.undo(cutover);
    }

    @Override
    public String verify(Cutover cutover, StepControl control) throws InterruptedException {
        return comparison.run(cutover, control);
    }
}
