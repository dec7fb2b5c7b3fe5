package io.gaussferry.pipeline;

import io.gaussferry.checkpoint.ProgressStore.Ownership;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.pipeline.PipelineStatus.Phase;
import org.jspecify.annotations.Nullable;

/** The run that a pipeline is at, for those who look at it, or end it, from outside. Thread-safe. */
final class CurrentRun implements Replay {

    private final PipelineState state;
    private volatile @Nullable PipelineRun run;
    private volatile @Nullable GaussferryException failureBeside;

    /** @param state what the pipeline does */
    CurrentRun(PipelineState state) {
        this.state = state;
    }

    /** From now on, it is this one. */
    void is(PipelineRun begun) {
        run = begun;
    }

    /** Returns it; null before the first one. */
    @Nullable
    PipelineRun get() {
        return run;
    }

    /** Returns the right to write progress by which it goes on; null while it has none. */
    @Nullable
    Ownership ownership() {
        PipelineRun present = run;
        return present == null ? null : present.ownership();
    }

    @Override
    public boolean isReplaying() {
        return state.status().phase() == Phase.REPLAYING;
    }

    @Override
    public void beginAnotherRun() {
        PipelineRun present = run;
        if (present != null) {
            present.end();
        }
    }

    @Override
    public void endBecauseOf(GaussferryException failure) {
        failureBeside = failure;
        beginAnotherRun();
    }

    /** Throws the failure because of which the pipeline was to end. */
    void requireNoFailureBeside() {
        GaussferryException failure = failureBeside;
        if (failure != null) {
            throw failure;
        }
    }
}
