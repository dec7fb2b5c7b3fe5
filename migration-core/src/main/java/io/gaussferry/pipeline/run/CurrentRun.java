package io.gaussferry.pipeline.run;

import io.gaussferry.checkpoint.Ownership;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.pipeline.snapshot.ReplayHandle;
import io.gaussferry.pipeline.status.PipelineState;
import io.gaussferry.pipeline.status.PipelineStatus.Phase;
import org.jspecify.annotations.Nullable;

/** The pipeline's current run, for other threads that observe or end it. Thread-safe. */
public final class CurrentRun implements ReplayHandle {

    private final PipelineState state;
    private volatile @Nullable PipelineRun run;
    private volatile @Nullable GaussferryException snapshotFailure;

    /** @param state of the pipeline */
    public CurrentRun(PipelineState state) {
        this.state = state;
    }

    /** Sets the current run. */
    public void set(PipelineRun started) {
        run = started;
    }

    /** Returns the current run; null before the first one. */
    @Nullable
    public PipelineRun get() {
        return run;
    }

    /** Returns the progress ownership of the current run; null while it has none. */
    @Nullable
    public Ownership ownership() {
        PipelineRun current = run;
        return current == null ? null : current.ownership();
    }

    @Override
    public boolean isReplaying() {
        return state.status().phase() == Phase.REPLAYING;
    }

    @Override
    public void restartRun() {
        PipelineRun current = run;
        if (current != null) {
            current.end();
        }
    }

    @Override
    public void failWith(GaussferryException failure) {
        snapshotFailure = failure;
        restartRun();
    }

    /** Throws the failure for which {@link #failWith} ended the pipeline, if any. */
    public void throwIfFailed() {
        GaussferryException failure = snapshotFailure;
        if (failure != null) {
            throw failure;
        }
    }
}
