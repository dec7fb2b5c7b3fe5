package io.gaussferry.pipeline.run;

import io.gaussferry.checkpoint.Ownership;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.pipeline.snapshot.Replay;
import io.gaussferry.pipeline.status.PipelineState;
import io.gaussferry.pipeline.status.PipelineStatus.Phase;
import org.jspecify.annotations.Nullable;

/** The run that a pipeline is at, for those who look at it, or end it, from outside. Thread-safe. */
public final class CurrentRun implements Replay {

    private final PipelineState state;
    private volatile @Nullable PipelineRun run;
    private volatile @Nullable GaussferryException failureBeside;

    /** @param state what the pipeline does */
    public CurrentRun(PipelineState state) {
        this.state = state;
    }

    /** From now on, it is this one. */
    public void is(PipelineRun begun) {
        run = begun;
    }

    /** Returns it; null before the first one. */
    @Nullable
    public PipelineRun get() {
        return run;
    }

    /** Returns the right to write progress by which it goes on; null while it has none. */
    @Nullable
    public Ownership ownership() {
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
    public void requireNoFailureBeside() {
        GaussferryException failure = failureBeside;
        if (failure != null) {
            throw failure;
        }
    }
}
