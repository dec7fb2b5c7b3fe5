package io.gaussferry.pipeline.snapshot;

import io.gaussferry.error.GaussferryException;
import io.gaussferry.pipeline.settings.PipelineSettings;
import io.gaussferry.pipeline.status.PipelineListener;
import java.time.Duration;

/** A pipeline that copies a few tables beside the replay, as far as it matters to those who have it do so. */
public interface SnapshotPipeline {

    /** Makes one. */
    interface Factory {

        /**
         * @param settings what it is to do
         * @param listener hears of its course
         */
        SnapshotPipeline create(PipelineSettings settings, PipelineListener listener);
    }

    /**
     * Runs until it is stopped.
     *
     * @throws GaussferryException if it cannot go on
     */
    void run() throws InterruptedException;

    /**
     * Commits what is begun, and makes {@link #run} return; any thread.
     *
     * @param patience how long to wait for it; what is not committed by then is rolled back
     * @return whether all that was begun was committed
     */
    boolean stop(Duration patience) throws InterruptedException;
}
