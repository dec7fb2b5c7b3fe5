package io.gaussferry.cutover;

import io.gaussferry.cutover.state.CutoverState.Finished;
import io.gaussferry.cutover.state.CutoverState.Switched;

/**
 * Finishes a cutover on the target.
 *
 * @param isArmed whether reverse replication has to be disarmed
 */
record FinishingWork(String pipeline, Switched at, AttemptComponents components, boolean isArmed)
        implements Finishing.Work {

    @Override
    public void disarm() throws InterruptedException {
        if (isArmed) {
            components.arming().disarm();
        }
    }

    @Override
    public void removeGuards() throws InterruptedException {
        components.objects().undoGuards(at.cutover());
    }

    @Override
    public Finished record() {
        return components.journal().finish(at, "finished");
    }

    @Override
    public void removeRows() throws InterruptedException {
        int unused = components
                .links()
                .target()
                .write("remove the pipeline's rows", components.journal(), new PipelineCleanup(pipeline)::remove);
    }
}
